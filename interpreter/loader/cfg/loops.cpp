#include "interpreter/loader/cfg/loops.h"

#include <algorithm>
#include <string>
#include <vector>

namespace spirv_oracle {
namespace {

// Orders regions: the whole function, and in it the blocks of each loop. If branches back to the first block
// of a region are ignored, the remaining cycles are the loops one level deeper.
class LoopFinder {
 public:
  LoopFinder(ControlFlow& flow, std::uint32_t max_depth)
      : flow_(flow),
        max_depth_(max_depth),
        region_(flow.successors.size(), 0),
        numbers_(flow.successors.size()) {}

  // Orders the blocks of a region that are reachable from `start`. `loop` is the innermost loop around them.
  Result<void> order(std::uint32_t start, std::uint32_t region, std::uint32_t loop);

 private:
  using Component = std::vector<std::uint32_t>;  // in the order in which blocks were reached

  // The state of a block in the search for components.
  struct Number {
    std::uint32_t discovered = 0;  // 0: not reached yet
    std::uint32_t lowest = 0;
    bool on_path = false;
  };

  std::vector<Component> components(std::uint32_t start, std::uint32_t region);
  Result<void> add_loop(const Component& blocks, std::uint32_t parent);
  bool branches_to_itself(std::uint32_t block) const {
    return std::ranges::find(flow_.successors[block], block) != flow_.successors[block].end();
  }

  ControlFlow& flow_;
  std::uint32_t max_depth_;
  std::vector<std::uint32_t> region_;  // by block: its innermost region
  std::uint32_t regions_ = 1;
  std::vector<Number> numbers_;  // by block
};

// The strongly connected components, each before those that branch to it (R. Tarjan, 1972). Iterative, because
// a long function would make the recursion deep.
std::vector<LoopFinder::Component> LoopFinder::components(std::uint32_t start,
                                                          std::uint32_t region) {
  struct Visit {
    std::uint32_t block;
    std::size_t next;  // successors to visit, the last ones first
  };
  std::vector<Component> found;
  std::vector<std::uint32_t> path;
  std::vector<Visit> visits;
  std::uint32_t count = 0;
  const auto discover = [&](std::uint32_t block) {
    numbers_[block] = {++count, count, true};
    path.push_back(block);
    visits.push_back({block, flow_.successors[block].size()});
  };
  discover(start);
  while (!visits.empty()) {
    auto& [block, next] = visits.back();
    Number& number = numbers_[block];
    if (next > 0) {
      const std::uint32_t successor = flow_.successors[block][--next];
      if (successor == start || region_[successor] != region) continue;
      if (numbers_[successor].discovered == 0) {
        discover(successor);
      } else if (numbers_[successor].on_path) {
        number.lowest = std::min(number.lowest, numbers_[successor].discovered);
      }
      continue;
    }
    if (number.lowest == number.discovered) {
      Component& members = found.emplace_back();
      do {
        members.push_back(path.back());
        numbers_[path.back()].on_path = false;
        path.pop_back();
      } while (members.back() != block);
      std::ranges::reverse(members);
    }
    const std::uint32_t lowest = number.lowest;
    visits.pop_back();
    if (!visits.empty()) {
      Number& outer = numbers_[visits.back().block];
      outer.lowest = std::min(outer.lowest, lowest);
    }
  }
  return found;
}

Result<void> LoopFinder::add_loop(const Component& blocks, std::uint32_t parent) {
  const std::uint32_t header = blocks.front();
  const std::uint32_t depth = parent == ControlFlow::none ? 0 : flow_.constructs[parent].depth + 1;
  if (depth >= max_depth_)
    return limit_reached("loops nest deeper than " + std::to_string(max_depth_));
  const auto loop = static_cast<std::uint32_t>(flow_.constructs.size());
  flow_.constructs.push_back(
      {Construct::Kind::loop, header, ControlFlow::none, ControlFlow::none, parent, depth});
  flow_.construct_of_header[header] = loop;
  const std::uint32_t region = regions_++;
  for (const std::uint32_t block : blocks) {
    region_[block] = region;
    numbers_[block] = {};
  }
  return order(header, region, loop);
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as loops nest
Result<void> LoopFinder::order(std::uint32_t start, std::uint32_t region, std::uint32_t loop) {
  std::vector<Component> found = components(start, region);
  for (auto component = found.rbegin(); component != found.rend(); ++component) {
    const std::uint32_t block = component->front();
    if (component->size() > 1 || (block != start && branches_to_itself(block))) {
      if (auto done = add_loop(*component, loop); !done) return done;
      continue;
    }
    flow_.construct_of_block[block] = loop;
    flow_.order.push_back(block);
  }
  return {};
}

}  // namespace

Result<void> find_loops(ControlFlow& flow, std::uint32_t max_depth) {
  LoopFinder finder(flow, max_depth);
  if (auto done = finder.order(0, 0, ControlFlow::none); !done) return done;
  for (std::uint32_t i = 0; i < flow.order.size(); ++i) flow.position[flow.order[i]] = i;
  return {};
}

}  // namespace spirv_oracle
