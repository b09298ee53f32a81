// Finds instructions that change a location by an integer operation that commutes, and that use its value for nothing else:
// a load, the operation and a store to the same place; or a compare-exchange whose Value is the operation on its Comparator.
#pragma once

#include <optional>
#include <vector>

#include "interpreter/lowering/synchronization/reaching_values.h"
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
      : module_(module), analysis_(analysis), values_(module, analysis) {}

  // OpLoad or OpStore that is the begin or the end of an update.
  std::optional<CommutingUpdate> of_load(const Instruction& load);
  std::optional<CommutingUpdate> of_store(const Instruction& store);
  // OpAtomicCompareExchange that is an update if it succeeds.
  std::optional<CommutingUpdate> of_exchange(const Instruction& exchange) const;
  // OpIEqual or OpINotEqual that tells whether the latest such exchange has succeeded.
  bool tests_success(const Instruction& comparison) const;
  // The least or the greatest of two integers.
  static bool is_extremum(const Module& module, const Instruction& instruction);
  // Whether a loop of its function contains the instruction.
  bool is_in_loop(const Instruction& instruction);

 private:
  using Path = ReachingValues::Path;
  using Symbol = ReachingValues::Symbol;
  // Whether the planes of the id still hold it at the end of the path.
  bool keeps_value(Id id, const Path& path) const;
  bool is_same_place(Id pointer, Id other) const;
  std::optional<CommutingUpdate> between(const Instruction& load, const Instruction& store);

  const Module& module_;
  ModuleAnalysis& analysis_;
  ReachingValues values_;
};

}  // namespace spirv_oracle
