#include "memory/race_clock.h"

#include <algorithm>

namespace spirv_oracle {

Stamp RaceClock::of(std::uint32_t agent, std::uint32_t workgroup) const {
  const Stamp stamp = of_entries(agent, workgroup);
  return base_.clock == nullptr ? stamp
                                : std::max(stamp, base_.clock->of_entries(agent, workgroup));
}

Stamp RaceClock::of_entries(std::uint32_t agent, std::uint32_t workgroup) const {
  Stamp stamp = 0;
  const std::uint32_t row = agent >> row_shift;
  const std::uint32_t lane = 1u << (agent & (row_size - 1));
  auto entry = std::ranges::upper_bound(entries_, row, {}, &Entry::group);
  while (entry != entries_.begin() && (--entry)->group == row) {
    if ((entry->lanes & lane) == 0) continue;
    stamp = entry->stamp;
    break;
  }
  if (entries_.empty() || entries_.back().group < of_workgroup) return stamp;
  const std::uint32_t group = workgroup | of_workgroup;
  entry = std::ranges::lower_bound(entries_, group, {}, &Entry::group);
  const bool is_known = entry != entries_.end() && entry->group == group;
  return is_known ? std::max(stamp, entry->stamp) : stamp;
}

// Lanes that are known up to a later stamp stay as they are. The others leave their earlier entries.
void RaceClock::raise(Entry entry) {
  raise(entry, std::ranges::lower_bound(entries_, entry.group, {}, &Entry::group));
}

// `first`: where the entries of its group begin.
void RaceClock::raise(Entry entry, Entries::iterator first) {
  auto at = first;
  auto place = first;  // after those with earlier stamps
  auto unused = entries_.end();
  auto same = entries_.end();
  for (; at != entries_.end() && at->group == entry.group; ++at) {
    if (at->stamp > entry.stamp) {
      entry.lanes &= ~at->lanes;
    } else if (at->stamp == entry.stamp) {
      same = at;
    } else {
      place = at + 1;
      if ((at->lanes &= ~entry.lanes) == 0) unused = at;
    }
  }
  if (same != entries_.end()) {
    same->lanes |= entry.lanes;
  } else if (entry.lanes != 0 && unused != entries_.end()) {
    std::move(unused + 1, place, unused);
    *(place - 1) = entry;
  } else if (entry.lanes != 0) {
    entries_.insert(place, entry);
    return;
  }
  if (unused == entries_.end()) return;
  const auto has_no_lanes = [](const Entry& known) { return known.lanes == 0; };
  entries_.erase(std::remove_if(first, at, has_no_lanes), at);
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

void RaceClock::copy(const RaceClock& other) {
  spend(other.entries_.size());
  entries_.reserve(other.entries_.size() + 1);
  entries_.assign(other.entries_.begin(), other.entries_.end());
  base_ = other.base_;
}

void RaceClock::join(const RaceClock& other) {
  join_base(other.base_);
  join_entries(other.entries_);
}

// Of two clocks of one workgroup, the later one includes the earlier one.
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
         (base_.clock != nullptr && base.workgroup == base_.workgroup &&
          base.number <= base_.number);
}

void RaceClock::join_entries(const Entries& other) {
  spend(other.size());
  if (entries_.empty()) {
    entries_ = other;
    return;
  }
  Entries own(entries_.get_allocator());
  std::swap(own, entries_);
  entries_.reserve(std::max(own.size(), other.size()) + 1);
  auto next = own.cbegin();
  std::size_t begin = 0;  // of the latest group
  for (const Entry& entry : other) {
    for (; next != own.cend() && next->group <= entry.group; ++next) {
      if (entries_.empty() || entries_.back().group != next->group) begin = entries_.size();
      entries_.push_back(*next);
    }
    if (entries_.empty() || entries_.back().group != entry.group) begin = entries_.size();
    raise(entry, entries_.begin() + static_cast<std::ptrdiff_t>(begin));
  }
  entries_.insert(entries_.end(), next, own.cend());
}

bool RaceClock::includes(const RaceClock& other) const { return includes(other, {}); }

bool RaceClock::includes(const RaceClock& other, const Watermark& watermark) const {
  const Publisher& publisher = other.publisher_;
  constexpr std::uint32_t no_workgroup = ~0u;
  if (publisher.stamp != 0 && of_entries(publisher.agent, no_workgroup) >= publisher.stamp)
    return true;
  if (other.base_.clock != nullptr && !has(other.base_) &&
      other.base_.workgroup != watermark.workgroup)
    return false;
  // For each group from the latest stamp to the earliest: the lanes that are known up to it.
  std::uint32_t group = ~0u, known = 0;
  auto own = entries_.rbegin();
  for (auto entry = other.entries_.rbegin(); entry != other.entries_.rend(); ++entry) {
    if (watermark.has(*entry)) continue;
    if (entry->group != group) known = 0;
    group = entry->group;
    while (own != entries_.rend() && own->group > group) ++own;
    for (; own != entries_.rend() && own->group == group && own->stamp >= entry->stamp; ++own)
      known |= own->lanes;
    if ((entry->lanes & ~known) != 0) return false;
  }
  spend(other.entries_.size());
  return true;
}

bool RaceClock::Watermark::has(const Entry& entry) const {
  if (entry.stamp > up_to) return false;
  if (entry.group >= of_workgroup) return entry.group == (workgroup | of_workgroup);
  const std::uint32_t first = entry.group << row_shift;
  return first >= agent && first + row_size <= agent + count;
}

void RaceClock::forget(const Watermark& watermark) {
  const std::uint32_t end = watermark.agent + watermark.count;
  std::erase_if(entries_, [&](Entry& entry) {
    if (entry.stamp > watermark.up_to) return false;
    if (watermark.has(entry)) return true;
    const std::uint32_t first = entry.group << row_shift;
    if (entry.group >= of_workgroup || first + row_size <= watermark.agent || first >= end)
      return false;
    for (std::uint32_t lane = 0; lane < row_size; ++lane) {
      if (first + lane >= watermark.agent && first + lane < end) entry.lanes &= ~(1u << lane);
    }
    return entry.lanes == 0;
  });
}

std::shared_ptr<RaceClock> copied(const RaceClock& clock) {
  auto copy = RaceClock::make(clock.memory());
  copy->copy(clock);
  return copy;
}

SharedClock joined(const SharedClock& a, const SharedClock& b) {
  if (b == nullptr || a == b) return a;
  if (a == nullptr || b->includes(*a)) return b;
  if (a->includes(*b)) return a;
  auto both = copied(*a);
  both->join(*b);
  return both;
}

}  // namespace spirv_oracle
