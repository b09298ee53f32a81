#include "memory/race_clock.h"

#include <algorithm>

namespace spirv_oracle {

Stamp RaceClock::of(InvocationGroup group) const {
  const auto entry = std::ranges::lower_bound(entries_, group, {}, &Entry::group);
  return entry != entries_.end() && entry->group == group ? entry->stamp : 0;
}

void RaceClock::raise(InvocationGroup group, Stamp stamp) {
  if (stamp == 0) return;
  const auto entry = std::ranges::lower_bound(entries_, group, {}, &Entry::group);
  if (entry != entries_.end() && entry->group == group) {
    entry->stamp = std::max(entry->stamp, stamp);
  } else {
    entries_.insert(entry, {group, stamp});
  }
}

void RaceClock::join(const RaceClock& other) {
  std::vector<Entry> all;
  all.reserve(entries_.size() + other.entries_.size());
  auto a = entries_.begin();
  auto b = other.entries_.begin();
  while (a != entries_.end() || b != other.entries_.end()) {
    if (b == other.entries_.end() || (a != entries_.end() && a->group < b->group)) {
      all.push_back(*a++);
    } else if (a == entries_.end() || b->group < a->group) {
      all.push_back(*b++);
    } else {
      all.push_back({a->group, std::max(a->stamp, b->stamp)});
      ++a;
      ++b;
    }
  }
  entries_ = std::move(all);
}

SharedClock joined(const SharedClock& a, const SharedClock& b) {
  if (b == nullptr || a == b) return a;
  if (a == nullptr) return b;
  auto both = std::make_shared<RaceClock>(*a);
  both->join(*b);
  return both;
}

}  // namespace spirv_oracle
