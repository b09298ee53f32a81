#include "opencl/objects/store.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace spirv_oracle::opencl {
namespace {

std::vector<Range> random_ranges(std::mt19937& random) {
  std::vector<Range> ranges;
  for (std::uint64_t begin = random() % 4; begin < 40; begin += 1 + random() % 9) {
    const std::uint64_t end = begin + 1 + random() % 6;
    ranges.push_back({begin, end});
    begin = end;
  }
  return ranges;
}

std::set<std::uint64_t> bytes_of(const std::vector<Range>& ranges) {
  std::set<std::uint64_t> bytes;
  for (const Range& range : ranges) {
    for (std::uint64_t byte = range.begin; byte < range.end; ++byte) bytes.insert(byte);
  }
  return bytes;
}

TEST(Ranges, IntersectInTheBytesOfBoth) {
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    const auto one = random_ranges(random), other = random_ranges(random);
    std::set<std::uint64_t> expected = bytes_of(one);
    const std::set<std::uint64_t> others = bytes_of(other);
    std::erase_if(expected, [&](std::uint64_t byte) { return !others.contains(byte); });
    EXPECT_EQ(bytes_of(intersection(one, other)), expected);
  }
}

}  // namespace
}  // namespace spirv_oracle::opencl
