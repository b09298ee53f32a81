// Records for shadow runs where the paths of each branch join (exec/tangles/uncertain_branches.h).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "interpreter/compile/function/function_instance.h"
#include "interpreter/exec/tangles/known_comparisons.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Has no effect unless Instrumentation::follows_uncertain_branches.
class BranchJoins {
 public:
  explicit BranchJoins(Lowering& lowering) : lowering_(lowering) {}

  // `record`: the branch at the end of the current block. `selector_bytes`: 0 for a condition.
  void add(FunctionInstance& instance, std::uint32_t record, const Instruction& branch,
           unsigned selector_bytes);

 private:
  const std::vector<std::uint32_t>& post_dominators(const InlinedCall& call);
  // The comparison that gives the condition of a branch, if its operands have the same values at the branch.
  Comparison comparison_of(const Instruction& branch);

  Lowering& lowering_;
  std::unordered_map<const Function*, std::vector<std::uint32_t>> post_dominators_;
};

}  // namespace spirv_oracle
