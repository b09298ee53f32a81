// Sets of bytes, against std::set.

#include "driver/memory/byte_spans.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace spirv_oracle {
namespace {

ByteSpans random_spans(std::mt19937& random) {
  ByteSpans spans;
  for (std::uint64_t begin = random() % 4; begin < 40; begin += 1 + random() % 9) {
    const std::uint64_t end = begin + 1 + random() % 6;
    spans.push_back({begin, end});
    begin = end;
  }
  return spans;
}

std::set<std::uint64_t> bytes_of(const ByteSpans& spans) {
  std::set<std::uint64_t> bytes;
  for (const ByteSpan& span : spans) {
    for (std::uint64_t byte = span.begin; byte < span.end; ++byte) bytes.insert(byte);
  }
  return bytes;
}

TEST(ByteSpans, AreSetsOfBytes) {
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    const ByteSpans one = random_spans(random), other = random_spans(random);
    const std::set<std::uint64_t> others = bytes_of(other);
    std::set<std::uint64_t> both = bytes_of(one), rest = both;
    std::erase_if(both, [&](std::uint64_t byte) { return !others.contains(byte); });
    std::erase_if(rest, [&](std::uint64_t byte) { return others.contains(byte); });
    EXPECT_EQ(bytes_of(common(one, other)), both);
    EXPECT_EQ(bytes_of(without(one, other)), rest);
    EXPECT_EQ(overlaps(one, other), !both.empty());
  }
}

TEST(ByteSpans, AreJoined) {
  std::mt19937 random(2);
  for (int i = 0; i < 1000; ++i) {
    ByteSpans spans = random_spans(random);
    const ByteSpans more = random_spans(random);
    spans.insert(spans.end(), more.begin(), more.end());
    const std::set<std::uint64_t> expected = bytes_of(spans);
    ByteSpans appended;
    for (const std::uint64_t byte : expected) append(appended, byte);
    normalize(spans);
    EXPECT_EQ(spans, appended);
    EXPECT_EQ(bytes_of(spans), expected);
  }
}

}  // namespace
}  // namespace spirv_oracle
