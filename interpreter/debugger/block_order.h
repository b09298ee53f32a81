// The control flow of a function.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/loader/module.h"

namespace spirv_oracle {

// Immediate dominators ("A Simple, Fast Dominance Algorithm", Cooper, Harvey and Kennedy).
struct BlockOrder {
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  std::vector<std::uint32_t> rank;       // in reverse postorder, by block; none: unreachable
  std::vector<std::uint32_t> dominator;  // by block
  std::vector<std::vector<std::uint32_t>> predecessors;  // by block

  BlockOrder(const Module& module, const Function& function);
  bool dominates(std::uint32_t a, std::uint32_t b) const {
    if (rank[b] == none) return false;
    while (rank[b] > rank[a]) b = dominator[b];
    return a == b;
  }
};

}  // namespace spirv_oracle
