// What the Loop Control of an OpLoopMerge asserts about the number of iterations.
#pragma once

#include <optional>

#include "interpreter/findings/clause.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// The specification does not say whether the last execution of the header, which only leaves the loop,
// is an iteration. A rule is broken where it is broken either way.
struct LoopControl {
  static constexpr Clause min_iterations{"OpLoopMerge.fewer-than-min-iterations",
                                         "false-assumption", Effect::undefined_behavior,
                                         "a loop has fewer iterations than its MinIterations"};
  static constexpr Clause max_iterations{"OpLoopMerge.more-than-max-iterations", "false-assumption",
                                         Effect::undefined_behavior,
                                         "a loop has more iterations than its MaxIterations"};
  static constexpr Clause iteration_multiple{
      "OpLoopMerge.not-iteration-multiple", "false-assumption", Effect::undefined_behavior,
      "the number of iterations of a loop is not a multiple of its IterationMultiple"};
  static constexpr auto clauses = clause_list(min_iterations, max_iterations, iteration_multiple);
};

// Counts how often each lane executes the header of a loop.
class LoopCounter {
 public:
  // Before the loop is entered. Empty where the merge instruction asserts nothing about iterations.
  static std::optional<LoopCounter> start(Lowering& lowering, const Instruction& merge);
  // At the header.
  void count(Lowering& lowering) const;
  // At the merge block.
  void check(Lowering& lowering) const;

 private:
  Slot counter_ = 0;
  std::uint32_t limits_ = 0;  // in Program::data: { MinIterations, MaxIterations, multiple }
};

}  // namespace spirv_oracle
