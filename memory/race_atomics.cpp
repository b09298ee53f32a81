// Atomics, and what cells store about them. If possible, two of them take the place of the readers of a
// cell: relaxed atomics that are mutually ordered need not be distinguished.
#include <algorithm>

#include "memory/race_detector.h"

namespace spirv_oracle {

bool RaceDetector::atomic_place(ShadowCell place, const RaceOrder::Atomic& atomic,
                                std::uint16_t site, bool first) {
  const StorageSemantics storage = atomic.site.storage;
  if (place.cell.has_atomics()) put_atomics_aside(place, storage);
  RaceSide& side = fresh_side(place, storage);
  const MemorySemantics& semantics = atomic.semantics;
  const bool synchronizes = semantics.acquire || semantics.release || !side.releases.empty() ||
                            order_.has_fences(storage);
  if (first && synchronizes) order_.acquire_and_release(side.releases, atomic);
  const std::uint32_t invocation = atomic.invocation;
  bool race = check(place.cell.writer, site, invocation, &side);
  if (atomic.writes) {
    race =
        race || check(place.first(), site, invocation) || check(place.second(), site, invocation);
    for (const RaceRecord reader : side.readers) race = race || check(reader, site, invocation);
  }
  if (!race) {
    note_general_race(place.shadow, place.offset, place.cell.writer, site, invocation);
    if (atomic.writes) note_general_races_with_reads(place, site, invocation);
  }
  const bool is_ordered_with_itself = atomic.site.scope >= widest_scope(storage);
  const bool one_reference = side.ordered_reference == atomic.site.reference;
  if (is_ordered_with_itself && one_reference && side.ordered_bytes == atomic.site.bytes)
    return race;
  for (const RaceRecord other : side.atomics) {
    if (other.site() == site && is_ordered_with_itself) continue;
    if (atomic.writes || sites_[other.site()].writes)
      race = race || check(other, site, invocation, &side);
  }
  return race;
}

bool RaceDetector::atomic_slowly(RaceShadow& shadow, std::uint64_t offset,
                                 std::uint16_t site_number, std::uint32_t invocation, bool reads,
                                 bool writes, const MemorySemantics& semantics) {
  const RaceSite& site = sites_[site_number];
  const RaceOrder::Atomic atomic{site, invocation, reads, writes, semantics};
  const bool race = each_cell(shadow, offset, site.bytes, [&](RaceCell& cell, std::uint64_t at) {
    ShadowCell place{shadow, cell, at};
    race_.offset = at;
    const auto as_reader = add_atomic_as_reader(place, site_number, invocation);
    if (as_reader) return *as_reader;
    const bool here = atomic_place(place, atomic, site_number, at == offset);
    add_atomic(place.side(), record(site_number, invocation));
    if (writes) place.side().shown.clear();
    return here;
  });
  order_.end_atomic(atomic);
  return race;
}

// --- atomics in place of readers ---

// The common case of add_atomic_as_reader: all are from one instruction and this workgroup.
bool RaceDetector::replaces_atomics(RaceShadow& shadow, RaceCell& cell, std::uint64_t offset,
                                    const Execution& execution, std::uint32_t invocation) const {
  const RaceRecord access = record(execution.site, invocation);
  const RaceRecord latest = cell.reader;
  const bool is_usual = execution.stands_as_reader && sites_[execution.site].writes &&
                        cell.writer.flags() == RaceCell::of_atomics &&
                        (cell.writer.empty() || execution.is_ordered(cell.writer)) &&
                        latest.site() == access.site() && is_own(latest) &&
                        latest.flags() != RaceCell::representative;
  if (!is_usual) return false;
  if (latest.flags() != 0) {
    const RaceRecord other = shadow.other_reader(offset);
    if (!is_own(other) || other.epoch() > latest.epoch() || !sites_[other.site()].writes)
      return false;
  }
  if (latest.invocation() == invocation) {
    cell.reader = access.with_flags(latest.flags() & RaceCell::accompanied);
    return true;
  }
  const bool one_epoch = latest.epoch() == access.epoch();
  shadow.other_reader(offset) = latest.with_flags(0);
  cell.reader = access.with_flags(one_epoch ? RaceCell::in_one_epoch : RaceCell::accompanied);
  return true;
}

struct RaceDetector::Pair {
  RaceRecord first, second;
};

// Whether every access that races with the earlier atomic races with the later one as well.
bool RaceDetector::replaces_atomic(RaceRecord later, RaceRecord earlier) const {
  if (is_stale(sites_[later.site()].storage, earlier)) return true;
  const bool of_all = sites_[later.site()].writes || !sites_[earlier.site()].writes;
  return of_all && replaces(later, earlier);
}

// The two records that represent these and a later atomic; none if two do not suffice. Two of the same workgroup
// are by different invocations, so what races with any of them races with one of these two.
std::optional<RaceDetector::Pair> RaceDetector::with_atomic(RaceRecord first, RaceRecord second,
                                                            RaceRecord access) const {
  const auto writes = [this](RaceRecord record) { return sites_[record.site()].writes; };
  const auto is_represented_by = [&](RaceRecord record) {
    return !record.empty() && is_own(record) && record.same_epoch(access) &&
           (writes(record) || !writes(access));
  };
  if (is_represented_by(first) || is_represented_by(second)) return Pair{first, second};
  if (replaces_atomic(access, first)) return Pair{access, second};
  if (replaces_atomic(access, second)) return Pair{first, access};
  // An atomic of another workgroup races with every later access here, unless both only read.
  const bool is_first_own = is_own(first);
  if (!is_first_own && !is_own(second)) return Pair{access, writes(first) ? first : second};
  if (!is_first_own || !is_own(second)) {
    const RaceRecord own = is_first_own ? first : second;
    const RaceRecord foreign = is_first_own ? second : first;
    if (!writes(foreign) && (writes(own) || writes(access))) return std::nullopt;
    return Pair{writes(access) || !writes(own) ? access : own, foreign};
  }
  if (first.epoch() != access.epoch() || second.epoch() != access.epoch()) {
    // Barriers order the latest after all others.
    if (!writes(first) || !writes(second) || !writes(access)) return std::nullopt;
    return Pair{access, first.epoch() >= second.epoch() ? first : second};
  }
  if (!writes(access)) return Pair{first, second};
  return Pair{access, writes(first) ? first : second};
}

std::optional<bool> RaceDetector::add_atomic_as_reader(ShadowCell place, std::uint16_t site_number,
                                                       std::uint32_t invocation) {
  const RaceSite& site = sites_[site_number];
  RaceCell& cell = place.cell;
  const bool is_simple = keeps_two_readers() && order_.shape().follows_de_facto_order() &&
                         !cell.has_side() && has_wide_atomics(site.storage);
  if (!is_simple) return std::nullopt;
  RaceRecord first = place.first();
  RaceRecord second = place.second();
  for (RaceRecord* record : {&first, &second}) {
    if (is_stale(site.storage, *record)) *record = {};
    // Reads before a barrier only race with other workgroups.
    const bool is_read = !record->empty() && !cell.has_atomics();
    const bool of_workgroup = site.storage == StorageSemantics::workgroup_memory;
    if (is_read && of_workgroup && is_ordered(site.storage, *record)) *record = {};
    if (record->empty()) continue;
    if (is_read || sites_[record->site()].bytes != site.bytes) return std::nullopt;
  }
  const RaceRecord access = record(site_number, invocation);
  const auto pair = with_atomic(first, second, access);
  if (!pair) return std::nullopt;
  const bool race = check(cell.writer, site_number, invocation);
  cell.writer = cell.writer.with_flags(RaceCell::of_atomics);
  set_readers(place, pair->first, pair->second);
  return race;
}

// Called before any other kind of access: moves the atomics in place of readers to the separate table.
void RaceDetector::put_atomics_aside(ShadowCell place, StorageSemantics storage) {
  RaceCell& cell = place.cell;
  const RaceRecord first = place.first();
  const RaceRecord second = place.second();
  cell.writer = cell.writer.with_flags(cell.writer.flags() & ~RaceCell::of_atomics);
  cell.reader = {};
  const bool all_ordered = is_ordered(storage, first) && is_ordered(storage, second);
  if (all_ordered && storage == StorageSemantics::workgroup_memory) return;
  if (all_ordered) {
    // Only other workgroups can race with them, and those race with an earlier write as well.
    if (!cell.writer.empty()) return;
    for (const RaceRecord record : {second, first}) {
      if (record.empty()) continue;
      (sites_[record.site()].writes ? cell.writer : cell.reader) = record;
    }
    return;
  }
  RaceSide& side = fresh_side(place, storage);
  for (const RaceRecord record : {second, first}) {
    if (!is_stale(storage, record)) add_atomic(side, record);
  }
}

// --- atomics beside a cell ---

// Whether every access that races with an atomic races with a later one as well, if the first happens before the
// second: no later access is in the scope of only one of them.
bool RaceDetector::races_like(RaceRecord later, RaceRecord earlier) const {
  const RaceSite& site = sites_[later.site()];
  const RaceSite& other = sites_[earlier.site()];
  return other.atomic && (site.writes || !other.writes) && site.bytes == other.bytes &&
         order_.shape().widely_scoped[static_cast<std::size_t>(other.storage)] &&
         order_.shape().follows_de_facto_order();
}

void RaceDetector::add_atomic(RaceSide& side, RaceRecord access) {
  const RaceSite& site = sites_[access.site()];
  const bool is_wide = site.scope >= widest_scope(site.storage);
  if (side.atomics.empty()) {
    side.ordered_bytes = is_wide ? site.bytes : 0;
    side.ordered_reference = site.reference;
  }
  if (!is_wide || side.ordered_bytes != site.bytes || side.ordered_reference != site.reference)
    side.ordered_bytes = 0;
  // A spinning invocation reads again and again. The order of its reads does not matter.
  constexpr std::ptrdiff_t reads_looked_at = 64;
  const auto same_access = [&](RaceRecord record) { return record.same_access(access); };
  const auto latest = side.atomics.rbegin();
  const auto end = latest + std::min(reads_looked_at, std::ssize(side.atomics));
  if (!site.writes && std::any_of(latest, end, same_access)) return;
  // An earlier atomic of the same invocation, if it is recent.
  constexpr std::size_t looked_at = 16;
  const std::size_t count = side.atomics.size();
  // An atomic that has acquired what the last one released.
  if (count != 0 && !keeps_two_readers()) {
    RaceRecord& last = side.atomics.back();
    const auto known = [&](std::uint32_t agent) {
      return order_.knows(site.storage, access.invocation(), agent, last.epoch());
    };
    if (races_like(access, last) && known(order_.access(last).agent)) {
      supersede(side, last, access.invocation());
      last = access;
      return;
    }
  }
  for (std::size_t i = count; i > count - std::min(count, looked_at); --i) {
    RaceRecord& record = side.atomics[i - 1];
    const bool same = record.site() == access.site() && record.invocation() == access.invocation();
    const bool is_replaced = same ? is_own(record)
                                  : !keeps_two_readers() && is_ordered(site.storage, record) &&
                                        races_like(access, record);
    if (!is_replaced) continue;
    // Keeps the order.
    side.atomics.erase(side.atomics.begin() + static_cast<std::ptrdiff_t>(i - 1));
    side.atomics.push_back(access);
    return;
  }
  if (!keeps_two_readers()) {
    side.atomics.push_back(access);
    compact(side, side.atomics, access);
    return;
  }
  // The latest of each instruction, and the latest at each distance from it. The latest come last.
  std::array<bool, 4> taken{true, false, false, false};
  const std::uint32_t agent = order_.agent(access.invocation());
  for (std::size_t i = side.atomics.size(); i-- > 0;) {
    const RaceRecord record = side.atomics[i];
    if (record.site() != access.site()) continue;
    const MemoryScope apart = order_.distance(agent, order_.access(record).agent);
    bool& seen = taken[static_cast<std::size_t>(apart)];
    if (seen) side.atomics.erase(side.atomics.begin() + static_cast<std::ptrdiff_t>(i));
    seen = true;
  }
  side.atomics.push_back(access);
}

}  // namespace spirv_oracle
