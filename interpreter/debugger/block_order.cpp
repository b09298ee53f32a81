#include "interpreter/debugger/block_order.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace spirv_oracle {

BlockOrder::BlockOrder(const Module& module, const Function& function)
    : rank(function.blocks.size(), none),
      dominator(function.blocks.size(), none),
      predecessors(function.blocks.size()) {
  const auto count = static_cast<std::uint32_t>(function.blocks.size());
  std::unordered_map<Id, std::uint32_t> by_label;
  for (std::uint32_t b = 0; b < count; ++b) by_label[function.blocks[b].label] = b;
  std::vector<std::vector<std::uint32_t>> successors(count);
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
  // Depth first, without recursion.
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(count, false);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack;
  if (count != 0) stack.emplace_back(0, 0);
  if (count != 0) seen[0] = true;
  while (!stack.empty()) {
    const std::uint32_t block = stack.back().first;
    if (stack.back().second == successors[block].size()) {
      order.push_back(block);
      stack.pop_back();
      continue;
    }
    const std::uint32_t next = successors[block][stack.back().second++];
    if (!seen[next]) {
      seen[next] = true;
      stack.emplace_back(next, 0);
    }
  }
  std::ranges::reverse(order);
  for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  if (count != 0) dominator[0] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t block : order) {
      if (block == 0) continue;
      std::uint32_t common = none;
      for (std::uint32_t other : predecessors[block]) {
        if (dominator[other] == none) continue;
        if (common == none) {
          common = other;
          continue;
        }
        while (other != common) {
          if (rank[other] > rank[common]) {
            other = dominator[other];
          } else {
            common = dominator[common];
          }
        }
      }
      if (dominator[block] == common) continue;
      dominator[block] = common;
      changed = true;
    }
  }
}

}  // namespace spirv_oracle
