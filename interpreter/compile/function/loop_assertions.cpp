#include "interpreter/compile/function/loop_assertions.h"

#include "interpreter/checks/loop_dependence.h"

namespace spirv_oracle {

void LoopAssertions::start(Lowering& lowering, std::uint32_t loop) {
  const ControlFlow& flow = call_.flow();
  const Construct& construct = flow.constructs[loop];
  const Instruction* merge =
      merge_instruction(lowering.module(), call_.function.blocks[construct.header]);
  if (merge == nullptr) return;
  const auto independent = start_independent_loop(lowering, *merge);
  if (independent) independent_.emplace(loop, *independent);
  // Only structured loops have a merge block, where the number of iterations is checked.
  if (!flow.structured) return;
  const auto counter = LoopCounter::start(lowering, *merge);
  if (!counter) return;
  counters_.emplace(construct.header, *counter);
  counted_loop_before_.emplace(construct.merge, construct.header);
}

void LoopAssertions::count_iteration(Lowering& lowering, std::uint32_t block) const {
  if (const auto counter = counters_.find(block); counter != counters_.end())
    counter->second.count(lowering);
  if (const auto loop = independent_.find(call_.flow().construct_of_header[block]);
      loop != independent_.end())
    spirv_oracle::count_iteration(lowering, loop->second);
}

void LoopAssertions::check(Lowering& lowering, std::uint32_t block) const {
  const auto found = counted_loop_before_.find(block);
  if (found == counted_loop_before_.end()) return;
  const std::uint32_t header = found->second;
  const Instruction* merge = merge_instruction(lowering.module(), call_.function.blocks[header]);
  lowering.builder().set_origin(lowering.analysis().index_of(*merge), call_.origin);
  counters_.at(header).check(lowering);
}

std::vector<IndependentLoop> LoopAssertions::independent_loops(std::uint32_t block) const {
  std::vector<IndependentLoop> loops = around_call_;
  for (const auto& [construct, loop] : independent_) {
    if (call_.flow().contains(construct, block)) loops.push_back(loop);
  }
  return loops;
}

}  // namespace spirv_oracle
