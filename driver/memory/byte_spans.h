// Sets of bytes of a memory.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace spirv_oracle {

// From byte `begin` up to byte `end`, which is not part of it.
struct ByteSpan {
  std::uint64_t begin = 0, end = 0;

  std::uint64_t size() const { return end - begin; }
  bool overlaps(const ByteSpan& other) const { return begin < other.end && other.begin < end; }
  auto operator<=>(const ByteSpan&) const = default;
};
// Ascending, and apart, except before normalize().
using ByteSpans = std::vector<ByteSpan>;

// Sorts the spans, and joins those that touch.
void normalize(ByteSpans& spans);
// Bytes of `a` that are in `b`, or that are not.
ByteSpans common(const ByteSpans& a, const ByteSpans& b);
ByteSpans without(const ByteSpans& a, const ByteSpans& b);
bool overlaps(const ByteSpans& a, const ByteSpans& b);
// Adds a byte behind those of the spans, to the last span if it follows that one.
void append(ByteSpans& spans, std::uint64_t byte);

}  // namespace spirv_oracle
