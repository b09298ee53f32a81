// The Loop Controls DependencyInfinite and DependencyLength: iterations that do not depend on each
// other.
#pragma once

#include <optional>

#include "interpreter/findings/clause.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// A dependence is a byte of memory outside the function that one invocation accesses in two
// iterations, at least once with a write. Atomics do not count as dependences, because they may be reordered.
class LoopDependence {
 public:
  static constexpr Clause dependent_iterations{
      "OpLoopMerge.dependent-iterations", "false-assumption", Effect::undefined_behavior,
      "two iterations of a loop with DependencyInfinite or DependencyLength access the same "
      "memory, and at least one writes it"};
  static constexpr auto clauses = clause_list(dependent_iterations);

  // To be called before the loop is entered. None if the merge instruction promises nothing.
  static std::optional<LoopDependence> start(Lowering& lowering, const Instruction& merge);
  // To be called at the header.
  void count(Lowering& lowering) const;
  // To be called after an access in the loop. Notes the accessed bytes.
  void watch(Lowering& lowering, Slot address, std::span<const MemoryComponent> components,
             bool writes) const;

 private:
  Slot iteration_ = 0;        // plane: counts the iterations of all executions of the loop
  Slot before_ = 0;           // plane: the count before this execution
  std::uint32_t length_ = 0;  // iterations less than this apart do not depend on each other
};

// Must follow the lowering of each instruction. Reports its memory accesses to the enclosing loops.
void watch_loop_dependences(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
