// The promises of analyze_unstructured_control_flow, for random graphs: they may have loops that are
// entered in several places.

#include "interpreter/loader/cfg/loops.h"

#include <algorithm>
#include <random>
#include <set>

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

constexpr std::uint32_t none = ControlFlow::none;

ControlFlow graph(std::vector<std::vector<std::uint32_t>> successors) {
  ControlFlow flow;
  const std::size_t count = successors.size();
  flow.structured = false;
  flow.successors = std::move(successors);
  flow.construct_of_block.assign(count, none);
  flow.construct_of_header.assign(count, none);
  flow.position.assign(count, none);
  EXPECT_TRUE(find_loops(flow, 1000).has_value());
  return flow;
}

std::set<std::uint32_t> reachable(const ControlFlow& flow) {
  std::set<std::uint32_t> seen = {0};
  std::vector<std::uint32_t> work = {0};
  while (!work.empty()) {
    const std::uint32_t block = work.back();
    work.pop_back();
    for (const std::uint32_t next : flow.successors[block]) {
      if (seen.insert(next).second) work.push_back(next);
    }
  }
  return seen;
}

void check_promises(const ControlFlow& flow) {
  const std::set<std::uint32_t> blocks = reachable(flow);
  EXPECT_EQ(std::set(flow.order.begin(), flow.order.end()), blocks);
  EXPECT_EQ(flow.order.size(), blocks.size());
  for (const std::uint32_t from : flow.order) {
    for (const std::uint32_t to : flow.successors[from]) {
      const std::uint32_t loop = flow.construct_of_header[to];
      const bool back = loop != none && flow.contains(loop, from);
      EXPECT_TRUE(back || flow.position[from] < flow.position[to]) << from << " -> " << to;
    }
  }
  for (std::uint32_t c = 0; c < flow.constructs.size(); ++c) {
    const Construct& loop = flow.constructs[c];
    std::vector<std::uint32_t> positions;
    for (const std::uint32_t block : flow.order) {
      if (flow.contains(c, block)) positions.push_back(flow.position[block]);
    }
    EXPECT_EQ(positions.front(), flow.position[loop.header]);
    EXPECT_EQ(positions.back() - positions.front() + 1, positions.size());
    EXPECT_EQ(loop.depth, loop.parent == none ? 0 : flow.constructs[loop.parent].depth + 1);
  }
}

TEST(Loops, OneLoopInAnother) {
  const ControlFlow flow = graph({{1}, {2}, {2, 3}, {1, 4}, {}});
  check_promises(flow);
  EXPECT_EQ(flow.order, (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
  ASSERT_EQ(flow.constructs.size(), 2u);
  EXPECT_EQ(flow.constructs[0].header, 1u);
  EXPECT_EQ(flow.constructs[1].header, 2u);
  EXPECT_EQ(flow.constructs[1].parent, 0u);
}

TEST(Loops, AnExitComesAfterTheLoopWhateverTheOrderOfTheBranch) {
  const ControlFlow flow = graph({{1}, {3, 2}, {1}, {}});
  check_promises(flow);
  EXPECT_EQ(flow.order, (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

TEST(Loops, ACycleThatIsEnteredInTwoPlaces) {
  const ControlFlow flow = graph({{1, 2}, {2}, {1, 3}, {}});
  check_promises(flow);
  EXPECT_EQ(flow.constructs.size(), 1u);
}

TEST(Loops, RandomGraphs) {
  for (std::uint32_t seed = 0; seed < 2000; ++seed) {
    std::mt19937 random(seed);
    const std::uint32_t count = 2 + random() % 14;
    std::vector<std::vector<std::uint32_t>> successors(count);
    for (auto& targets : successors) {
      for (std::uint32_t i = random() % 4; i > 0; --i) {
        const auto to = static_cast<std::uint32_t>(1 + random() % (count - 1));
        if (std::ranges::find(targets, to) == targets.end()) targets.push_back(to);
      }
    }
    check_promises(graph(std::move(successors)));
    if (HasFailure()) FAIL() << "seed " << seed;
  }
}

TEST(Loops, TooDeepNestingIsALimit) {
  // Loop k is the blocks from k + 1 to the end.
  constexpr std::uint32_t depth = 20;
  ControlFlow flow;
  flow.successors.resize(2 * depth + 1);
  for (std::uint32_t i = 0; i < 2 * depth; ++i) flow.successors[i] = {i + 1};
  for (std::uint32_t i = 1; i <= depth; ++i) flow.successors[2 * depth + 1 - i].push_back(i);
  flow.construct_of_block.assign(flow.successors.size(), none);
  flow.construct_of_header.assign(flow.successors.size(), none);
  flow.position.assign(flow.successors.size(), none);
  const auto done = find_loops(flow, depth - 1);
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().status, Status::limit);
}

}  // namespace
}  // namespace spirv_oracle
