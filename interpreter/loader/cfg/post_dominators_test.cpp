#include "interpreter/loader/cfg/post_dominators.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

// Blocks of which only successors, predecessors and reachability are known.
ControlFlow random_flow(std::mt19937& random, std::uint32_t count) {
  ControlFlow flow;
  flow.successors.resize(count);
  flow.predecessors.resize(count);
  flow.position.assign(count, ControlFlow::none);
  for (std::uint32_t block = 0; block < count; ++block) {
    for (std::uint32_t n = random() % 3; n != 0; --n) {
      const std::uint32_t to = random() % count;
      if (std::ranges::find(flow.successors[block], to) == flow.successors[block].end())
        flow.successors[block].push_back(to);
    }
  }
  flow.order = {0};
  for (std::size_t i = 0; i < flow.order.size(); ++i) {
    flow.position[flow.order[i]] = static_cast<std::uint32_t>(i);
    for (const std::uint32_t to : flow.successors[flow.order[i]]) {
      if (std::ranges::find(flow.order, to) == flow.order.end()) flow.order.push_back(to);
    }
  }
  for (const std::uint32_t block : flow.order) {
    for (const std::uint32_t to : flow.successors[block]) flow.predecessors[to].push_back(block);
  }
  return flow;
}

// Whether a path leads from a block to an end without the block `avoided`.
bool reaches_end(const ControlFlow& flow, std::uint32_t from, std::uint32_t avoided) {
  std::vector<std::uint32_t> seen{from};
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (seen[i] == avoided) continue;
    if (flow.successors[seen[i]].empty()) return true;
    for (const std::uint32_t to : flow.successors[seen[i]]) {
      if (std::ranges::find(seen, to) == seen.end()) seen.push_back(to);
    }
  }
  return false;
}

TEST(PostDominators, AreTheNearestBlocksOnEveryWayToAnEnd) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    const std::uint32_t count = 1 + random() % 9;
    const ControlFlow flow = random_flow(random, count);
    std::vector<std::uint32_t> ends;
    for (const std::uint32_t block : flow.order) {
      if (flow.successors[block].empty()) ends.push_back(block);
    }
    const std::vector<std::uint32_t> found = immediate_post_dominators(flow, ends);
    for (const std::uint32_t block : flow.order) {
      if (!reaches_end(flow, block, count)) {
        EXPECT_EQ(found[block], count);
        continue;
      }
      const auto post_dominates = [&](std::uint32_t other) {
        return other != block && !reaches_end(flow, block, other);
      };
      if (found[block] == count) {
        EXPECT_TRUE(std::ranges::none_of(flow.order, post_dominates));
        continue;
      }
      EXPECT_TRUE(post_dominates(found[block]));
      // All others follow it.
      for (const std::uint32_t other : flow.order) {
        if (post_dominates(other) && other != found[block]) {
          EXPECT_FALSE(reaches_end(flow, found[block], other));
        }
      }
    }
  }
}

}  // namespace
}  // namespace spirv_oracle
