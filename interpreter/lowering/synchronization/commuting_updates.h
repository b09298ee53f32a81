// Finds instructions that change a location by an integer operation that commutes, and that use its value for nothing else:
// a load, the operation and a store to the same place; or a compare-exchange whose Value is the operation on its Comparator.
#pragma once

#include <optional>
#include <vector>

#include "interpreter/lowering/analysis.h"
#include "memory/atomic_operation.h"

namespace spirv_oracle {

// The location becomes `operation` of what it holds and `operand`.
struct CommutingUpdate {
  AtomicOperation operation = AtomicOperation::add;
  Id operand = 0;
  bool is_load_right = false;  // which operand of the operation the other one is
};

class CommutingUpdates {
 public:
  CommutingUpdates(const Module& module, ModuleAnalysis& analysis)
      : module_(module), analysis_(analysis) {}

  // OpLoad or OpStore that is the begin or the end of an update.
  std::optional<CommutingUpdate> of_load(const Instruction& load);
  std::optional<CommutingUpdate> of_store(const Instruction& store);
  // OpAtomicCompareExchange that is an update if it succeeds.
  std::optional<CommutingUpdate> of_exchange(const Instruction& exchange);
  // OpIEqual or OpINotEqual that tells whether the latest such exchange has succeeded.
  bool tests_success(const Instruction& comparison);
  // The least or the greatest of two integers.
  static bool is_extremum(const Module& module, const Instruction& instruction);
  // Whether a loop of its function contains the instruction.
  bool is_in_loop(const Instruction& instruction);

 private:
  // The instructions that certainly execute before an instruction, from the latest one back to the last place that several
  // paths reach. Indices into Module::instructions.
  using Path = std::vector<std::uint32_t>;
  // The result `id`; or what the variable `id` holds at the beginning of the path.
  struct Symbol {
    Id id = 0;
    bool is_variable = false;
    friend bool operator==(const Symbol&, const Symbol&) = default;
  };
  Path path_to(const Instruction& instruction);
  std::uint32_t before(std::uint32_t instruction);
  Symbol resolve(Id id, const Path& path) const { return resolve(id, path, path.begin()); }
  Symbol resolve(Id id, const Path& path, Path::const_iterator from) const;
  // What the variable holds before the instruction at `from`, one of the path.
  Symbol content(Id variable, const Path& path, Path::const_iterator& from, Id unknown) const;
  // Whether the id has the value of the symbol at the end of the path.
  bool is_value(Id id, const Path& path, const Symbol& symbol);
  // Whether a phi at the beginning of the path has what the variable holds there.
  bool is_copy(Id phi, Id variable, const Path& path);
  // Whether the planes of the id still hold it at the end of the path.
  bool keeps_value(Id id, const Path& path) const;
  bool is_same_place(Id pointer, Id other) const;
  std::optional<CommutingUpdate> between(const Instruction& load, const Instruction& store);

  const Module& module_;
  ModuleAnalysis& analysis_;
};

}  // namespace spirv_oracle
