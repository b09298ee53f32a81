// The control flow of a function.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/loader/cfg/dominators.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {

struct BlockOrder {
  static constexpr std::uint32_t none = Dominators::none;
  std::vector<std::uint32_t> rank;       // in reverse postorder, by block; none: unreachable
  std::vector<std::uint32_t> dominator;  // the immediate one, by block
  Edges predecessors;                    // by block

  BlockOrder(const Module& module, const Function& function);
  bool dominates(std::uint32_t a, std::uint32_t b) const {
    if (rank[b] == none) return false;
    while (rank[b] > rank[a]) b = dominator[b];
    return a == b;
  }
};

}  // namespace spirv_oracle
