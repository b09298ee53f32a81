// Dominators in a graph.
#pragma once

#include <cstdint>
#include <vector>

namespace spirv_oracle {

// By node. Exchange successors and predecessors for post-dominators.
using Edges = std::vector<std::vector<std::uint32_t>>;

struct Dominators {
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  std::vector<std::uint32_t> rank;       // in reverse postorder, by node; none: unreachable
  std::vector<std::uint32_t> immediate;  // by node; the root for itself; none: unreachable
};

// `predecessors` may contain nodes that the root does not reach.
Dominators find_dominators(const Edges& successors, const Edges& predecessors, std::uint32_t root);

}  // namespace spirv_oracle
