#include "interpreter/exec/barriers.h"

#include <random>

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

using SplitScope = Barriers::SplitScope;

// Subgroups outside all loops, with the state that barriers use.
std::vector<Subgroup> make_subgroups(unsigned count, unsigned size) {
  std::vector<Subgroup> subgroups(count);
  for (unsigned id = 0; id < count; ++id) {
    subgroups[id].id = id;
    subgroups[id].size = size;
    subgroups[id].existing = subgroups[id].active = LaneMask::first(size);
    subgroups[id].frames.resize(1);
  }
  return subgroups;
}

// All sequences of lane sets that arrive, wait, arrive and wait, compared with a state for each invocation alone.
TEST(Barriers, EachInvocationArrivesAndWaitsInTurn) {
  constexpr unsigned size = 4;
  const Record record;
  for (unsigned sets = 0; sets < 1u << (4 * size); ++sets) {
    std::vector<Subgroup> subgroups = make_subgroups(1, size);
    Barriers barriers;
    barriers.start(1);
    bool arrived[size] = {}, ever[size] = {};
    for (unsigned step = 0; step < 4; ++step) {
      const LaneMask active{{sets >> (step * size) & 15, 0}};
      subgroups[0].active = active;
      LaneMask again, never, waited;
      active.for_each([&](unsigned lane) {
        if (step % 2 == 0) {
          if (arrived[lane]) again.set(lane);
          arrived[lane] = ever[lane] = true;
        } else {
          if (!arrived[lane]) (ever[lane] ? waited : never).set(lane);
          arrived[lane] = false;
        }
      });
      if (step % 2 == 0) {
        ASSERT_EQ(barriers.arrive(subgroups[0], &record, SplitScope::subgroup), again);
      } else {
        const Barriers::NotArrived found = barriers.wait(subgroups[0], SplitScope::subgroup);
        ASSERT_EQ(found.never, never);
        ASSERT_EQ(found.waited, waited);
      }
    }
  }
}

TEST(Barriers, ScopesAreApart) {
  std::vector<Subgroup> subgroups = make_subgroups(1, 4);
  Barriers barriers;
  barriers.start(1);
  const Record record;
  EXPECT_TRUE(barriers.arrive(subgroups[0], &record, SplitScope::workgroup).none());
  EXPECT_EQ(barriers.wait(subgroups[0], SplitScope::subgroup).never, LaneMask::first(4));
  EXPECT_TRUE(barriers.wait(subgroups[0], SplitScope::workgroup).never.none());
}

// Subgroups take turns at random. None passes the n-th wait before all have arrived n times.
TEST(Barriers, WaitsEndWhenAllHaveArrived) {
  constexpr unsigned count = 5, rounds = 20;
  std::mt19937_64 random(1);
  for (unsigned run = 0; run < 50; ++run) {
    std::vector<Subgroup> subgroups = make_subgroups(count, 4);
    Barriers barriers;
    barriers.start(count);
    Record records[2];
    unsigned arrivals[count] = {}, passed[count] = {};
    for (unsigned finished = 0; finished < count;) {
      Subgroup& subgroup = subgroups[random() % count];
      const unsigned id = subgroup.id;
      if (subgroup.state == SubgroupState::finished) continue;
      if (subgroup.state == SubgroupState::at_split_barrier) {
        bool all = true;
        for (const unsigned other : arrivals) all = all && other > passed[id];
        ASSERT_EQ(barriers.may_go_on(subgroup), all);
        if (all && ++passed[id] == rounds) {
          subgroup.state = SubgroupState::finished;
          ++finished;
        }
      } else if (arrivals[id] == passed[id]) {
        ++arrivals[id];
        ASSERT_TRUE(barriers.arrive(subgroup, &records[0], SplitScope::workgroup).none());
      } else {
        ASSERT_TRUE(barriers.wait(subgroup, SplitScope::workgroup).never.none());
        barriers.wait_for_arrivals(subgroup, &records[1]);
      }
    }
    barriers.finish(subgroups);
  }
}

// A named barrier releases the waiting subgroups when the number of arrivals reaches its count, whichever subgroups they are.
TEST(Barriers, NamedBarriersCountSubgroups) {
  std::mt19937_64 random(2);
  for (unsigned count = 1; count <= 6; ++count) {
    std::vector<Subgroup> subgroups = make_subgroups(6, 4);
    Barriers barriers;
    barriers.start(6);
    const Record make, meet;
    bool agrees = false;
    const std::uint32_t barrier = barriers.make_named(subgroups[0], &make, count, agrees);
    EXPECT_TRUE(agrees);
    EXPECT_EQ(barriers.make_named(subgroups[1], &make, count, agrees), barrier);
    EXPECT_TRUE(agrees);
    EXPECT_EQ(barriers.make_named(subgroups[1], &make, count + 1, agrees), barrier);
    EXPECT_FALSE(agrees);
    EXPECT_NE(barriers.make_named(subgroups[0], &meet, count, agrees), barrier);
    std::vector<Subgroup*> waiting;
    for (unsigned step = 0; step < 200; ++step) {
      Subgroup& subgroup = subgroups[random() % 6];
      if (subgroup.state != SubgroupState::runnable) {
        ASSERT_FALSE(barriers.may_go_on(subgroup));
        continue;
      }
      barriers.arrive_at_named(subgroup, &meet, barrier);
      if (waiting.size() + 1 < count) {
        ASSERT_EQ(subgroup.state, SubgroupState::at_named_barrier);
        waiting.push_back(&subgroup);
        continue;
      }
      ASSERT_EQ(subgroup.state, SubgroupState::runnable);
      for (Subgroup* other : waiting) ASSERT_TRUE(barriers.may_go_on(*other));
      waiting.clear();
    }
  }
}

TEST(Barriers, IterationsAreOtherDynamicInstances) {
  std::vector<Subgroup> subgroups = make_subgroups(2, 4);
  const Record record;
  for (Subgroup& subgroup : subgroups) {
    subgroup.frames.resize(3);
    subgroup.frames[1].kind = subgroup.frames[2].kind = Frame::Kind::loop;
    subgroup.depth = 2;
  }
  EXPECT_EQ(dynamic_instance(subgroups[0], &record), dynamic_instance(subgroups[1], &record));
  for (std::uint64_t outer = 0; outer < 20; ++outer) {
    for (std::uint64_t inner = 0; inner < 20; ++inner) {
      subgroups[0].frames[1].iteration = outer;
      subgroups[0].frames[2].iteration = inner;
      EXPECT_EQ(dynamic_instance(subgroups[0], &record) == dynamic_instance(subgroups[1], &record),
                outer == 0 && inner == 0);
    }
  }
}

}  // namespace
}  // namespace spirv_oracle
