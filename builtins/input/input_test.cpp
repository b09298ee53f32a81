#include "builtins/input/input.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/subgroup_layout.h"

namespace spirv_oracle {
namespace {

struct Free {
  void operator()(std::byte* bytes) const { std::free(bytes); }
};

// A subgroup with one plane.
class Machine {
 public:
  Machine(const InputContext& context, std::uint32_t subgroup_id) : context_(context) {
    constexpr std::size_t bytes = 64 * slot_unit;
    registers_.reset(static_cast<std::byte*>(std::aligned_alloc(64, bytes)));
    std::memset(registers_.get(), 0xAA, bytes);
    subgroup_.registers = registers_.get();
    subgroup_.size = context.subgroup_size;
    subgroup_.padded_lanes = (context.subgroup_size + 7) / 8 * 8;
    subgroup_.id = subgroup_id;
  }

  bool fill(spv::BuiltIn built_in, std::uint32_t component, ScalarType type) {
    return fill_input(context_, subgroup_, {0, type, built_in, component});
  }
  template <class T = std::uint32_t>
  T value(spv::BuiltIn built_in, std::uint32_t component, unsigned lane) {
    EXPECT_TRUE(fill(built_in, component, ScalarType::unsigned_integer(sizeof(T))));
    EXPECT_TRUE(subgroup_.header(0).undefined.none());
    EXPECT_TRUE(subgroup_.header(0).implementation_dependent.none());
    return subgroup_.values<T>(0)[lane];
  }
  const Subgroup& subgroup() const { return subgroup_; }

 private:
  InputContext context_;
  std::unique_ptr<std::byte, Free> registers_;
  Subgroup subgroup_;
};

constexpr InputContext context_of(const Dim3& workgroup_id, const Dim3& group_count,
                                  const Dim3& local_size, std::uint32_t subgroup_size) {
  InputContext context;
  context.workgroup_id = workgroup_id;
  context.group_count = group_count;
  context.local_size = local_size;
  context.subgroup_size = subgroup_size;
  return context;
}

constexpr InputContext example = context_of({5, 6, 7}, {10, 20, 30}, {4, 3, 5}, 16);
constexpr std::uint32_t example_subgroups = 4;  // 60 invocations

TEST(Input, WorkgroupSizesAndIds) {
  Machine machine(example, 1);
  for (std::uint32_t c = 0; c < 3; ++c) {
    for (unsigned lane = 0; lane < 16; ++lane) {
      EXPECT_EQ(machine.value(spv::BuiltIn::NumWorkgroups, c, lane), example.group_count[c]);
      EXPECT_EQ(machine.value(spv::BuiltIn::WorkgroupSize, c, lane), example.local_size[c]);
      EXPECT_EQ(machine.value(spv::BuiltIn::WorkgroupId, c, lane), example.workgroup_id[c]);
    }
  }
}

TEST(Input, InvocationIds) {
  for (std::uint32_t id = 0; id < example_subgroups; ++id) {
    Machine machine(example, id);
    for (unsigned lane = 0; lane < 16 && id * 16 + lane < 60; ++lane) {
      const std::uint32_t index = machine.value(spv::BuiltIn::LocalInvocationIndex, 0, lane);
      EXPECT_EQ(index, id * 16 + lane);
      std::uint32_t local[3];
      for (std::uint32_t c = 0; c < 3; ++c) {
        local[c] = machine.value(spv::BuiltIn::LocalInvocationId, c, lane);
        EXPECT_LT(local[c], example.local_size[c]);
        EXPECT_EQ(machine.value(spv::BuiltIn::GlobalInvocationId, c, lane),
                  example.workgroup_id[c] * example.local_size[c] + local[c]);
      }
      EXPECT_EQ(index, local[2] * 4 * 3 + local[1] * 4 + local[0]);
    }
  }
}

TEST(Input, SubgroupSizesAndIds) {
  for (std::uint32_t id = 0; id < example_subgroups; ++id) {
    Machine machine(example, id);
    for (unsigned lane = 0; lane < 16; ++lane) {
      EXPECT_EQ(machine.value(spv::BuiltIn::SubgroupSize, 0, lane), 16u);
      EXPECT_EQ(machine.value(spv::BuiltIn::SubgroupMaxSize, 0, lane), 16u);
      EXPECT_EQ(machine.value(spv::BuiltIn::NumSubgroups, 0, lane), example_subgroups);
      EXPECT_EQ(machine.value(spv::BuiltIn::SubgroupId, 0, lane), id);
      EXPECT_EQ(machine.value(spv::BuiltIn::SubgroupLocalInvocationId, 0, lane), lane);
      EXPECT_EQ(machine.value(spv::BuiltIn::DeviceIndex, 0, lane), 0u);
    }
  }
}

bool mask_bit(spv::BuiltIn built_in, unsigned bit, unsigned lane) {
  switch (built_in) {
    case spv::BuiltIn::SubgroupEqMask:
      return bit == lane;
    case spv::BuiltIn::SubgroupGeMask:
      return bit >= lane;
    case spv::BuiltIn::SubgroupGtMask:
      return bit > lane;
    case spv::BuiltIn::SubgroupLeMask:
      return bit <= lane;
    default:
      return bit < lane;
  }
}

TEST(Input, SubgroupMasks) {
  for (const std::uint32_t size : {1u, 2u, 8u, 32u, 64u, 128u}) {
    Machine machine(context_of({}, {1, 1, 1}, {size, 1, 1}, size), 0);
    for (const spv::BuiltIn mask :
         {spv::BuiltIn::SubgroupEqMask, spv::BuiltIn::SubgroupGeMask, spv::BuiltIn::SubgroupGtMask,
          spv::BuiltIn::SubgroupLeMask, spv::BuiltIn::SubgroupLtMask}) {
      for (std::uint32_t component = 0; component < 4; ++component) {
        for (unsigned lane = 0; lane < size; ++lane) {
          std::uint32_t expected = 0;
          for (unsigned bit = 0; bit < 32; ++bit) {
            const unsigned other = 32 * component + bit;
            if (other < size && mask_bit(mask, other, lane)) expected |= 1u << bit;
          }
          ASSERT_EQ(machine.value(mask, component, lane), expected);
        }
      }
    }
  }
}

TEST(Input, OtherWidths) {
  Machine machine(example, 2);
  EXPECT_EQ(machine.value<std::uint8_t>(spv::BuiltIn::LocalInvocationIndex, 0, 3), 35);
  EXPECT_EQ(machine.value<std::uint16_t>(spv::BuiltIn::LocalInvocationIndex, 0, 3), 35);
  EXPECT_EQ(machine.value<std::uint64_t>(spv::BuiltIn::LocalInvocationIndex, 0, 3), 35u);
  EXPECT_TRUE(machine.fill(spv::BuiltIn::SubgroupLocalInvocationId, 0, ScalarType::boolean()));
  EXPECT_EQ(machine.subgroup().truth(0), LaneMask::first(16) & ~LaneMask::single(0));
}

TEST(Input, WhatDoesNotExist) {
  Machine machine(example, 0);
  EXPECT_FALSE(machine.fill(spv::BuiltIn::FragCoord, 0, ScalarType::unsigned_integer(4)));
  EXPECT_FALSE(machine.fill(spv::BuiltIn::WorkgroupId, 3, ScalarType::unsigned_integer(4)));
  EXPECT_FALSE(machine.fill(spv::BuiltIn::SubgroupId, 1, ScalarType::unsigned_integer(4)));
}

// A subgroup whose last lanes have no invocation.
TEST(Input, LanesPastTheEndAreHarmless) {
  Machine machine(context_of({1, 0, 0}, {2, 1, 1}, {3, 1, 1}, 8), 0);
  for (unsigned lane = 0; lane < 3; ++lane) {
    EXPECT_EQ(machine.value(spv::BuiltIn::GlobalInvocationId, 0, lane), 3 + lane);
  }
  EXPECT_EQ(machine.value(spv::BuiltIn::LocalInvocationId, 2, 7), 2u);
}

SubgroupLayout layout_of(const InputContext& context, const SubgroupMapping& mapping) {
  return make_subgroup_layout(context.local_size, context.subgroup_size, mapping, QuadGroup::lanes);
}

TEST(Input, IdsFollowTheMapping) {
  for (const SubgroupOrder order :
       {SubgroupOrder::linear, SubgroupOrder::quads, SubgroupOrder::columns, SubgroupOrder::rows,
        SubgroupOrder::random}) {
    const SubgroupLayout layout = layout_of(example, {order, 3, false});
    InputContext context = example;
    context.layout = &layout;
    std::vector<bool> seen(60, false);
    for (std::uint32_t id = 0; id < layout.subgroup_count; ++id) {
      Machine machine(context, id);
      layout.existing(id).for_each([&](unsigned lane) {
        const std::uint32_t index = machine.value(spv::BuiltIn::LocalInvocationIndex, 0, lane);
        ASSERT_EQ(index, layout.invocation(id, lane));
        EXPECT_FALSE(seen[index]);
        seen[index] = true;
        std::uint32_t local[3];
        for (std::uint32_t c = 0; c < 3; ++c) {
          local[c] = machine.value(spv::BuiltIn::LocalInvocationId, c, lane);
          EXPECT_LT(local[c], example.local_size[c]);
          EXPECT_EQ(machine.value(spv::BuiltIn::GlobalInvocationId, c, lane),
                    example.workgroup_id[c] * example.local_size[c] + local[c]);
        }
        EXPECT_EQ(index, local[2] * 4 * 3 + local[1] * 4 + local[0]);
        EXPECT_EQ(machine.value(spv::BuiltIn::SubgroupLocalInvocationId, 0, lane), lane);
        EXPECT_EQ(machine.value(spv::BuiltIn::SubgroupId, 0, lane), id);
        EXPECT_EQ(machine.value(spv::BuiltIn::NumSubgroups, 0, lane), layout.subgroup_count);
      });
    }
    EXPECT_EQ(std::ranges::count(seen, true), 60);
  }
}

// The last workgroup of a kernel with 37 by 62 by 38 work-items, in workgroups of 8 by 10 by 5.
TEST(Input, SizesOfASmallerWorkgroup) {
  InputContext context = example;
  context.workgroup_id = {4, 6, 7};
  context.group_count = {5, 7, 8};
  context.local_size = {5, 2, 3};
  context.is_kernel = true;
  context.global_offset = {1000, 0, 3};
  context.enqueued = InputContext::Enqueued{{37, 62, 38}, {8, 10, 5}, 25};
  const SubgroupLayout layout = layout_of(context, {});
  context.layout = &layout;
  std::vector<bool> seen(30, false);
  for (std::uint32_t id = 0; id < 2; ++id) {
    Machine machine(context, id);
    layout.existing(id).for_each([&](unsigned lane) {
      const std::uint32_t index = machine.value(spv::BuiltIn::LocalInvocationIndex, 0, lane);
      ASSERT_LT(index, 30u);
      seen[index] = true;
      const std::uint32_t local[] = {index % 5, index / 5 % 2, index / 10};
      const std::uint32_t first[] = {4 * 8, 6 * 10, 7 * 5};
      for (std::uint32_t c = 0; c < 3; ++c) {
        EXPECT_EQ(machine.value(spv::BuiltIn::WorkgroupSize, c, lane), context.local_size[c]);
        EXPECT_EQ(machine.value(spv::BuiltIn::EnqueuedWorkgroupSize, c, lane),
                  context.enqueued->local_size[c]);
        EXPECT_EQ(machine.value(spv::BuiltIn::GlobalSize, c, lane),
                  context.enqueued->global_size[c]);
        EXPECT_EQ(machine.value(spv::BuiltIn::LocalInvocationId, c, lane), local[c]);
        EXPECT_EQ(machine.value<std::uint64_t>(spv::BuiltIn::GlobalInvocationId, c, lane),
                  first[c] + local[c] + context.global_offset[c]);
      }
      EXPECT_EQ(machine.value<std::uint64_t>(spv::BuiltIn::GlobalLinearId, 0, lane),
                ((first[2] + local[2]) * 62 + first[1] + local[1]) * 37 + first[0] + local[0]);
      EXPECT_EQ(machine.value(spv::BuiltIn::NumSubgroups, 0, lane), 2u);
      EXPECT_EQ(machine.value(spv::BuiltIn::NumEnqueuedSubgroups, 0, lane), 25u);
      EXPECT_EQ(machine.value(spv::BuiltIn::SubgroupSize, 0, lane), id == 0 ? 16u : 14u);
      EXPECT_EQ(machine.value(spv::BuiltIn::SubgroupMaxSize, 0, lane), 16u);
    });
  }
  EXPECT_EQ(std::ranges::count(seen, true), 30);
}

// 60 invocations in subgroups of 16: the last one has 12.
TEST(Input, SizeOfASubgroupThatIsPartlyFilled) {
  const SubgroupLayout layout = layout_of(example, {});
  for (const bool is_kernel : {false, true}) {
    InputContext context = example;
    context.layout = &layout;
    context.is_kernel = is_kernel;
    for (std::uint32_t id = 0; id < example_subgroups; ++id) {
      Machine machine(context, id);
      EXPECT_EQ(machine.value(spv::BuiltIn::SubgroupSize, 0, 0), is_kernel && id == 3 ? 12u : 16u);
      EXPECT_EQ(machine.value(spv::BuiltIn::SubgroupMaxSize, 0, 0), 16u);
      EXPECT_EQ(machine.value(spv::BuiltIn::NumEnqueuedSubgroups, 0, 0), example_subgroups);
      EXPECT_EQ(machine.value(spv::BuiltIn::SubgroupGeMask, 0, 0), 0xFFFFu);
    }
  }
}

}  // namespace
}  // namespace spirv_oracle
