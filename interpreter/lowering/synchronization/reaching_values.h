// What values hold at a place of a function, as far as one path leads to it: a variable is what was stored last, and a phi may be a copy
// of a variable.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "interpreter/lowering/analysis.h"

namespace spirv_oracle {

class ReachingValues {
 public:
  // The instructions that certainly execute before an instruction, from the latest one back to the last place that several
  // paths reach. Indices into Module::instructions.
  using Path = std::vector<std::uint32_t>;
  // The result `id`; or what the variable `id` holds at the beginning of the path.
  struct Symbol {
    Id id = 0;
    bool is_variable = false;
    friend bool operator==(const Symbol&, const Symbol&) = default;
  };

  ReachingValues(const Module& module, ModuleAnalysis& analysis)
      : module_(module), analysis_(analysis) {}

  Path path_to(const Instruction& instruction) const;
  bool contains(const Path& path, const Instruction& instruction) const {
    return std::ranges::find(path, analysis_.index_of(instruction)) != path.end();
  }
  // What the id holds at the end of the path.
  Symbol resolve(Id id, const Path& path) const { return resolve(id, path, path.begin()); }
  // What the id held when it was loaded.
  Symbol loaded(Id id) const;
  // Whether the id has the value of the symbol at the end of the path.
  bool is_value(Id id, const Path& path, const Symbol& symbol) const;

 private:
  std::uint32_t before(std::uint32_t instruction) const;
  Symbol resolve(Id id, const Path& path, Path::const_iterator from) const;
  // What the variable holds before the instruction at `from`, one of the path.
  Symbol content(Id variable, const Path& path, Path::const_iterator& from, Id unknown) const;
  // Whether a phi at the beginning of the path has what the variable holds there.
  bool is_copy(Id phi, Id variable, const Path& path) const;

  const Module& module_;
  ModuleAnalysis& analysis_;
};

}  // namespace spirv_oracle
