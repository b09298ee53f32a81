// What the Loop Controls of one inlined function assert: the numbers of iterations
// (checks/loop_control.h), and that iterations are independent (checks/loop_dependence.h).
#pragma once

#include <unordered_map>
#include <vector>

#include "interpreter/checks/loop_control.h"
#include "interpreter/compile/function/inlined_call.h"
#include "interpreter/lowering/lowered_function.h"

namespace spirv_oracle {

// The functions emit records that check the assertions. They have no effect for loops that assert
// nothing.
class LoopAssertions {
 public:
  // `around_call`: the loops around the call whose iterations are independent.
  LoopAssertions(const InlinedCall& call, std::vector<IndependentLoop> around_call)
      : call_(call), around_call_(std::move(around_call)) {}

  // Must precede the records of the loop. `loop`: a construct.
  void start(Lowering& lowering, std::uint32_t loop);
  // Must be called where each iteration begins. No effect if the block is not the header of a loop.
  void count_iteration(Lowering& lowering, std::uint32_t block) const;
  // Must be the first records of a block. No effect if the block is not the merge block of a loop.
  // Changes the origin of the following records.
  void check(Lowering& lowering, std::uint32_t block) const;

  // The loops around a block, including those around the call, whose iterations are independent.
  std::vector<IndependentLoop> independent_loops(std::uint32_t block) const;

 private:
  const InlinedCall& call_;
  std::vector<IndependentLoop> around_call_;
  std::unordered_map<std::uint32_t, LoopCounter> counters_;               // by header
  std::unordered_map<std::uint32_t, std::uint32_t> counted_loop_before_;  // by merge block: header
  std::unordered_map<std::uint32_t, IndependentLoop> independent_;        // by construct
};

}  // namespace spirv_oracle
