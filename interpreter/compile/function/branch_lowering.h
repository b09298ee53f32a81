// Branches: their records, and the edges that they take.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "interpreter/compile/function/branch_joins.h"
#include "interpreter/compile/function/function_instance.h"
#include "interpreter/compile/instruction/instruction_lowering.h"
#include "interpreter/lowering/lowered_function.h"

namespace spirv_oracle {

// Lowers the branch at the end of the current block. If the block has a merge instruction, its
// construct must have been entered.
class BranchLowering {
 public:
  // `function`: emits the records of control flow.
  BranchLowering(InstructionLowering& lowering, LoweredFunction& function,
                 FunctionInstance& instance, BranchJoins& joins)
      : lowering_(lowering), function_(function), instance_(instance), joins_(joins) {}

  void lower_branch(const Instruction& branch);
  void lower_branch_conditional(const Instruction& branch);
  void lower_switch(const Instruction& branch);

 private:
  // A Target of an OpSwitch.
  struct Case {
    std::uint64_t literal;
    std::uint32_t block;
  };
  // In the order of the blocks, in which their paths run.
  std::vector<Case> sorted_cases(const Instruction& branch) const;
  // Completes the table of a switch (exec/tangles/tangle.h), `table` in Program::data, and emits the edges
  // that need records.
  void emit_switch_edges(std::uint32_t table, std::span<const Case> cases,
                         std::uint32_t default_block);

  std::uint32_t block_of(Id label) const;
  // The effect of the branch to `to`. Fails for a loop that has no header.
  Edge edge_to(std::uint32_t to);
  // Whether the edge is a jump without copies.
  bool edge_is_plain_jump(std::uint32_t to);
  void emit_edge(std::uint32_t to);
  void emit_jump(std::uint32_t to);
  // How lanes that go to the block may join others there without a guarantee.
  UnguaranteedReconvergence reconvergence_at(std::uint32_t block) const;

  // For unstructured control flow. Emits the records of edges that have their own reconvergence
  // point.
  void emit_unstructured_edges();
  void emit_unstructured_jump(std::uint32_t to);

  InstructionLowering& lowering_;
  LoweredFunction& function_;
  FunctionInstance& instance_;
  BranchJoins& joins_;
};

}  // namespace spirv_oracle
