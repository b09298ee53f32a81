// The Loop Controls DependencyInfinite and DependencyLength: iterations that do not depend on each other.
#pragma once

#include <optional>

#include "interpreter/findings/clause.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// A dependence is a byte of memory outside of the function that one invocation accesses in two iterations, at
// least once to write. Atomics are none: they may be done in any order.
class LoopDependence {
 public:
  static constexpr Clause dependent_iterations{
      "OpLoopMerge.dependent-iterations", "false-assumption", Effect::undefined_behavior,
      "two iterations of a loop with DependencyInfinite or DependencyLength access the same "
      "memory, and at least one writes it"};
  static constexpr auto clauses = clause_list(dependent_iterations);

  // Before the loop is entered. Empty where the merge instruction promises nothing.
  static std::optional<LoopDependence> start(Lowering& lowering, const Instruction& merge);
  // At the header.
  void count(Lowering& lowering) const;
  // Behind an access in the loop: notes which bytes it is to.
  void watch(Lowering& lowering, Slot address, std::span<const MemoryComponent> components,
             bool writes) const;

 private:
  Slot iteration_ = 0;        // plane: counts on over all executions of the loop
  Slot before_ = 0;           // plane: the count before this execution
  std::uint32_t length_ = 0;  // iterations that are closer do not depend on each other
};

// Behind an instruction: tells the loops around it which memory it accesses.
void watch_loop_dependences(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
