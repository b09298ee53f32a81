// The Loop Controls DependencyInfinite and DependencyLength: iterations that do not depend on each
// other.
#pragma once

#include <optional>

#include "interpreter/findings/clause.h"
#include "interpreter/lowering/lowered_function.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// A dependence is a byte of memory outside the function that one invocation accesses in two
// iterations, at least once with a write. Atomics do not count as dependences, because they may be reordered.
struct LoopDependence {
  static constexpr Clause dependent_iterations{
      "OpLoopMerge.dependent-iterations", "false-assumption", Effect::undefined_behavior,
      "two iterations of a loop with DependencyInfinite or DependencyLength access the same "
      "memory, and at least one writes it"};
  static constexpr auto clauses = clause_list(dependent_iterations);
};

// To be called before a loop is entered. None if the merge instruction promises nothing.
std::optional<IndependentLoop> start_independent_loop(Lowering& lowering, const Instruction& merge);
// To be called at the header of the loop.
void count_iteration(Lowering& lowering, const IndependentLoop& loop);

// Must follow the lowering of each instruction. Reports its memory accesses to the enclosing loops.
void watch_loop_dependences(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
