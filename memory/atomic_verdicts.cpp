#include "memory/atomic_verdicts.h"

#include <algorithm>

namespace spirv_oracle {
namespace {

void append(AtomicVerdicts::Ranges& ranges, const AtomicVerdicts::Range& range) {
  if (range.begin == range.end || range.verdict.none()) return;
  const bool continues =
      !ranges.empty() && ranges.back().end == range.begin && ranges.back().verdict == range.verdict;
  if (continues) {
    ranges.back().end = range.end;
  } else {
    ranges.push_back(range);
  }
}

AtomicVerdicts::Ranges united(const AtomicVerdicts::Ranges& a, const AtomicVerdicts::Ranges& b) {
  std::vector<std::uint32_t> bounds;
  for (const auto* ranges : {&a, &b}) {
    for (const auto& range : *ranges) bounds.insert(bounds.end(), {range.begin, range.end});
  }
  std::ranges::sort(bounds);
  AtomicVerdicts::Ranges result;
  auto in_a = a.begin();
  auto in_b = b.begin();
  const auto at = [](auto& range, const AtomicVerdicts::Ranges& ranges, std::uint32_t number) {
    while (range != ranges.end() && range->end <= number) ++range;
    const bool is_inside = range != ranges.end() && range->begin <= number;
    return is_inside ? range->verdict : AtomicVerdict{};
  };
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i)
    append(result, {bounds[i], bounds[i + 1], at(in_a, a, bounds[i]) | at(in_b, b, bounds[i])});
  return result;
}

}  // namespace

bool AtomicVerdicts::add(const Key& key, const Ranges& ranges) {
  if (all_) return false;
  Ranges normal;
  for (const Range& range : ranges) append(normal, range);
  if (normal.empty()) return false;
  constexpr std::uint64_t memory_of_entry = 96;
  const auto [entry, is_new] = ranges_.try_emplace(key);
  Ranges sum = united(entry->second, normal);
  if (sum == entry->second) return false;
  memory_ += (sum.size() - entry->second.size()) * sizeof(Range) + (is_new ? memory_of_entry : 0);
  entry->second = std::move(sum);
  return true;
}

bool AtomicVerdicts::merge(const AtomicVerdicts& other) {
  if (all_) return false;
  if (other.all_) {
    set_all();
    return true;
  }
  bool grows = false;
  for (const auto& [key, ranges] : other.ranges_) grows = add(key, ranges) || grows;
  return grows;
}

}  // namespace spirv_oracle
