#include "driver/memory/byte_spans.h"

#include <algorithm>

namespace spirv_oracle {

void normalize(ByteSpans& spans) {
  std::ranges::sort(spans);
  ByteSpans joined;
  for (const ByteSpan& span : spans) {
    if (!joined.empty() && span.begin <= joined.back().end) {
      joined.back().end = std::max(joined.back().end, span.end);
    } else {
      joined.push_back(span);
    }
  }
  spans = std::move(joined);
}

ByteSpans common(const ByteSpans& a, const ByteSpans& b) {
  ByteSpans both;
  for (auto left = a.begin(), right = b.begin(); left != a.end() && right != b.end();) {
    if (left->overlaps(*right))
      both.push_back({std::max(left->begin, right->begin), std::min(left->end, right->end)});
    ++(left->end < right->end ? left : right);
  }
  return both;
}

ByteSpans without(const ByteSpans& a, const ByteSpans& b) {
  ByteSpans rest;
  auto other = b.begin();
  for (auto [begin, end] : a) {
    while (other != b.end() && other->end <= begin) ++other;
    for (auto cut = other; cut != b.end() && cut->begin < end; ++cut) {
      if (begin < cut->begin) rest.push_back({begin, cut->begin});
      begin = std::max(begin, cut->end);
    }
    if (begin < end) rest.push_back({begin, end});
  }
  return rest;
}

bool overlaps(const ByteSpans& a, const ByteSpans& b) {
  for (auto left = a.begin(), right = b.begin(); left != a.end() && right != b.end();) {
    if (left->overlaps(*right)) return true;
    ++(left->end < right->end ? left : right);
  }
  return false;
}

void append(ByteSpans& spans, std::uint64_t byte) {
  if (spans.empty() || spans.back().end != byte) spans.push_back({byte, byte});
  spans.back().end = byte + 1;
}

}  // namespace spirv_oracle
