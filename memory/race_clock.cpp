#include "memory/race_clock.h"

#include <algorithm>

namespace spirv_oracle {

Stamp RaceClock::of(std::uint32_t agent, std::uint32_t workgroup) const {
  const Stamp stamp = of_entries(agent, workgroup);
  return base_.clock == nullptr ? stamp : std::max(stamp, base_.clock->of_entries(agent, workgroup));
}

Stamp RaceClock::of_entries(std::uint32_t agent, std::uint32_t workgroup) const {
  Stamp stamp = 0;
  const std::uint32_t row = agent >> row_shift;
  const std::uint32_t lane = 1u << (agent & (row_size - 1));
  auto entry = std::ranges::lower_bound(entries_, row, {}, &Entry::group);
  for (; entry != entries_.end() && entry->group == row; ++entry) {
    if ((entry->lanes & lane) != 0) stamp = entry->stamp;
  }
  if (entries_.empty() || entries_.back().group < of_workgroup) return stamp;
  const std::uint32_t group = workgroup | of_workgroup;
  entry = std::ranges::lower_bound(entries_, group, {}, &Entry::group);
  const bool is_known = entry != entries_.end() && entry->group == group;
  return is_known ? std::max(stamp, entry->stamp) : stamp;
}

// `first`: where entries of its group begin; none of another group are behind them.
void RaceClock::raise(Entries& entries, std::size_t first, Entry entry) {
  std::size_t end = first;
  Entry* same = nullptr;
  for (std::size_t i = first; i < entries.size(); ++i) {
    Entry& known = entries[i];
    if (known.stamp > entry.stamp) {
      entry.lanes &= ~known.lanes;
    } else if (known.stamp < entry.stamp) {
      known.lanes &= ~entry.lanes;
      if (known.lanes == 0) continue;
    }
    entries[end] = known;
    if (known.stamp == entry.stamp) same = &entries[end];
    ++end;
  }
  entries.resize(end);
  if (entry.lanes == 0) return;
  if (same != nullptr) {
    same->lanes |= entry.lanes;
  } else {
    entries.push_back(entry);
  }
}

void RaceClock::raise(Entry entry) {
  const auto first = std::ranges::lower_bound(entries_, entry.group, {}, &Entry::group);
  auto end = first;
  while (end != entries_.end() && end->group == entry.group) ++end;
  if (end == entries_.end()) {
    return raise(entries_, static_cast<std::size_t>(first - entries_.begin()), entry);
  }
  if (first == end) {
    entries_.insert(first, entry);
    return;
  }
  Entries behind(end, entries_.end());
  entries_.erase(end, entries_.end());
  raise(entries_, static_cast<std::size_t>(first - entries_.begin()), entry);
  entries_.insert(entries_.end(), behind.begin(), behind.end());
}

void RaceClock::raise(std::uint32_t agent, std::uint32_t count, Stamp stamp) {
  if (stamp == 0) return;
  for (const std::uint32_t end = agent + count; agent != end;) {
    const std::uint32_t lane = agent & (row_size - 1);
    const std::uint32_t here = std::min(end - agent, row_size - lane);
    raise({agent >> row_shift, (~0u >> (row_size - here)) << lane, stamp});
    agent += here;
  }
}

void RaceClock::raise_workgroup(std::uint32_t workgroup, Stamp stamp) {
  if (stamp != 0) raise({workgroup | of_workgroup, 1, stamp});
}

void RaceClock::join(const RaceClock& other) {
  join_base(other.base_);
  join_entries(other.entries_);
}

// Of one workgroup, the later one knows all that the earlier one does.
void RaceClock::join_base(const Base& base) {
  if (base.clock == nullptr || has(base)) return;
  const bool is_later = base.number > base_.number;
  if (base_.clock != nullptr && base.workgroup != base_.workgroup)
    join_entries((is_later ? base_ : base).clock->entries_);
  if (is_later) base_ = base;
}

void RaceClock::flatten() {
  if (base_.clock != nullptr) join_entries(base_.clock->entries_);
  base_ = {};
}

bool RaceClock::has(const Base& base) const {
  return base.clock == base_.clock ||
         (base_.clock != nullptr && base.workgroup == base_.workgroup && base.number <= base_.number);
}

void RaceClock::join_entries(const Entries& other) {
  if (other.empty()) return;
  Entries all;
  all.reserve(entries_.size() + other.size());
  auto a = entries_.begin();
  auto b = other.begin();
  while (a != entries_.end() && b != other.end()) {
    if (a->group < b->group) {
      all.push_back(*a++);
    } else if (b->group < a->group) {
      all.push_back(*b++);
    } else {
      const std::uint32_t group = a->group;
      const std::size_t first = all.size();
      for (; a != entries_.end() && a->group == group; ++a) all.push_back(*a);
      for (; b != other.end() && b->group == group; ++b) raise(all, first, *b);
    }
  }
  all.insert(all.end(), a, entries_.end());
  all.insert(all.end(), b, other.end());
  entries_ = std::move(all);
}

bool RaceClock::includes(const RaceClock& other) const {
  if (other.base_.clock != nullptr && !has(other.base_)) return false;
  auto own = entries_.begin();
  for (const Entry& entry : other.entries_) {
    while (own != entries_.end() && own->group < entry.group) ++own;
    std::uint32_t lanes = entry.lanes;
    for (auto at = own; at != entries_.end() && at->group == entry.group; ++at) {
      if (at->stamp >= entry.stamp) lanes &= ~at->lanes;
    }
    if (lanes != 0) return false;
  }
  return true;
}

void RaceClock::forget(std::uint32_t agent, std::uint32_t count, std::uint32_t workgroup,
                       Stamp up_to) {
  const std::uint32_t end = agent + count;
  std::erase_if(entries_, [&](Entry& entry) {
    if (entry.stamp > up_to) return false;
    if (entry.group >= of_workgroup) return entry.group == (workgroup | of_workgroup);
    const std::uint32_t first = entry.group << row_shift;
    if (first + row_size <= agent || first >= end) return false;
    for (std::uint32_t lane = 0; lane < row_size; ++lane) {
      if (first + lane >= agent && first + lane < end) entry.lanes &= ~(1u << lane);
    }
    return entry.lanes == 0;
  });
}

SharedClock joined(const SharedClock& a, const SharedClock& b) {
  if (b == nullptr || a == b) return a;
  if (a == nullptr || b->includes(*a)) return b;
  if (a->includes(*b)) return a;
  auto both = std::make_shared<RaceClock>(*a);
  both->join(*b);
  return both;
}

}  // namespace spirv_oracle
