// The assertions of a Loop Control in OpLoopMerge about the number of iterations.
#pragma once

#include <optional>

#include "interpreter/findings/clause.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// The specification does not say whether the last execution of the header, which only leaves the
// loop, is an iteration. The rules report only counts that are wrong in both readings.
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
  // To be called before the loop is entered. None if the merge instruction asserts nothing about
  // iterations.
  static std::optional<LoopCounter> start(Lowering& lowering, const Instruction& merge);
  // To be called at the header.
  void count(Lowering& lowering) const;
  // To be called at the merge block.
  void check(Lowering& lowering) const;

 private:
  Slot counter_ = 0;
  std::uint32_t limits_ = 0;  // in Program::data: { MinIterations, MaxIterations, multiple }
};

}  // namespace spirv_oracle
