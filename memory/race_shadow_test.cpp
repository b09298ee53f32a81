// The memory that race detection takes.
#include "memory/race_shadow.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

#include "memory/race_detector.h"

namespace spirv_oracle {
namespace {

// A workgroup of 32 invocations, on 4096 bytes of a buffer.
class Shadow : public testing::Test {
 protected:
  static constexpr std::uint32_t size = 4096, invocation_count = 32;

  Shadow()
      : detector_(shape()),
        write_(detector_.add_site({.writes = true})),
        read_(detector_.add_site({})),
        atomic_(detector_.add_site({.writes = true, .atomic = true})) {
    detector_.start_workgroup(0);
  }
  void store(std::uint64_t offset, unsigned bytes, std::uint32_t invocation) {
    EXPECT_FALSE(detector_.store(shadow_, offset, bytes, detector_.begin(write_), invocation));
  }
  void load(std::uint64_t offset, unsigned bytes, std::uint32_t invocation) {
    EXPECT_FALSE(detector_.load(shadow_, offset, bytes, detector_.begin(read_), invocation));
  }
  void atomic(std::uint64_t offset, std::uint32_t invocation) {
    EXPECT_FALSE(
        detector_.atomic(shadow_, offset, detector_.begin(atomic_), invocation, true, true, {}));
  }
  double bytes_for_each_byte() const { return static_cast<double>(shadow_.size()) / size; }

  RaceDetector detector_;
  std::uint16_t write_, read_, atomic_;
  RaceShadow shadow_;

 private:
  static RaceShape shape() {
    RaceShape shape{
        invocation_count, 1, std::vector<std::uint32_t>(invocation_count), false, true, false};
    shape.has_wide_atomics = {true, true, true};
    std::iota(shape.invocations.begin(), shape.invocations.end(), 0);
    return shape;
  }
};

TEST_F(Shadow, TakesFourBytesForEachOfWords) {
  for (std::uint32_t at = 0; at < size; at += 4) store(at, 4, at / 4 % invocation_count);
  EXPECT_LE(bytes_for_each_byte(), 4);
}

TEST_F(Shadow, TakesSixBytesForEachOfWordsThatSeveralRead) {
  for (std::uint32_t invocation = 0; invocation < invocation_count; ++invocation) {
    for (std::uint32_t at = 0; at < size; at += 4) load(at, 4, invocation);
  }
  EXPECT_LE(bytes_for_each_byte(), 6);
}

// A single one in the last word makes all of them narrow.
TEST_F(Shadow, TakesSixteenBytesForEachWhereAccessesAreNarrow) {
  for (std::uint32_t at = 0; at < size; at += 4) store(at, 4, at / 4 % invocation_count);
  EXPECT_LE(bytes_for_each_byte(), 4);
  store(size - 2, 2, (size - 4) / 4 % invocation_count);
  EXPECT_LE(bytes_for_each_byte(), 16);
  for (std::uint32_t at = 0; at < size; ++at) store(at, 1, at / 4 % invocation_count);
  EXPECT_LE(bytes_for_each_byte(), 16);
}

TEST_F(Shadow, TakesTwentyFourBytesForEachOfNarrowOnesThatSeveralRead) {
  for (std::uint32_t invocation = 0; invocation < invocation_count; ++invocation) {
    for (std::uint32_t at = 0; at < size; at += 2) load(at, 2, invocation);
  }
  EXPECT_LE(bytes_for_each_byte(), 24);
}

// All that grows counts, and no longer than it is needed.
TEST(RaceMemory, CountsWhatSynchronizationTakes) {
  RaceMemory memory;
  {
    RaceShape shape{2, 2, {0, 1, 2, 3}};
    RaceDetector detector(shape, &memory);
    RaceShadow shadow(&memory);
    const MemorySemantics release{MemoryScope::device, false, true, false, false,
                                  {true, false, false}};
    const std::uint16_t site = detector.add_site({.writes = true, .atomic = true});
    detector.start_workgroup(0);
    detector.atomic(shadow, 0, detector.begin(site), 0, false, true, release);
    const std::uint64_t one = memory.used;
    for (std::uint64_t at = 4; at < 44; at += 4)
      detector.atomic(shadow, at, detector.begin(site), 1, false, true, release);
    EXPECT_GT(memory.used, one + 10 * sizeof(RaceSide));
  }
  RaceMemory none;
  EXPECT_FALSE(none.exhausted());
}

// A workgroup of 256 invocations that synchronizes finely, on 4096 bytes of a buffer.
class Synchronization : public testing::Test {
 protected:
  static constexpr std::uint32_t size = 4096, invocation_count = 256;

  Synchronization()
      : detector_(shape(), &memory_),
        read_(detector_.add_site({.atomic = true})),
        write_(detector_.add_site({.writes = true, .atomic = true})) {
    detector_.start_workgroup(0);
    before_ = memory_.used;
  }
  enum Order : std::uint8_t { acquire = 1, release = 2 };
  void atomic(std::uint64_t offset, std::uint32_t invocation, bool reads, bool writes,
              unsigned order) {
    const MemorySemantics semantics{
        MemoryScope::device, (order & acquire) != 0, (order & release) != 0, false, false,
        {true, false, false}};
    EXPECT_FALSE(detector_.atomic(shadow_, offset, detector_.begin(writes ? write_ : read_),
                                  invocation, reads, writes, semantics));
  }
  double bytes_for_each_byte() const { return static_cast<double>(memory_.used - before_) / size; }

  RaceMemory memory_;
  RaceDetector detector_;
  std::uint16_t read_, write_;
  RaceShadow shadow_{&memory_};
  std::uint64_t before_ = 0;

 private:
  static RaceShape shape() {
    RaceShape shape{32, invocation_count / 32, std::vector<std::uint32_t>(invocation_count)};
    std::iota(shape.invocations.begin(), shape.invocations.end(), 0);
    shape.has_wide_atomics = shape.widely_scoped = {true, true, true};
    return shape;
  }
};

// Each word is released by one invocation and acquired by another.
TEST_F(Synchronization, TakesNinetyBytesForEachOfFlags) {
  for (std::uint32_t at = 0; at < size; at += 4)
    atomic(at, at / 4 % invocation_count, false, true, release);
  for (std::uint32_t at = 0; at < size; at += 4)
    atomic(at, (at / 4 + 1) % invocation_count, true, false, acquire);
  EXPECT_LE(bytes_for_each_byte(), 90);
}

// All invocations add to each word, those of a subgroup together.
TEST_F(Synchronization, TakesAHundredAndTwentyTwoBytesForEachOfCountersThatAllReleaseAndAcquire) {
  for (std::uint32_t first = 0; first < invocation_count; first += 32) {
    for (std::uint32_t at = 0; at < size; at += 4) {
      for (std::uint32_t lane = 0; lane < 32; ++lane)
        atomic(at, first + lane, true, true, release | acquire);
    }
  }
  EXPECT_LE(bytes_for_each_byte(), 122);
}

// Each word is acquired and released by four invocations in turn.
TEST_F(Synchronization, TakesAHundredAndTwelveBytesForEachOfLocks) {
  for (std::uint32_t first = 0; first < invocation_count; first += 32) {
    for (std::uint32_t at = 0; at < size; at += 256) {
      for (std::uint32_t lane = 0; lane < 32; ++lane)
        atomic(at + (first + lane) % 64 * 4, first + lane, true, true, acquire);
      for (std::uint32_t lane = 0; lane < 32; ++lane)
        atomic(at + (first + lane) % 64 * 4, first + lane, false, true, release);
    }
  }
  EXPECT_LE(bytes_for_each_byte(), 112);
}

// One invocation writes a byte and hands it over, another writes it then; a third one reads another byte of the word.
TEST_F(Synchronization, NotesGeneralRaces) {
  const std::uint16_t write = detector_.add_site({.writes = true}), read = detector_.add_site({});
  EXPECT_FALSE(detector_.store(shadow_, 5, 1, detector_.begin(write), 0));
  EXPECT_FALSE(detector_.store(shadow_, 10, 2, detector_.begin(write), 0));
  atomic(16, 0, false, true, release);
  EXPECT_FALSE(detector_.load(shadow_, 6, 1, detector_.begin(read), 2));
  atomic(16, 1, true, false, acquire);
  EXPECT_TRUE(shadow_.general_races().empty());
  EXPECT_FALSE(detector_.store(shadow_, 5, 1, detector_.begin(write), 1));
  EXPECT_FALSE(detector_.load(shadow_, 11, 1, detector_.begin(read), 1));
  const GeneralRaces expected = {{4, GeneralRace::between_writes},
                                 {8, GeneralRace::between_read_and_write}};
  EXPECT_EQ(shadow_.general_races(), expected);
}

// Objects smaller than what is allocated at once.
TEST_F(Shadow, TakesNoMoreForSmallObjects) {
  constexpr std::uint32_t small = 256;
  shadow_.set_object_size(small);
  for (std::uint32_t at = 0; at < small; at += 4) store(at, 4, at / 4 % invocation_count);
  EXPECT_LE(shadow_.size(), 4 * small);
  for (std::uint32_t at = 0; at < small; ++at) store(at, 1, at / 4 % invocation_count);
  EXPECT_LE(shadow_.size(), 16 * small);
}

TEST_F(Shadow, RemembersWhatManyWorkgroupsDid) {
  for (std::uint32_t at = 0; at < size; ++at) {
    detector_.start_workgroup(at);
    store(at, 1, at * 7 % invocation_count);
    store(at, 1, at * 7 % invocation_count);
  }
  detector_.start_workgroup(size);
  for (std::uint32_t at = 0; at < size; ++at) {
    ASSERT_TRUE(detector_.load(shadow_, at, 1, detector_.begin(read_), 0)) << at;
    EXPECT_EQ(detector_.order().workgroup_of(detector_.race().other.agent), at);
    EXPECT_EQ(detector_.order().invocation_of(detector_.race().other.agent),
              at * 7 % invocation_count);
  }
}

TEST_F(Shadow, TakesSixBytesForEachOfWhatManyAccessByAtomics) {
  for (std::uint32_t invocation = 0; invocation < invocation_count; ++invocation) {
    for (std::uint32_t at = 0; at < size; at += 4) atomic(at, invocation);
  }
  EXPECT_LE(bytes_for_each_byte(), 6);
}

TEST_F(Shadow, TakesSixBytesForEachOfDoubleWordsThatManyAccessByAtomics) {
  const std::uint16_t site = detector_.add_site({.writes = true, .atomic = true, .bytes = 8});
  for (std::uint32_t invocation = 0; invocation < invocation_count; ++invocation) {
    for (std::uint32_t at = 0; at < size; at += 8)
      EXPECT_FALSE(
          detector_.atomic(shadow_, at, detector_.begin(site), invocation, true, true, {}));
  }
  EXPECT_LE(bytes_for_each_byte(), 6);
}

constexpr std::uint32_t run_of_neighbors = 50;

// The stamps of agents and of workgroups, which share nothing.
struct StampArrays {
  static constexpr std::uint32_t agents = 600, workgroups = 40;

  std::array<Stamp, agents> of_agents = {};
  std::array<Stamp, workgroups> of_workgroups = {};

  void join(const StampArrays& other) {
    for (std::uint32_t i = 0; i < agents; ++i)
      of_agents[i] = std::max(of_agents[i], other.of_agents[i]);
    for (std::uint32_t i = 0; i < workgroups; ++i)
      of_workgroups[i] = std::max(of_workgroups[i], other.of_workgroups[i]);
  }
  void forget(const RaceClock::Watermark& watermark) {
    for (std::uint32_t i = watermark.agent; i < watermark.agent + watermark.count; ++i)
      if (of_agents[i] <= watermark.up_to) of_agents[i] = 0;
    Stamp& of_workgroup = of_workgroups[watermark.workgroup];
    if (of_workgroup <= watermark.up_to) of_workgroup = 0;
  }
  bool includes(const StampArrays& other) const {
    return std::ranges::equal(other.of_agents, of_agents, std::less_equal<>()) &&
           std::ranges::equal(other.of_workgroups, of_workgroups, std::less_equal<>());
  }
};

// A row of agents has several entries, or none. Agents are far apart: the entries are in several parts of the tree.
class RaceClocks : public testing::TestWithParam<std::uint32_t> {
 protected:
  std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }
  static std::uint32_t agent(std::uint32_t number) {
    return number / run_of_neighbors * GetParam() + number % run_of_neighbors;
  }
  static std::uint32_t workgroup(std::uint32_t number) { return number * GetParam(); }

  static void expect_equal(const RaceClock& clock, const StampArrays& arrays) {
    constexpr std::uint32_t unknown = 1u << 30;
    for (std::uint32_t i = 0; i < StampArrays::agents; ++i)
      ASSERT_EQ(clock.of(agent(i), unknown), arrays.of_agents[i]) << "agent " << i;
    for (std::uint32_t i = 0; i < StampArrays::workgroups; ++i)
      ASSERT_EQ(clock.of(1u << 30, workgroup(i)), arrays.of_workgroups[i]) << "workgroup " << i;
  }
  void change(RaceClock& clock, StampArrays& arrays) {
    const Stamp stamp = 1 + below(6);
    if (below(4) == 0) {
      const std::uint32_t number = below(StampArrays::workgroups);
      arrays.of_workgroups[number] = std::max(arrays.of_workgroups[number], stamp);
      clock.raise_workgroup(workgroup(number), stamp);
      return;
    }
    const std::uint32_t first = below(StampArrays::agents),
                        count = 1 + below(run_of_neighbors - first % run_of_neighbors);
    if (below(4) == 0) {
      const std::uint32_t number = below(StampArrays::workgroups);
      arrays.forget({first, count, number, stamp});
      clock.forget({agent(first), count, workgroup(number), stamp});
      return;
    }
    for (std::uint32_t i = first; i < first + count; ++i)
      arrays.of_agents[i] = std::max(arrays.of_agents[i], stamp);
    clock.raise(agent(first), count, stamp);
  }

 private:
  std::mt19937 random_{3};
};

TEST_P(RaceClocks, JoinAsArraysDo) {
  RaceMemory memory;
  for (unsigned round = 0; round < 40; ++round) {
    std::array<StampArrays, 4> arrays = {};
    std::vector<RaceClock> clocks(arrays.size(), RaceClock(&memory));
    for (unsigned step = 0; step < 150; ++step) {
      SCOPED_TRACE(testing::Message() << "round " << round << ", step " << step);
      const std::uint32_t to = below(4), from = below(4);
      const std::uint32_t action = below(8);
      if (action == 0) {
        arrays[to] = arrays[from];
        clocks[to].copy(clocks[from]);
      } else if (action <= 2 && to != from) {
        arrays[to].join(arrays[from]);
        clocks[to].join(clocks[from]);
      } else {
        change(clocks[to], arrays[to]);
      }
      for (std::size_t i = 0; i < clocks.size(); ++i) expect_equal(clocks[i], arrays[i]);
      ASSERT_EQ(clocks[to].includes(clocks[from]), arrays[to].includes(arrays[from]));
    }
  }
  EXPECT_EQ(memory.used, 0u);
}

INSTANTIATE_TEST_SUITE_P(NearAndFar, RaceClocks,
                         testing::Values(run_of_neighbors, 4096u, 1u << 20));

// What a watermark has counts as included.
TEST(RaceClock, IncludesWhatIsInTheWatermark) {
  RaceClock known, other;
  known.raise(7, 1, 5);
  other.raise(7, 1, 4);
  other.raise(64, 40, 9);
  other.raise_workgroup(2, 9);
  EXPECT_FALSE(known.includes(other));
  EXPECT_TRUE(known.includes(other, {64, 64, 2, 9}));
  EXPECT_FALSE(known.includes(other, {64, 64, 2, 8}));
  EXPECT_FALSE(known.includes(other, {64, 64, 3, 9}));
  EXPECT_FALSE(known.includes(other, {96, 64, 2, 9}));
  EXPECT_TRUE(RaceClock().includes(RaceClock(), {64, 64, 2, 9}));
}

// Each invocation knows what all before it did. Nearly all of what they know is the same.
TEST(RaceClock, ChainsTakeLittleTimeAndMemory) {
  constexpr std::uint32_t count = 4096, lanes = 32;
  RaceMemory memory;
  std::vector<std::shared_ptr<RaceClock>> clocks{RaceClock::make(&memory)};
  for (std::uint32_t i = 1; i < count; ++i) {
    clocks.push_back(copied(*clocks.back()));
    clocks.back()->raise(i * lanes, 1, i);
    clocks.back()->raise_workgroup(i, i);
    clocks.back()->join(*clocks[i - 1]);
    ASSERT_TRUE(clocks.back()->includes(*clocks[i - 1]));
    ASSERT_FALSE(clocks[i - 1]->includes(*clocks.back()));
  }
  EXPECT_EQ(clocks.back()->of(lanes, count), 1u);
  EXPECT_EQ(clocks[count / 2]->of(lanes * (count / 2), count), count / 2);
  EXPECT_EQ(clocks[count / 2]->of(lanes * (count / 2 + 1), count), 0u);
  EXPECT_LT(memory.used / count, 4096u);   // bytes for each; arrays take 48 KiB
  EXPECT_LT(memory.effort / count, 512u);  // entries for each; arrays compare 16,384
}

// 64 KiB, of which each word has another writer.
class PackedShadow : public testing::Test {
 protected:
  static constexpr std::uint64_t size = 16 * RaceChunk::bytes;

  static RaceRecord writer_of(std::uint64_t offset) {
    const auto invocation = static_cast<std::uint32_t>(offset / 4 % 256);
    return {RaceRecord::tag(1 + static_cast<Stamp>(offset / 1024), invocation), 3};
  }

  void write(std::uint64_t offset) { shadow_.word(offset)->writer = writer_of(offset); }
  void write_all() {
    for (std::uint64_t offset = 0; offset < size; offset += 4) write(offset);
  }
  void expect_all() {
    for (std::uint64_t offset = 0; offset < size; offset += 4) {
      const RaceRecord expected = writer_of(offset);
      ASSERT_TRUE(shadow_.word(offset)->writer.same_access(expected)) << offset;
    }
  }

  // The second call finds that nothing was accessed since the first one.
  void pack() {
    shadow_.pack();
    shadow_.pack();
  }

  RaceMemory memory_;
  RaceShadow shadow_{&memory_};
};

TEST_F(PackedShadow, TakesLittleUntilItIsAccessed) {
  write_all();
  EXPECT_EQ(shadow_.size(), 4 * size);
  shadow_.pack();
  EXPECT_EQ(shadow_.size(), 4 * size);
  shadow_.pack();
  EXPECT_LE(shadow_.size(), size / 8);
  EXPECT_EQ(memory_.used, shadow_.size());
  expect_all();
  EXPECT_EQ(shadow_.size(), 4 * size);
  EXPECT_EQ(memory_.used, shadow_.size());
}

TEST_F(PackedShadow, DividesWords) {
  write_all();
  pack();
  for (std::uint64_t offset = 0; offset < size; ++offset) {
    const RaceChunk& chunk = shadow_.chunk(offset, 0);
    const RaceRecord expected = writer_of(offset);
    ASSERT_TRUE(chunk.cells[chunk.index(offset)].writer.same_access(expected)) << offset;
  }
  pack();
  EXPECT_LE(shadow_.size(), size / 8);
}

// Packing must not take time again and again.
TEST_F(PackedShadow, StaysAsItIsIfItIsAccessedAgainAndAgain) {
  write_all();
  for (unsigned round = 0; round < 100; ++round) {
    pack();
    write(0);
  }
  pack();
  EXPECT_GE(shadow_.size(), 4 * RaceChunk::bytes);
  EXPECT_LE(shadow_.size(), 4 * RaceChunk::bytes + size / 8);
  expect_all();
}

}  // namespace
}  // namespace spirv_oracle
