// Writes random functions: structured control flow of every kind around exchanges between
// invocations.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "golden/fuzz/exchange_writer.h"
#include "golden/fuzz/module_text.h"
#include "golden/fuzz/random_source.h"

namespace spirv_oracle::golden {

// Which reconvergence the module declares.
enum class Joins : std::uint8_t { maximal, subgroup_uniform, core };

struct ProgramShape {
  std::uint32_t subgroup_size = 32;
  std::uint32_t local_size = 48;
  std::uint32_t places = 64;  // of results in each workgroup; a multiple of the subgroup size
  std::uint32_t groups = 1;
  std::uint32_t all_places() const { return places * groups; }
};

constexpr unsigned variable_count = 4;
constexpr unsigned control_variable_count = 2;
constexpr unsigned words_per_invocation = variable_count;
constexpr unsigned total_count = 4;  // counters that all invocations change

// Only values on which all implementations agree decide control flow. Therefore two of the four
// variables, the control variables, get results of exchanges only if it is certain which
// invocations execute it.
class ProgramWriter {
 public:
  ProgramWriter(ModuleText& text, RandomSource& random, const ProgramShape& shape, Joins joins,
                ExchangeWriter::Settings exchanges);

  // Writes the whole module: some functions, and %main, with about `statements` statements.
  void write(std::uint64_t statements);

  // Descriptions of the slots of the results and of the numbers.
  const std::vector<std::string>& results() const { return results_; }
  const std::vector<std::string>& numbers() const { return numbers_; }
  bool uses_shared_memory() const { return uses_shared_memory_; }
  bool uses_totals() const { return uses_totals_; }

 private:
  // The context of a statement.
  struct Context {
    bool is_uniform = false;  // all invocations of the workgroup execute it together
    bool is_certain =
        false;  // the tangle is certain: control flow has been uniform, or reconverges maximally
    bool in_uniform_loop = false;       // in a loop that all invocations must leave together
    unsigned depth = 0;                 // how many constructs may still be nested in it
    std::string break_to, continue_to;  // of the innermost loop
    std::string switch_merge;           // of the innermost switch, if no loop is in between
  };
  struct Condition {
    std::string id;
    bool is_uniform = false;
  };

  void write_function();
  void write_main();
  void begin_body(const std::vector<std::string>& initial_values);
  void statements(const Context& place, std::uint64_t count);
  void statement(const Context& place);
  void simple_statement(const Context& place);
  // Writes the body of a construct; `name` describes it, such as "a loop".
  void body(const Context& place, const std::string& name);

  void assign();
  void exchange(const Context& place);
  void exchange_through_memory();
  void count_up();
  // A function that keeps control flow uniform if called in a uniform place; "" if there is none.
  std::string callable_function(const Context& place);
  void call(const std::string& function);
  void leave_if(const Context& place, const std::string& target);
  void return_if(const Context& place);
  void selection(const Context& place);
  void loop(const Context& place);
  void loop_with_test_at_end(const Context& place);
  void switch_statement(const Context& place);

  // The context of a body that a condition controls.
  Context inner(const Context& place, const Condition& condition) const;
  Condition condition(const Context& place);
  std::string holds(const std::string& value);
  std::string uniform_value();
  std::string control_value();
  std::string data_value();
  std::string loaded(unsigned variable);
  std::string scrambled(const std::string& value);
  void keep(const std::string& value);  // in a variable that is not a control variable
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

  // State of the function that is being written.
  bool in_main_ = false;
  bool may_have_returned_ = false;
  std::uint64_t budget_ = 0;  // statements
  std::vector<std::string> variables_;
  std::string lane_, index_, local_index_;
  std::vector<std::string>
      live_;  // values that dominate the current block, in addition to variables
  std::vector<std::string> where_;  // the enclosing constructs
};

}  // namespace spirv_oracle::golden
