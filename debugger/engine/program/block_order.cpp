#include "debugger/engine/program/block_order.h"

#include <unordered_map>
#include <utility>

namespace spirv_oracle {

BlockOrder::BlockOrder(const Module& module, const Function& function)
    : predecessors(function.blocks.size()) {
  const auto count = static_cast<std::uint32_t>(function.blocks.size());
  std::unordered_map<Id, std::uint32_t> by_label;
  for (std::uint32_t b = 0; b < count; ++b) by_label[function.blocks[b].label] = b;
  Edges successors(count);
  for (std::uint32_t b = 0; b < count; ++b) {
    const Instruction& branch = module.instruction(function.blocks[b].last);
    for (unsigned i = 0; i < branch.operand_count(); ++i) {
      if (branch.operands[i].operand_class != OperandClass::id) continue;
      const auto target = by_label.find(branch.id(i));
      if (target == by_label.end()) continue;
      successors[b].push_back(target->second);
      predecessors[target->second].push_back(b);
    }
  }
  if (count == 0) return;
  Dominators found = find_dominators(successors, predecessors, 0);
  rank = std::move(found.rank);
  dominator = std::move(found.immediate);
}

}  // namespace spirv_oracle
