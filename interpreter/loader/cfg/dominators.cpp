#include "interpreter/loader/cfg/dominators.h"

#include <algorithm>
#include <utility>

namespace spirv_oracle {
namespace {

// Depth first, without recursion.
std::vector<std::uint32_t> reverse_postorder(const Edges& successors, std::uint32_t root) {
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(successors.size(), false);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{root, 0}};
  seen[root] = true;
  while (!stack.empty()) {
    auto& [node, next] = stack.back();
    if (next == successors[node].size()) {
      order.push_back(node);
      stack.pop_back();
    } else if (const std::uint32_t to = successors[node][next++]; !seen[to]) {
      seen[to] = true;
      stack.emplace_back(to, 0);
    }
  }
  std::ranges::reverse(order);
  return order;
}

std::uint32_t common_dominator(const Dominators& found, std::uint32_t a, std::uint32_t b) {
  while (a != b) {
    if (found.rank[a] > found.rank[b]) {
      a = found.immediate[a];
    } else {
      b = found.immediate[b];
    }
  }
  return a;
}

}  // namespace

// K. Cooper, T. Harvey, K. Kennedy: A Simple, Fast Dominance Algorithm.
Dominators find_dominators(const Edges& successors, const Edges& predecessors, std::uint32_t root) {
  constexpr std::uint32_t none = Dominators::none;
  const std::vector<std::uint32_t> order = reverse_postorder(successors, root);
  Dominators found{std::vector<std::uint32_t>(successors.size(), none),
                   std::vector<std::uint32_t>(successors.size(), none)};
  for (std::uint32_t i = 0; i < order.size(); ++i) found.rank[order[i]] = i;
  found.immediate[root] = root;
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t node : order) {
      if (node == root) continue;
      std::uint32_t common = none;
      for (const std::uint32_t from : predecessors[node]) {
        if (found.immediate[from] == none) continue;
        common = common == none ? from : common_dominator(found, from, common);
      }
      changed |= std::exchange(found.immediate[node], common) != common;
    }
  }
  return found;
}

}  // namespace spirv_oracle
