// The origin of each record of a program: line, function and calls.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/ir/record.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {

struct Program;

struct RecordLocation {
  std::uint32_t instruction = 0;  // index into Module::instructions; 0: none
  std::uint32_t file = 0;         // index into Module::files; 0: unknown
  std::uint32_t line = 0;         // 0: unknown
  std::uint32_t depth = 0;        // number of calls around it
  bool begins_instruction = false;
  bool begins_line = false;  // the first record of a line in its call, in the order of the program
  // Whether steps by lines end here. The first line of the entry point begins where a subgroup begins, before its first
  // instruction, so that the first step leaves that line.
  bool ends_step = false;
};

// Where the source of an entry point begins.
struct EntryStart {
  // If the compiler added the entry point, which only calls the function of the source: that function. llvm-spirv adds one to
  // each kernel, and compilers of HLSL to each shader. 0: the entry point is in the source.
  Id called = 0;
  // The first line that all invocations execute; 0: the module does not tell. An index as in Module::line().
  std::uint32_t line = 0;
};
EntryStart start_of_entry(const Module& module, Id function);

class CodeMap {
 public:
  explicit CodeMap(const Program& program);

  const RecordLocation& operator[](std::size_t record) const { return places_[record]; }
  std::size_t size() const { return places_.size(); }
  const Module& module() const { return *module_; }
  // The number of calls around the code of the source's entry point.
  std::uint32_t depth_of_entry() const { return start_.called != 0 ? 1 : 0; }
  // The index of the function that contains an instruction; -1: none.
  int function_of(std::uint32_t instruction) const;
  std::string function_name(std::uint32_t instruction) const;

  // The records that begin a line: `line`, or if it has none, the next line that has; sets `line` to that. Empty if there is
  // no such line. `file`: the end of the path; "": any file.
  std::vector<std::uint32_t> records_of_line(std::string_view file, std::uint32_t& line) const;
  // The records that begin calls of a function.
  std::vector<std::uint32_t> records_of_function(std::string_view name) const;
  // Those that begin the source's entry point.
  std::vector<std::uint32_t> records_of_entry() const;
  // Whether the entry point is a fragment shader.
  bool is_of_fragments() const { return is_of_fragments_; }
  // The first records of the instructions that satisfy the condition.
  template <class Condition>
  std::vector<std::uint32_t> records_of_instructions(const Condition& condition) const {
    std::vector<std::uint32_t> records;
    for (std::uint32_t i = 0; i < places_.size(); ++i) {
      if (places_[i].begins_instruction && condition(module_->instruction(places_[i].instruction)))
        records.push_back(i);
    }
    return records;
  }

 private:
  // The first record from there on that begins a line of the same call.
  std::uint32_t first_line_of_call(std::uint32_t record) const;

  void begin_with_first_line();

  const Module* module_;
  bool is_of_fragments_ = false;
  Id entry_ = 0;
  EntryStart start_;
  std::vector<RecordLocation> places_;
};

// Whether a path ends with another one, compared by whole names of folders.
bool ends_with_path(std::string_view path, std::string_view end);

}  // namespace spirv_oracle
