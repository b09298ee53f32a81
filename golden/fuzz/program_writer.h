// Random functions: structured control flow of every kind around exchanges between invocations.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "golden/fuzz/exchange_writer.h"
#include "golden/fuzz/module_text.h"
#include "golden/fuzz/random_source.h"

namespace spirv_oracle::golden {

// Which joins the module asks for.
enum class Joins : std::uint8_t { maximal, subgroup_uniform, core };

struct ProgramShape {
  std::uint32_t subgroup_size = 32;
  std::uint32_t local_size = 48;
  std::uint32_t places = 64;  // of results, for each workgroup: a multiple of the subgroup size
  std::uint32_t groups = 1;
  std::uint32_t all_places() const { return places * groups; }
};

constexpr unsigned variable_count = 4;
constexpr unsigned control_variable_count = 2;
constexpr unsigned words_per_invocation = variable_count;
constexpr unsigned total_count = 4;  // counters that all invocations change

// Control flow is decided by values that every implementation computes alike. So two of four variables, the control variables,
// get results of exchanges only where it is certain who takes part.
class ProgramWriter {
 public:
  ProgramWriter(ModuleText& text, RandomSource& random, const ProgramShape& shape, Joins joins,
                ExchangeWriter::Settings exchanges);

  // The whole module: some functions, and %main, with about so many statements.
  void write(std::uint64_t statements);

  // What each slot of the results and of the numbers holds.
  const std::vector<std::string>& results() const { return results_; }
  const std::vector<std::string>& numbers() const { return numbers_; }
  bool uses_shared_memory() const { return uses_shared_memory_; }
  bool uses_totals() const { return uses_totals_; }

 private:
  // Where a statement stands.
  struct Place {
    bool is_uniform = false;       // all invocations of the workgroup execute it
    bool is_certain = false;       // so far as control flow is uniform, or reconverges maximally
    bool in_uniform_loop = false;  // which all have to leave together
    unsigned depth = 0;            // of constructs that may stand in it
    std::string break_to, continue_to;  // of the innermost loop
    std::string switch_merge;           // of the innermost switch, where no loop is in between
  };
  struct Condition {
    std::string id;
    bool is_uniform = false;
  };

  void write_function();
  void write_main();
  void begin_body(const std::vector<std::string>& initial_values);
  void statements(const Place& place, std::uint64_t count);
  void statement(const Place& place);
  void simple_statement(const Place& place);
  // In a construct: "a loop" names it.
  void body(const Place& place, const std::string& name);

  void assign();
  void exchange(const Place& place);
  void exchange_through_memory();
  void count_up();
  // A function that a uniform place may call and stay uniform; "": there is none.
  std::string callable_function(const Place& place);
  void call(const std::string& function);
  void leave_if(const Place& place, const std::string& target);
  void return_if(const Place& place);
  void selection(const Place& place);
  void loop(const Place& place);
  void loop_with_test_at_end(const Place& place);
  void switch_statement(const Place& place);

  // The place of a body that a condition decides about.
  Place inner(const Place& place, const Condition& condition) const;
  Condition condition(const Place& place);
  std::string holds(const std::string& value);
  std::string uniform_value();
  std::string control_value();
  std::string data_value();
  std::string loaded(unsigned variable);
  std::string scrambled(const std::string& value);
  void keep(const std::string& value);  // in a variable that is no control variable
  void set(unsigned variable, const std::string& value);
  void store_result(const std::string& name, const std::string& value);
  void store_number(const std::string& name, const std::string& value);
  void store(const std::string& buffer, const std::string& type, std::size_t slot,
             const std::string& value);
  void store_variables(std::size_t first_slot);
  std::string slot_name(const std::string& name) const;
  std::string u32(std::string_view opcode, const std::string& operands);
  std::string u32(std::string_view opcode, const std::string& a, const std::string& b);
  std::string is(std::string_view opcode, const std::string& a, const std::string& b);

  ModuleText& text_;
  RandomSource& random_;
  ProgramShape shape_;
  Joins joins_;
  ExchangeWriter::Settings exchanges_;
  std::vector<std::string> results_, numbers_, functions_;
  std::set<std::string> called_, return_early_;
  std::size_t variable_slots_ = 0;
  bool uses_shared_memory_ = false, uses_totals_ = false;

  // Of the function that is being written.
  bool in_main_ = false;
  bool may_have_returned_ = false;
  std::uint64_t budget_ = 0;  // statements
  std::vector<std::string> variables_;
  std::string lane_, index_, local_index_;
  std::vector<std::string> live_;   // values that dominate the block at hand, beside variables
  std::vector<std::string> where_;  // the constructs around
};

}  // namespace spirv_oracle::golden
