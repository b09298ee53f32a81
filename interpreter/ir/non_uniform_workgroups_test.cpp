#include "interpreter/ir/non_uniform_workgroups.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

// The size in one dimension: what is left of the global size, at most the enqueued size.
TEST(NonUniformWorkgroups, TheLastOfEachDimensionHasWhatRemains) {
  const Dim3 global_sizes[] = {{10, 1, 1}, {3, 1, 1}, {7, 5, 9}, {8, 6, 4}, {1, 131, 2}};
  const Dim3 enqueued_sizes[] = {{4, 1, 1}, {8, 2, 1}, {3, 3, 3}, {2, 130, 1}};
  for (const Dim3& global_size : global_sizes) {
    for (const Dim3& enqueued : enqueued_sizes) {
      Dim3 groups{};
      for (unsigned d = 0; d < 3; ++d) groups[d] = (global_size[d] + enqueued[d] - 1) / enqueued[d];
      const NonUniformWorkgroups workgroups(groups, global_size, enqueued, 4, {});
      std::uint64_t index = 0, invocations = 0;
      for (std::uint32_t z = 0; z < groups[2]; ++z) {
        for (std::uint32_t y = 0; y < groups[1]; ++y) {
          for (std::uint32_t x = 0; x < groups[0]; ++x, ++index) {
            const Dim3 expected{std::min(enqueued[0], global_size[0] - x * enqueued[0]),
                                std::min(enqueued[1], global_size[1] - y * enqueued[1]),
                                std::min(enqueued[2], global_size[2] - z * enqueued[2])};
            const NonUniformWorkgroups::Shape& shape = workgroups.shape(index);
            EXPECT_EQ(shape.size, expected) << index;
            EXPECT_EQ(shape.layout.invocation_count, expected[0] * expected[1] * expected[2]);
            EXPECT_EQ(shape.layout.subgroup_count, (shape.layout.invocation_count + 3) / 4);
            invocations += shape.layout.invocation_count;
          }
        }
      }
      EXPECT_EQ(invocations, std::uint64_t{global_size[0]} * global_size[1] * global_size[2]);
    }
  }
}

// So that the subgroups of the largest workgroup suffice for all.
TEST(NonUniformWorkgroups, NoneHasMoreSubgroupsThanTheEnqueuedSizeMakes) {
  for (const SubgroupOrder order :
       {SubgroupOrder::linear, SubgroupOrder::quads, SubgroupOrder::columns, SubgroupOrder::rows,
        SubgroupOrder::random}) {
    for (std::uint32_t x = 1; x <= 9; ++x) {
      for (std::uint32_t y = 1; y <= 5; ++y) {
        const SubgroupMapping mapping{order, 1, false};
        const NonUniformWorkgroups one({1, 1, 1}, {x, y, 1}, {9, 5, 1}, 4, mapping);
        EXPECT_LE(one.shape(0).layout.subgroup_count,
                  make_subgroup_layout({9, 5, 1}, 4, mapping, QuadGroup::lanes).subgroup_count);
      }
    }
  }
}

}  // namespace
}  // namespace spirv_oracle
