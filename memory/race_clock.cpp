#include "memory/race_clock.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace spirv_oracle {

// --- the tree ---

// A part of the tree: the groups whose numbers differ from `first` only in the lowest `bits`.
struct ClockEntries::Part {
  static constexpr unsigned leaf_bits = 4;

  std::uint32_t first = 0;
  unsigned bits = leaf_bits;

  bool is_leaf() const { return bits == leaf_bits; }
  bool has(std::uint32_t group) const { return std::uint64_t{group ^ first} >> bits == 0; }
  std::uint64_t end() const { return first + (std::uint64_t{1} << bits); }
};

struct ClockEntries::Leaf : Part {
  Entries entries;  // by group, then by stamp; entries of one group have no lane in common
};

struct ClockEntries::Branch : Part {
  std::array<SharedPart, 2> halves;

  std::size_t half_of(std::uint32_t group) const { return group >> (bits - 1) & 1; }
};

ClockEntries::SharedPart ClockEntries::leaf_of(Entries entries) const {
  const std::uint32_t first = entries.front().group >> Part::leaf_bits << Part::leaf_bits;
  return std::allocate_shared<Leaf>(RaceAllocator<Leaf>(memory_),
                                    Leaf{{first, Part::leaf_bits}, std::move(entries)});
}

ClockEntries::SharedPart ClockEntries::branch_of(SharedPart part, SharedPart other) const {
  const auto bits = static_cast<unsigned>(std::bit_width(part->first ^ other->first));
  if (part->first > other->first) std::swap(part, other);
  const auto first = static_cast<std::uint32_t>(std::uint64_t{part->first} >> bits << bits);
  return std::allocate_shared<Branch>(RaceAllocator<Branch>(memory_),
                                      Branch{{first, bits}, {std::move(part), std::move(other)}});
}

ClockEntries::SharedPart ClockEntries::copy_of(const Part& part) const {
  if (part.is_leaf()) return leaf_of(static_cast<const Leaf&>(part).entries);
  return std::allocate_shared<Branch>(RaceAllocator<Branch>(memory_),
                                      static_cast<const Branch&>(part));
}

ClockEntries::SharedPart ClockEntries::with_halves(const SharedPart& branch, SharedPart low,
                                                   SharedPart high) const {
  const Branch& known = static_cast<const Branch&>(*branch);
  if (low == known.halves[0] && high == known.halves[1]) return branch;
  if (low == nullptr || high == nullptr) return low == nullptr ? high : low;
  return std::allocate_shared<Branch>(RaceAllocator<Branch>(memory_),
                                      Branch{known, {std::move(low), std::move(high)}});
}

const ClockEntries::Leaf* ClockEntries::leaf_at(const Part* part, std::uint32_t group) {
  while (part != nullptr && part->has(group)) {
    if (part->is_leaf()) return static_cast<const Leaf*>(part);
    const Branch& branch = static_cast<const Branch&>(*part);
    part = branch.halves[branch.half_of(group)].get();
  }
  return nullptr;
}

Stamp ClockEntries::of(std::uint32_t group, std::uint32_t lane) const {
  const Leaf* leaf = leaf_at(root_.get(), group);
  if (leaf == nullptr) return 0;
  auto entry = std::ranges::upper_bound(leaf->entries, group, {}, &Entry::group);
  while (entry != leaf->entries.begin() && (--entry)->group == group) {
    if ((entry->lanes & lane) != 0) return entry->stamp;
  }
  return 0;
}

// --- entries of leaves ---

// Lanes that are known up to a later stamp stay as they are. The others leave their earlier entries. `first`: where the entries of the
// group begin.
void ClockEntries::raise(Entries& entries, Entry entry, Entries::iterator first) {
  auto at = first;
  auto place = first;  // after those with earlier stamps
  auto unused = entries.end();
  auto same = entries.end();
  for (; at != entries.end() && at->group == entry.group; ++at) {
    if (at->stamp > entry.stamp) {
      entry.lanes &= ~at->lanes;
    } else if (at->stamp == entry.stamp) {
      same = at;
    } else {
      place = at + 1;
      if ((at->lanes &= ~entry.lanes) == 0) unused = at;
    }
  }
  if (same != entries.end()) {
    same->lanes |= entry.lanes;
  } else if (entry.lanes != 0 && unused != entries.end()) {
    std::move(unused + 1, place, unused);
    *(place - 1) = entry;
  } else if (entry.lanes != 0) {
    entries.insert(place, entry);
    return;
  }
  if (unused == entries.end()) return;
  const auto has_no_lanes = [](const Entry& known) { return known.lanes == 0; };
  entries.erase(std::remove_if(first, at, has_no_lanes), at);
}

ClockEntries::SharedPart ClockEntries::joined_leaves(const SharedPart& a,
                                                     const SharedPart& b) const {
  if (includes(a.get(), *b, {})) return a;
  if (includes(b.get(), *a, {})) return b;
  const Entries& own = static_cast<const Leaf&>(*a).entries;
  const Entries& other = static_cast<const Leaf&>(*b).entries;
  Entries both(own.get_allocator());
  both.reserve(std::max(own.size(), other.size()) + 1);
  auto next = own.begin();
  std::size_t begin = 0;  // of the latest group
  for (const Entry& entry : other) {
    for (; next != own.end() && next->group <= entry.group; ++next) {
      if (both.empty() || both.back().group != next->group) begin = both.size();
      both.push_back(*next);
    }
    if (both.empty() || both.back().group != entry.group) begin = both.size();
    raise(both, entry, both.begin() + static_cast<std::ptrdiff_t>(begin));
  }
  both.insert(both.end(), next, own.end());
  spend(both.size());
  return leaf_of(std::move(both));
}

// --- entries of the tree ---

void ClockEntries::raise(const Entry& entry) {
  SharedPart* at = &root_;
  while (*at != nullptr && (*at)->has(entry.group)) {
    if (at->use_count() != 1) *at = copy_of(**at);
    if ((*at)->is_leaf()) {
      Entries& entries = static_cast<Leaf&>(**at).entries;
      raise(entries, entry, std::ranges::lower_bound(entries, entry.group, {}, &Entry::group));
      return;
    }
    auto& branch = static_cast<Branch&>(**at);
    at = &branch.halves[branch.half_of(entry.group)];
  }
  SharedPart leaf = leaf_of(Entries(1, entry, RaceAllocator<Entry>(memory_)));
  *at = *at == nullptr ? std::move(leaf) : branch_of(std::move(*at), std::move(leaf));
}

void ClockEntries::join(const ClockEntries& other) { root_ = joined(root_, other.root_); }

// One of the two, if that is the same.
ClockEntries::SharedPart ClockEntries::joined(const SharedPart& a, const SharedPart& b) const {
  if (b == nullptr || a == b) return a;
  if (a == nullptr) return b;
  if (a->bits < b->bits) return joined(b, a);
  if (!a->has(b->first)) return branch_of(a, b);
  if (a->is_leaf()) return joined_leaves(a, b);
  spend(1);
  auto [low, high] = static_cast<const Branch&>(*a).halves;
  if (a->bits == b->bits) {
    const Branch& other = static_cast<const Branch&>(*b);
    low = joined(low, other.halves[0]);
    high = joined(high, other.halves[1]);
    if (low == other.halves[0] && high == other.halves[1]) return b;
  } else {
    SharedPart& half = static_cast<const Branch&>(*a).half_of(b->first) == 0 ? low : high;
    half = joined(half, b);
  }
  return with_halves(a, std::move(low), std::move(high));
}

bool ClockEntries::includes(const ClockEntries& other, const Watermark& watermark) const {
  return other.root_ == nullptr || includes(root_.get(), *other.root_, watermark);
}

// Whether all stamps of the other part are in `part`, which may be null, or in the watermark.
bool ClockEntries::includes(const Part* part, const Part& other, const Watermark& watermark) const {
  while (part != nullptr && part->bits > other.bits && part->has(other.first)) {
    const Branch& branch = static_cast<const Branch&>(*part);
    part = branch.halves[branch.half_of(other.first)].get();
  }
  if (part == &other) return true;
  if (part != nullptr && !other.has(part->first)) part = nullptr;
  if (!other.is_leaf()) {
    spend(1);
    const auto& halves = static_cast<const Branch&>(other).halves;
    const bool is_same = part != nullptr && part->bits == other.bits;
    const auto part_of = [&](std::size_t half) {
      return is_same ? static_cast<const Branch&>(*part).halves[half].get() : part;
    };
    return includes(part_of(0), *halves[0], watermark) &&
           includes(part_of(1), *halves[1], watermark);
  }
  static const Entries none;
  const Entries& known = part == nullptr ? none : static_cast<const Leaf&>(*part).entries;
  const Entries& entries = static_cast<const Leaf&>(other).entries;
  spend(entries.size());
  return includes(known, entries, watermark);
}

bool ClockEntries::includes(const Entries& known, const Entries& entries,
                            const Watermark& watermark) {
  // For each group from the latest stamp to the earliest: the lanes that are known up to it.
  std::uint32_t group = ~0u, lanes = 0;
  auto own = known.rbegin();
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    if (watermark.has(*entry)) continue;
    if (entry->group != group) lanes = 0;
    group = entry->group;
    while (own != known.rend() && own->group > group) ++own;
    for (; own != known.rend() && own->group == group && own->stamp >= entry->stamp; ++own)
      lanes |= own->lanes;
    if ((entry->lanes & ~lanes) != 0) return false;
  }
  return true;
}

bool ClockEntries::Watermark::has(const Entry& entry) const {
  if (entry.stamp > up_to) return false;
  if (entry.group >= of_workgroup) return entry.group == (workgroup | of_workgroup);
  const std::uint32_t first = entry.group << row_shift;
  return first >= agent && first + row_size <= agent + count;
}

// The lanes of the entry that the watermark has.
std::uint32_t ClockEntries::Watermark::lanes_of(const Entry& entry) const {
  if (has(entry)) return ~0u;
  if (entry.stamp > up_to || entry.group >= of_workgroup) return 0;
  std::uint32_t lanes = 0;
  for (std::uint32_t lane = 0; lane < row_size; ++lane) {
    const std::uint32_t other = (entry.group << row_shift) + lane;
    if (other >= agent && other < agent + count) lanes |= 1u << lane;
  }
  return lanes;
}

bool ClockEntries::Watermark::may_have(std::uint32_t first, std::uint64_t end) const {
  const std::uint64_t last = (std::uint64_t{agent} + count + row_size - 1) >> row_shift;
  const std::uint32_t group = workgroup | of_workgroup;
  return (first < last && end > agent >> row_shift) || (first <= group && group < end);
}

void ClockEntries::forget(const Watermark& watermark) { root_ = without(root_, watermark); }

ClockEntries::SharedPart ClockEntries::without(const SharedPart& part,
                                               const Watermark& watermark) const {
  if (part == nullptr || !watermark.may_have(part->first, part->end())) return part;
  if (!part->is_leaf()) {
    spend(1);
    const auto& halves = static_cast<const Branch&>(*part).halves;
    return with_halves(part, without(halves[0], watermark), without(halves[1], watermark));
  }
  Entries entries = static_cast<const Leaf&>(*part).entries;
  spend(entries.size());
  std::erase_if(entries,
                [&](Entry& entry) { return (entry.lanes &= ~watermark.lanes_of(entry)) == 0; });
  if (entries.empty()) return nullptr;
  return entries == static_cast<const Leaf&>(*part).entries ? part : leaf_of(std::move(entries));
}

// --- clocks ---

Stamp RaceClock::of(std::uint32_t agent, std::uint32_t workgroup) const {
  const Stamp stamp = of_entries(agent, workgroup);
  return base_.clock == nullptr ? stamp
                                : std::max(stamp, base_.clock->of_entries(agent, workgroup));
}

Stamp RaceClock::of_entries(std::uint32_t agent, std::uint32_t workgroup) const {
  const std::uint32_t lane = 1u << (agent & (ClockEntries::row_size - 1));
  return std::max(entries_.of(agent >> ClockEntries::row_shift, lane),
                  entries_.of(workgroup | ClockEntries::of_workgroup, 1));
}

void RaceClock::raise(std::uint32_t agent, std::uint32_t count, Stamp stamp) {
  if (stamp == 0) return;
  for (const std::uint32_t end = agent + count; agent != end;) {
    const std::uint32_t lane = agent & (ClockEntries::row_size - 1);
    const std::uint32_t here = std::min(end - agent, ClockEntries::row_size - lane);
    const std::uint32_t lanes = (~0u >> (ClockEntries::row_size - here)) << lane;
    entries_.raise({agent >> ClockEntries::row_shift, lanes, stamp});
    agent += here;
  }
}

void RaceClock::raise_workgroup(std::uint32_t workgroup, Stamp stamp) {
  if (stamp != 0) entries_.raise({workgroup | ClockEntries::of_workgroup, 1, stamp});
}

void RaceClock::copy(const RaceClock& other) {
  entries_ = other.entries_;
  base_ = other.base_;
}

void RaceClock::join(const RaceClock& other) {
  join_base(other.base_);
  entries_.join(other.entries_);
}

// Of two clocks of one workgroup, the later one includes the earlier one.
void RaceClock::join_base(const Base& base) {
  if (base.clock == nullptr || has(base)) return;
  const bool is_later = base.number > base_.number;
  if (base_.clock != nullptr && base.workgroup != base_.workgroup)
    entries_.join((is_later ? base_ : base).clock->entries_);
  if (is_later) base_ = base;
}

void RaceClock::flatten() {
  if (base_.clock != nullptr) entries_.join(base_.clock->entries_);
  base_ = {};
}

bool RaceClock::has(const Base& base) const {
  return base.clock == base_.clock ||
         (base_.clock != nullptr && base.workgroup == base_.workgroup &&
          base.number <= base_.number);
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
  return entries_.includes(other.entries_, watermark);
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
