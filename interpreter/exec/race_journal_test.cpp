#include "interpreter/exec/race_journal.h"

#include <gtest/gtest.h>

#include <array>

namespace spirv_oracle {
namespace {

constexpr std::uint32_t invocations = 4;

RaceShape shape() {
  RaceShape shape;
  shape.subgroup_size = 2;
  shape.subgroup_count = 2;
  for (std::uint32_t invocation = 0; invocation < invocations; ++invocation)
    shape.invocations.push_back(invocation);
  return shape;
}

// A byte that all invocations of a workgroup access.
class RaceJournalTest : public ::testing::Test {
 protected:
  RaceJournalTest() : detector_(shape()), journal_(detector_, {1}, memory_) {
    RaceSite site;
    site.origin = 1;
    site.storage = StorageSemantics::workgroup_memory;
    read_ = detector_.add_site(site);
    site.writes = true;
    write_ = detector_.add_site(site);
    site.atomic = true;
    atomic_ = detector_.add_site(site);
    detector_.start_workgroup(0);
  }

  bool store(std::uint32_t invocation, std::uint8_t value) {
    const bool same = journal_.store(place(), value, write_, invocation);
    value_ = std::byte{value};
    state_ = Definedness::defined;
    return same;
  }
  bool load(std::uint32_t invocation) { return journal_.load(place(), read_, invocation); }
  void barrier() {
    MemorySemantics semantics;
    semantics.scope = MemoryScope::workgroup;
    semantics.acquire = semantics.release = true;
    semantics.storage[static_cast<std::size_t>(StorageSemantics::workgroup_memory)] = true;
    const std::array<std::uint32_t, invocations> all{0, 1, 2, 3};
    detector_.order().control_barrier(all, MemoryScope::workgroup, semantics);
  }
  RaceJournal::SharedByte place() const {
    return {1, 0, &value_, &state_, StorageSemantics::workgroup_memory};
  }

  RaceMemory memory_;
  RaceDetector detector_;
  RaceJournal journal_;
  std::uint16_t read_ = 0, write_ = 0, atomic_ = 0;
  std::byte value_{};
  Definedness state_ = Definedness::uninitialized;
};

TEST_F(RaceJournalTest, WritesOfOneValueLeaveItAsItIsButForTheFirst) {
  EXPECT_FALSE(store(0, 5));
  EXPECT_TRUE(store(1, 5));
  EXPECT_TRUE(store(2, 5));
  EXPECT_FALSE(store(3, 6));
  EXPECT_FALSE(store(1, 5));
}

TEST_F(RaceJournalTest, AReadTellsWhetherTheValueWasChangedBefore) {
  store(0, 5);
  store(1, 5);
  EXPECT_FALSE(load(2));
  EXPECT_TRUE(load(0));  // which changed it itself
  barrier();
  EXPECT_TRUE(store(3, 5));
  EXPECT_TRUE(load(2));
}

TEST_F(RaceJournalTest, TheFirstContentsAreThoseOfTheMemory) {
  value_ = std::byte{7};
  state_ = Definedness::defined;
  EXPECT_TRUE(store(0, 7));
  EXPECT_TRUE(load(1));
}

TEST_F(RaceJournalTest, UndefinedValuesAreNeverTheSame) {
  EXPECT_FALSE(journal_.store(place(), std::nullopt, write_, 0));
  EXPECT_FALSE(journal_.store(place(), std::nullopt, write_, 1));
  EXPECT_FALSE(store(2, 0));
}

TEST_F(RaceJournalTest, AnAtomicIsNotAWriteOfTheSameValue) {
  store(0, 5);
  barrier();
  journal_.overwrite(place(), atomic_, 1);
  EXPECT_FALSE(store(2, 5));
  barrier();
  EXPECT_TRUE(store(3, 5));
}

TEST_F(RaceJournalTest, AnotherWorkgroupHasItsOwnContents) {
  store(0, 5);
  detector_.start_workgroup(1);
  journal_.start_workgroup();
  value_ = {};
  state_ = Definedness::uninitialized;
  EXPECT_FALSE(store(0, 5));
  EXPECT_TRUE(store(1, 5));
}

TEST_F(RaceJournalTest, NamesTheIterationOfAnAccessInItsEpoch) {
  journal_.note_access(1, 0, write_, 2, {{4, 0}}, 5);
  const RaceOrder::Access access = detector_.order().access(detector_.record(write_, 2));
  ASSERT_NE(journal_.find(1, 0, access).loops, nullptr);
  EXPECT_EQ(*journal_.find(1, 0, access).loops, (std::vector<EnclosingLoop>{{4, 0}}));
  journal_.note_access(1, 0, write_, 2, {{4, 1}}, 6);
  EXPECT_EQ(*journal_.find(1, 0, access).loops, (std::vector<EnclosingLoop>{{4, 1}}));
  EXPECT_EQ(journal_.find(1, 1, access).loops, nullptr);
  barrier();
  const RaceOrder::Access later = detector_.order().access(detector_.record(write_, 2));
  EXPECT_EQ(journal_.find(1, 0, later).loops, nullptr);
}

}  // namespace
}  // namespace spirv_oracle
