#include "interpreter/ir/subgroup_layout.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

constexpr SubgroupOrder all_orders[] = {SubgroupOrder::linear, SubgroupOrder::quads,
                                        SubgroupOrder::columns, SubgroupOrder::rows,
                                        SubgroupOrder::random};

struct Case {
  Dim3 local_size;
  std::uint32_t subgroup_size;
  SubgroupMapping mapping;
  QuadGroup quad_group;

  SubgroupLayout layout() const {
    return make_subgroup_layout(local_size, subgroup_size, mapping, quad_group);
  }
  std::string text() const {
    return std::to_string(local_size[0]) + "," + std::to_string(local_size[1]) + "," +
           std::to_string(local_size[2]) + " in " + std::to_string(subgroup_size) + " order " +
           std::to_string(static_cast<int>(mapping.order)) + " full " +
           std::to_string(mapping.full_subgroups) + " quads " +
           std::to_string(static_cast<int>(quad_group));
  }
  Dim3 id(std::uint32_t index) const {
    return {index % local_size[0], index / local_size[0] % local_size[1],
            index / local_size[0] / local_size[1]};
  }
};

bool has_quads(const Dim3& size, QuadGroup quad_group) {
  if (quad_group == QuadGroup::quads) return size[0] % 2 == 0 && size[1] % 2 == 0;
  if (quad_group == QuadGroup::linear) return size[0] * size[1] * size[2] % 4 == 0;
  return true;
}

template <class Action>
void for_each_case(Action action) {
  const Dim3 sizes[] = {{1, 1, 1}, {8, 1, 1}, {7, 3, 2},  {4, 4, 1},
                        {6, 2, 3}, {2, 8, 2}, {64, 2, 1}, {130, 1, 2}};
  for (const Dim3& size : sizes) {
    for (std::uint32_t subgroup_size = 1; subgroup_size <= 128; subgroup_size *= 2) {
      for (const QuadGroup group : {QuadGroup::lanes, QuadGroup::quads, QuadGroup::linear}) {
        if (!has_quads(size, group) || (group != QuadGroup::lanes && subgroup_size < 4)) continue;
        for (const SubgroupOrder order : all_orders) {
          for (const bool full : {false, true}) {
            action(Case{size, subgroup_size, {order, 5, full}, group});
          }
        }
      }
    }
  }
}

TEST(SubgroupLayout, EachInvocationIsExactlyOneLane) {
  for_each_case([](const Case& c) {
    SCOPED_TRACE(c.text());
    const SubgroupLayout layout = c.layout();
    const std::uint32_t count = c.local_size[0] * c.local_size[1] * c.local_size[2];
    std::set<std::uint32_t> seen;
    for (std::uint32_t id = 0; id < layout.subgroup_count; ++id) {
      const LaneMask existing = layout.existing(id);
      EXPECT_TRUE(existing.any());
      EXPECT_TRUE(LaneMask::first(c.subgroup_size).contains(existing));
      existing.for_each([&](unsigned lane) {
        const std::uint32_t index = layout.invocation(id, lane);
        EXPECT_LT(index, count);
        EXPECT_TRUE(seen.insert(index).second);
      });
    }
    EXPECT_EQ(seen.size(), count);
  });
}

TEST(SubgroupLayout, OnlyTheLastSubgroupIsPartlyFilledButForRows) {
  for_each_case([](const Case& c) {
    SCOPED_TRACE(c.text());
    const SubgroupLayout layout = c.layout();
    if (c.mapping.order == SubgroupOrder::rows && !c.mapping.full_subgroups) return;
    for (std::uint32_t id = 0; id + 1 < layout.subgroup_count; ++id) {
      EXPECT_EQ(layout.existing(id), LaneMask::first(c.subgroup_size));
    }
    const LaneMask last = layout.existing(layout.subgroup_count - 1);
    EXPECT_EQ(last, LaneMask::first(last.count()));
  });
}

// Vulkan, "Full Subgroups": if the X dimension is a multiple of SubgroupSize, every order has full subgroups.
TEST(SubgroupLayout, FullSubgroupsWhereXIsAMultiple) {
  for_each_case([](const Case& c) {
    if (c.local_size[0] % c.subgroup_size != 0) return;
    SCOPED_TRACE(c.text());
    const SubgroupLayout layout = c.layout();
    for (std::uint32_t id = 0; id < layout.subgroup_count; ++id) {
      EXPECT_EQ(layout.existing(id), LaneMask::first(c.subgroup_size));
    }
  });
}

// Vulkan, "Quad": four invocations of one subgroup with adjacent ids, selected as the mode defines.
TEST(SubgroupLayout, QuadsAreAdjacentLanes) {
  for_each_case([](const Case& c) {
    if (c.quad_group == QuadGroup::lanes) return;
    SCOPED_TRACE(c.text());
    const SubgroupLayout layout = c.layout();
    for (std::uint32_t s = 0; s < layout.subgroup_count; ++s) {
      const LaneMask existing = layout.existing(s);
      for (unsigned lane = 0; lane < c.subgroup_size; lane += 4) {
        if (!existing.test(lane)) {
          EXPECT_FALSE(existing.test(lane + 3));
          continue;
        }
        const std::uint32_t first = layout.invocation(s, lane);
        for (unsigned i = 0; i < 4; ++i) {
          const std::uint32_t index = layout.invocation(s, lane + i);
          if (c.quad_group == QuadGroup::linear) {
            EXPECT_EQ(first % 4, 0u);
            EXPECT_EQ(index, first + i);
          } else {
            const Dim3 from = c.id(first), id = c.id(index);
            EXPECT_EQ(from[0] % 2 + from[1] % 2, 0u);
            EXPECT_EQ(id, (Dim3{from[0] + i % 2, from[1] + i / 2, from[2]}));
          }
        }
      }
    }
  });
}

std::vector<std::uint32_t> order_of(const Case& c) {
  const SubgroupLayout layout = c.layout();
  std::vector<std::uint32_t> order;
  for (std::uint32_t s = 0; s < layout.subgroup_count; ++s) {
    layout.existing(s).for_each(
        [&](unsigned lane) { order.push_back(layout.invocation(s, lane)); });
  }
  return order;
}

TEST(SubgroupLayout, Orders) {
  const Dim3 size{4, 2, 1};
  const auto order = [&](SubgroupOrder o, QuadGroup group) {
    return order_of({size, 4, {o, 0, false}, group});
  };
  using Numbers = std::vector<std::uint32_t>;
  EXPECT_EQ(order(SubgroupOrder::linear, QuadGroup::lanes), (Numbers{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(order(SubgroupOrder::quads, QuadGroup::lanes), (Numbers{0, 1, 4, 5, 2, 3, 6, 7}));
  EXPECT_EQ(order(SubgroupOrder::columns, QuadGroup::lanes), (Numbers{0, 4, 1, 5, 2, 6, 3, 7}));
  EXPECT_EQ(order(SubgroupOrder::linear, QuadGroup::quads), (Numbers{0, 1, 4, 5, 2, 3, 6, 7}));
  EXPECT_EQ(order(SubgroupOrder::linear, QuadGroup::linear), (Numbers{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(SubgroupLayout, RowsStartNewSubgroups) {
  const SubgroupLayout layout =
      make_subgroup_layout({5, 2, 1}, 4, {SubgroupOrder::rows, 0, false}, QuadGroup::lanes);
  EXPECT_EQ(layout.subgroup_count, 4u);
  EXPECT_EQ(layout.existing(1), LaneMask::first(1));
  EXPECT_EQ(layout.invocation(2, 0), 5u);
  EXPECT_EQ(layout.invocation(1, 1), SubgroupLayout::no_invocation);
}

TEST(SubgroupLayout, SeedsMakeOtherRandomOrders) {
  const auto order = [](std::uint64_t seed) {
    return order_of({{64, 1, 1}, 8, {SubgroupOrder::random, seed, false}, QuadGroup::lanes});
  };
  EXPECT_EQ(order(1), order(1));
  EXPECT_NE(order(1), order(2));
}

}  // namespace
}  // namespace spirv_oracle
