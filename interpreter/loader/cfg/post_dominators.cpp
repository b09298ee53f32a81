#include "interpreter/loader/cfg/post_dominators.h"

#include <algorithm>

#include "interpreter/loader/cfg/dominators.h"

namespace spirv_oracle {

std::vector<std::uint32_t> immediate_post_dominators(const ControlFlow& flow,
                                                     std::vector<std::uint32_t> ends) {
  // The reversed control flow, with the end of the function as its root.
  const auto end = static_cast<std::uint32_t>(flow.successors.size());
  Edges forward = flow.successors, reversed = flow.predecessors;
  for (std::vector<std::uint32_t>& from : reversed)
    std::erase_if(from, [&](std::uint32_t block) { return !flow.reachable(block); });
  std::erase_if(ends, [&](std::uint32_t block) { return !flow.reachable(block); });
  for (const std::uint32_t block : ends) forward[block].push_back(end);
  forward.emplace_back();
  reversed.push_back(std::move(ends));
  std::vector<std::uint32_t> immediate = find_dominators(reversed, forward, end).immediate;
  immediate.pop_back();
  std::ranges::replace(immediate, Dominators::none, end);
  return immediate;
}

}  // namespace spirv_oracle
