#include "memory/packing/packed_records.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <span>
#include <vector>

#include "memory/race_shadow.h"

namespace spirv_oracle {
namespace {

constexpr std::size_t count = 1024;

using Cells = std::vector<RaceCell>;

bool are_equal(const Cells& a, const Cells& b) {
  const auto same = [](const RaceCell& one, const RaceCell& other) {
    return std::bit_cast<std::uint64_t>(one.writer) == std::bit_cast<std::uint64_t>(other.writer) &&
           std::bit_cast<std::uint64_t>(one.reader) == std::bit_cast<std::uint64_t>(other.reader);
  };
  return std::ranges::equal(a, b, same);
}

void expect_packs(const Cells& cells) {
  const auto packed = PackedRecords::pack(std::as_bytes(std::span(cells)));
  ASSERT_TRUE(packed);
  EXPECT_LE(packed->allocated(), cells.size() * sizeof(RaceCell) / 8);
  Cells unpacked(cells.size());
  packed->unpack(std::as_writable_bytes(std::span(unpacked)));
  EXPECT_TRUE(are_equal(cells, unpacked));
}

RaceRecord record(Stamp epoch, std::uint32_t invocation, std::uint16_t site = 3) {
  return {RaceRecord::tag(epoch, invocation), site};
}

TEST(PackedRecords, HaveFewRunsForNeighborsOfWorkgroups) {
  for (const std::uint32_t words : {1u, 2u, 3u, 4u, 8u}) {  // of each invocation
    Cells cells(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t invocation = i / words;
      cells[i].writer = record(7 + invocation / 64, invocation % 64);
    }
    expect_packs(cells);
  }
}

TEST(PackedRecords, HaveFewRunsForTiles) {
  for (const std::uint32_t width : {4u, 8u, 16u, 32u}) {
    Cells cells(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      cells[i].writer = record(40 + i / width, 5 * width + i % width);
      cells[i].reader = record(40 + i / width, 5 * width + i % width, 2);
    }
    expect_packs(cells);
  }
}

TEST(PackedRecords, KeepGapsAndFlags) {
  Cells cells(count);
  for (std::uint32_t i = 100; i < 300; ++i) {
    cells[i].writer = record(9, i - 100).with_flags(RaceCell::of_atomics);
    cells[i].reader = record(8, 5);
  }
  expect_packs(cells);
}

TEST(PackedRecords, AreRestoredOrRefused) {
  std::mt19937 random(5);
  unsigned packed_ones = 0;
  for (unsigned round = 0; round < 500; ++round) {
    Cells cells(1 + random() % count);
    const unsigned period = 1 + random() % 300;
    for (std::uint32_t i = 0; i < cells.size(); ++i) {
      if (i >= period && random() % 200 != 0) {
        cells[i] = cells[i - period];
      } else {
        cells[i].writer = record(random(), random() % 100);
        if (random() % 2 == 0) cells[i].reader = record(random(), random() % 100);
      }
    }
    const auto packed = PackedRecords::pack(std::as_bytes(std::span(cells)));
    if (!packed) continue;
    ++packed_ones;
    Cells unpacked(cells.size());
    packed->unpack(std::as_writable_bytes(std::span(unpacked)));
    ASSERT_TRUE(are_equal(cells, unpacked)) << round;
  }
  EXPECT_GT(packed_ones, 10u);
  EXPECT_LT(packed_ones, 490u);
}

}  // namespace
}  // namespace spirv_oracle
