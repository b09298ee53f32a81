#include "vulkan/commands/runs.h"

#include <algorithm>

namespace spirv_oracle::vulkan {

void normalize(Runs& runs) {
  std::ranges::sort(runs);
  Runs joined;
  for (const auto& run : runs) {
    if (!joined.empty() && run.first <= joined.back().second) {
      joined.back().second = std::max(joined.back().second, run.second);
    } else {
      joined.push_back(run);
    }
  }
  runs = std::move(joined);
}

Runs common(const Runs& a, const Runs& b) {
  Runs both;
  for (auto left = a.begin(), right = b.begin(); left != a.end() && right != b.end();) {
    const std::uint64_t begin = std::max(left->first, right->first);
    const std::uint64_t end = std::min(left->second, right->second);
    if (begin < end) both.emplace_back(begin, end);
    (left->second < right->second ? left : right)++;
  }
  return both;
}

Runs without(const Runs& a, const Runs& b) {
  Runs rest;
  auto other = b.begin();
  for (auto [begin, end] : a) {
    while (other != b.end() && other->second <= begin) ++other;
    for (auto cut = other; cut != b.end() && cut->first < end; ++cut) {
      if (begin < cut->first) rest.emplace_back(begin, cut->first);
      begin = std::max(begin, cut->second);
    }
    if (begin < end) rest.emplace_back(begin, end);
  }
  return rest;
}

bool overlaps(const Runs& a, const Runs& b) {
  for (auto left = a.begin(), right = b.begin(); left != a.end() && right != b.end();) {
    if (std::max(left->first, right->first) < std::min(left->second, right->second)) return true;
    (left->second < right->second ? left : right)++;
  }
  return false;
}

Runs runs_of(const std::vector<MemoryPart>& parts, std::uint64_t memory) {
  Runs runs;
  for (const MemoryPart& part : parts) {
    if (part.memory->handle == memory && part.size != 0)
      runs.emplace_back(part.offset, part.offset + part.size);
  }
  normalize(runs);
  return runs;
}

}  // namespace spirv_oracle::vulkan
