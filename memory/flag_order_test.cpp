#include "memory/flag_order.h"

#include <array>

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

constexpr std::array<std::uint32_t, 2> both = {0, 1};
constexpr std::uint32_t released_at = 7, acquired_at = 9;

// Workgroups of two subgroups with one invocation each.
class FlagOrderTest : public testing::Test {
 protected:
  FlagOrderTest() : flags_(shape()) { flags_.start_workgroup(0); }

  static RaceShape shape() {
    RaceShape shape;
    shape.subgroup_count = 2;
    shape.invocations = {0, 1};
    return shape;
  }
  void set(std::uint32_t invocation) { flags_.access(1, 4, invocation, released_at, false, true); }
  void read(std::uint32_t invocation, std::uint64_t offset = 4) {
    flags_.access(1, offset, invocation, acquired_at, true, false);
  }
  void barrier() {
    flags_.order().control_barrier(both, MemoryScope::workgroup, FlagOrder::semantics());
  }
  std::uint32_t agent(std::uint32_t invocation) { return flags_.order().agent(invocation); }
  Stamp now(std::uint32_t invocation) { return flags_.order().epoch(invocation); }

  FlagOrder flags_;
};

TEST_F(FlagOrderTest, AFlagOrdersWhatPrecedesIt) {
  const Stamp access = now(0);
  EXPECT_FALSE(flags_.flags_between(agent(0), access, 1));
  set(0);
  const Stamp later = now(0);
  EXPECT_FALSE(flags_.flags_between(agent(0), access, 1));
  read(1);
  const auto found = flags_.flags_between(agent(0), access, 1);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->released_at, released_at);
  EXPECT_EQ(found->acquired_at, acquired_at);
  EXPECT_FALSE(found->released_by_other);
  EXPECT_FALSE(found->acquired_by_other);
  EXPECT_FALSE(flags_.flags_between(agent(0), later, 1));
}

TEST_F(FlagOrderTest, AnotherLocationIsAnotherFlag) {
  const Stamp access = now(0);
  set(0);
  read(1, 8);
  EXPECT_FALSE(flags_.flags_between(agent(0), access, 1));
}

TEST_F(FlagOrderTest, ALoadReleasesNothing) {
  const Stamp access = now(0);
  read(0);
  read(1);
  EXPECT_FALSE(flags_.flags_between(agent(0), access, 1));
}

// One invocation of each workgroup sets or reads the flag for the others.
TEST_F(FlagOrderTest, BarriersPassOnWhatFlagsOrder) {
  const Stamp access = now(1);
  const std::uint32_t writer = agent(1);
  barrier();
  set(0);
  flags_.start_workgroup(1);
  read(0);
  EXPECT_TRUE(flags_.flags_between(writer, access, 0));
  EXPECT_FALSE(flags_.flags_between(writer, access, 1));
  barrier();
  const auto found = flags_.flags_between(writer, access, 1);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->released_by_other);
  EXPECT_TRUE(found->acquired_by_other);
}

TEST_F(FlagOrderTest, WorkgroupsMayTakeTurns) {
  const Stamp access = now(0);
  const std::uint32_t writer = agent(0);
  set(0);
  const auto first = flags_.make_suspended();
  flags_.exchange_workgroup(*first);
  flags_.start_workgroup(1);
  read(1);
  EXPECT_TRUE(flags_.flags_between(writer, access, 1));
}

// A barrier alone does not count as a flag.
TEST_F(FlagOrderTest, BarriersAreNoFlags) {
  const Stamp access = now(0);
  barrier();
  EXPECT_FALSE(flags_.flags_between(agent(0), access, 1));
}

}  // namespace
}  // namespace spirv_oracle
