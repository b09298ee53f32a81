#include "interpreter/exec/branch_sides.h"

#include <algorithm>
#include <vector>

namespace spirv_oracle {
namespace {

std::uint32_t block_with_label(const Function& function, Id label) {
  const auto found = std::ranges::find(function.blocks, label, &Block::label);
  return static_cast<std::uint32_t>(found - function.blocks.begin());
}

// Whether edges that go forward lead from one block to another.
bool reaches(const ControlFlow& flow, std::uint32_t from, std::uint32_t to) {
  std::vector<bool> seen(flow.successors.size());
  std::vector<std::uint32_t> left{from};
  while (!left.empty()) {
    const std::uint32_t block = left.back();
    left.pop_back();
    if (block == to) return true;
    for (const std::uint32_t next : flow.successors[block]) {
      if (flow.position[next] <= flow.position[block] || seen[next]) continue;
      seen[next] = true;
      left.push_back(next);
    }
  }
  return false;
}

}  // namespace

const ControlFlow* BranchSides::flow_of(const Function& function) {
  const auto [entry, is_new] = flows_.try_emplace(&function);
  if (is_new) {
    auto flow = analyze_unstructured_control_flow(*program_.module, function);
    if (flow) entry->second = std::move(*flow);
  }
  return entry->second ? &*entry->second : nullptr;
}

bool BranchSides::examine(std::uint32_t instruction) {
  const Module& module = *program_.module;
  const Instruction& branch = module.instruction(instruction);
  if (branch.opcode != spv::Op::OpBranchConditional) return false;
  for (const Function& function : module.functions()) {
    const auto block = std::ranges::find(function.blocks, instruction, &Block::last);
    if (block == function.blocks.end()) continue;
    const ControlFlow* flow = flow_of(function);
    if (flow == nullptr) return false;
    const std::uint32_t from = static_cast<std::uint32_t>(block - function.blocks.begin());
    const std::uint32_t a = block_with_label(function, branch.id(1));
    const std::uint32_t b = block_with_label(function, branch.id(2));
    // An edge back to the header of a loop begins the next iteration.
    const bool go_forward =
        flow->position[a] > flow->position[from] && flow->position[b] > flow->position[from];
    return go_forward && a != b && !reaches(*flow, a, b) && !reaches(*flow, b, a);
  }
  return false;
}

bool BranchSides::are_independent(const Record& record) {
  const std::uint32_t instruction = program_.origins[record.origin].instruction;
  const auto [entry, is_new] = known_.try_emplace(instruction);
  if (is_new) entry->second = examine(instruction);
  return entry->second;
}

}  // namespace spirv_oracle
