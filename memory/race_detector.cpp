#include "memory/race_detector.h"

#include <algorithm>
#include <set>
#include <utility>

namespace spirv_oracle {
std::uint16_t RaceDetector::add_site(const RaceSite& site) {
  sites_.push_back(site);
  return static_cast<std::uint16_t>(sites_.size() - 1);
}

// --- races ---

std::optional<Race> RaceDetector::race_between(RaceRecord other, std::uint16_t site_number,
                                               std::uint32_t invocation,
                                               const RaceSide* side) const {
  const RaceSite& site = sites_[site_number];
  if (is_stale(site.storage, other) || order_.has_ended()) return std::nullopt;
  const RaceSite& other_site = sites_[other.site()];
  const bool one_reference = site.reference == other_site.reference;
  if (one_reference && is_own(other) && other.invocation() == invocation) return std::nullopt;
  if (order_.shape().follows_de_facto_order() && is_ordered(site.storage, other))
    return std::nullopt;
  const bool mutually_ordered =
      one_reference && site.atomic && other_site.atomic && site.bytes == other_site.bytes &&
      std::min(site.scope, other_site.scope) >= widest_scope(site.storage);
  if (mutually_ordered) return std::nullopt;
  const Access access = order_.access(other);
  const auto race = missing_edge(access, site, invocation);
  if (!race || is_shown(access, site, invocation, side)) return std::nullopt;
  const bool is_ordered =
      race->missing == MissingEdge::availability || race->missing == MissingEdge::visibility;
  if (is_ordered && side != nullptr && is_overwritten(other, *side)) return std::nullopt;
  return race;
}

// Whether operations before a read have made an earlier write visible to it: acquire operations, or an earlier read.
bool RaceDetector::is_shown(const Access& write, const RaceSite& site, std::uint32_t invocation,
                            const RaceSide* side) const {
  const RaceSite& of_write = sites_[write.site];
  const bool may_be_shown = order_.shape().vulkan_memory_model && of_write.writes &&
                            (!site.writes || site.atomic) && of_write.non_private &&
                            site.non_private && site.reference == of_write.reference;
  if (!may_be_shown) return false;
  const std::uint32_t agent = order_.agent(invocation);
  const MemoryScope apart = order_.distance(agent, write.agent);
  if (order_.is_shown(write, of_write, invocation, apart)) return true;
  return side != nullptr && side->shown.has({agent, site.reference, apart});
}

// The read of the invocation makes the last write visible to its later reads, too.
void RaceDetector::note_shown(ShadowCell place, std::uint16_t site_number,
                              std::uint32_t invocation) {
  const RaceSite& site = sites_[site_number];
  if (!order_.shape().vulkan_memory_model || !order_.shape().visibility_differs ||
      site.visible == MemoryScope::invocation)
    return;
  fresh_side(place, site.storage)
      .shown.add({order_.agent(invocation), site.reference, site.visible}, place.shadow.memory());
}

bool RaceDetector::is_overwritten(RaceRecord write, const RaceSide& side) const {
  const std::uint32_t agent = order_.access(write).agent;
  bool is_later = !sites_[write.site()].atomic;
  for (const RaceRecord atomic : side.atomics) {
    if (is_later && sites_[atomic.site()].writes && order_.access(atomic).agent == agent)
      return true;
    is_later = is_later || atomic.same_access(write);
  }
  return false;
}

std::optional<Race> RaceDetector::missing_edge(const Access& other, const RaceSite& site,
                                               std::uint32_t invocation) const {
  const auto race = [&other](MissingEdge missing) { return Race{other, 0, missing, 0}; };
  const std::uint32_t agent = order_.agent(invocation);
  const RaceSite& other_site = sites_[other.site];
  const bool one_reference = site.reference == other_site.reference;
  const bool one_agent = other.agent == agent;
  if (one_agent && one_reference) return std::nullopt;
  const MemoryScope apart = order_.distance(agent, other.agent);
  const bool both_atomic = site.atomic && other_site.atomic;
  const bool one_size = site.bytes == other_site.bytes;
  if (both_atomic && one_size && one_reference && std::min(site.scope, other_site.scope) >= apart)
    return std::nullopt;  // mutually ordered
  const bool de_facto = order_.shape().follows_de_facto_order();
  if (de_facto && order_.knows(site.storage, invocation, other.agent, other.epoch))
    return std::nullopt;
  const Stamp stamp = one_agent ? other.epoch : order_.known(site.storage, invocation, other.agent);
  if (other.epoch > stamp) {
    if (!both_atomic) return why_unordered(other, site, invocation);
    if (!one_reference) return race(MissingEdge::atomic_reference);
    return race(one_size ? MissingEdge::atomic_scope : MissingEdge::atomic_size);
  }
  if (de_facto) return std::nullopt;
  if (!site.non_private) return race(MissingEdge::private_access);
  if (!other_site.non_private) return race(MissingEdge::other_private_access);
  if (!other_site.writes) return std::nullopt;
  if (!one_reference)
    return race(both_atomic ? MissingEdge::atomic_reference : MissingEdge::reference);
  const bool is_read = !site.writes || site.atomic;
  if (!order_.is_available(other, other_site, invocation, stamp, apart))
    return race(MissingEdge::availability);
  if (!is_read || site.visible >= apart) return std::nullopt;
  const Stamp visible = std::min(
      stamp, order_.known_when_visible(site.storage, site.storage, invocation, other.agent, apart));
  if (order_.is_available(other, other_site, invocation, visible, apart)) return std::nullopt;
  return race(MissingEdge::visibility);
}

Race RaceDetector::why_unordered(const Access& other, const RaceSite& site,
                                 std::uint32_t invocation) const {
  Race race{other, 0, MissingEdge::synchronization, 0};
  const MemoryScope apart = order_.distance(order_.agent(invocation), other.agent);
  const bool is_released = order_.is_pending(site.storage, other.agent, other.epoch);
  if (apart == MemoryScope::device) {
    race.missing = is_released ? MissingEdge::atomic_acquire : MissingEdge::other_workgroup;
    return race;
  }
  RaceOrder::LastBarrier barrier = order_.last_barrier(invocation, apart);
  if (barrier.stamp < other.epoch) {
    barrier = order_.last_barrier(invocation, MemoryScope::subgroup);
    if (is_released) race.missing = MissingEdge::atomic_acquire;
    if (is_released || apart != MemoryScope::workgroup || barrier.stamp < other.epoch) return race;
    race.missing = MissingEdge::subgroup_barrier;
    race.barrier = barrier.semantics.origin;
    return race;
  }
  const MemorySemantics& semantics = barrier.semantics;
  race.barrier = semantics.origin;
  if (!semantics.names(site.storage)) {
    race.missing = is_released ? MissingEdge::barrier_acquire : MissingEdge::barrier_storage;
  } else if (!semantics.acquire || !semantics.release) {
    race.missing = MissingEdge::barrier_order;
  } else if (semantics.scope < apart) {
    race.missing = MissingEdge::barrier_scope;
  }
  return race;
}

bool RaceDetector::check_side(const RaceSide& side, std::uint16_t site, std::uint32_t invocation) {
  bool race = false;
  for (const RaceRecord access : side.readers) race = race || check(access, site, invocation);
  for (const RaceRecord access : side.atomics)
    race = race || check(access, site, invocation, &side);
  return race;
}

// --- accesses to a cell ---

bool RaceDetector::load(RaceShadow& shadow, std::uint64_t offset, unsigned bytes,
                        const Execution& execution, std::uint32_t invocation) {
  return each_cell(shadow, offset, bytes, [&](RaceCell& cell, std::uint64_t at) {
    return load_cell(shadow, cell, at, execution, invocation);
  });
}

bool RaceDetector::store(RaceShadow& shadow, std::uint64_t offset, unsigned bytes,
                         const Execution& execution, std::uint32_t invocation) {
  return each_cell(shadow, offset, bytes, [&](RaceCell& cell, std::uint64_t at) {
    return store_cell(shadow, cell, at, execution, invocation);
  });
}

void RaceDetector::mark_ordered(RaceShadow& shadow, std::uint64_t offset, unsigned bytes,
                                std::uint16_t site) {
  const auto ordered = [&](RaceRecord record) {
    const bool is_meant = !record.empty() && record.site() == site && is_own(record);
    return is_meant ? record.with_epoch(order_.first_stamp()) : record;
  };
  each_cell(shadow, offset, bytes, [&](RaceCell& cell, std::uint64_t at) {
    ShadowCell place{shadow, cell, at};
    place.cell.writer = ordered(place.cell.writer);
    set_readers(place, ordered(place.first()), ordered(place.second()));
    if (place.cell.has_side()) {
      for (RaceRecord& reader : place.side().readers) reader = ordered(reader);
    }
    return false;
  });
}

bool RaceDetector::load_place(ShadowCell place, std::uint16_t site, std::uint32_t invocation) {
  race_.offset = place.offset;
  const RaceSide* side = place.cell.has_side() ? &place.side() : nullptr;
  bool race = check(place.cell.writer, site, invocation, side);
  const auto check_atomic = [&](RaceRecord atomic) {
    race = race || (sites_[atomic.site()].writes && check(atomic, site, invocation, side));
  };
  if (place.cell.has_atomics()) {
    for (const RaceRecord atomic : {place.first(), place.second()}) {
      if (!atomic.empty()) check_atomic(atomic);
    }
    put_atomics_aside(place, sites_[site].storage);
  } else if (side != nullptr) {
    for (const RaceRecord atomic : side->atomics) check_atomic(atomic);
  }
  if (!race) {
    note_general_races_with_writes_and_atomics(place, site, invocation);
    note_shown(place, site, invocation);
  }
  add_reader(place, record(site, invocation));
  return race;
}

bool RaceDetector::is_ordered_by_atomics(RaceRecord before, StorageSemantics storage,
                                         std::uint32_t invocation) const {
  if (before.empty() || is_stale(storage, before)) return false;
  const Access access = order_.access(before);
  return access.agent != order_.agent(invocation) &&
         !order_.is_before_barrier(storage, invocation, access.agent, access.epoch);
}

void RaceDetector::note_general_race(RaceShadow& shadow, std::uint64_t offset, RaceRecord before,
                                     std::uint16_t site, std::uint32_t invocation) const {
  if (!is_ordered_by_atomics(before, sites_[site].storage, invocation)) return;
  const bool both_write = sites_[before.site()].writes && sites_[site].writes;
  shadow.note_general_race(
      offset, both_write ? GeneralRace::between_writes : GeneralRace::between_read_and_write);
}

void RaceDetector::note_general_races_with_writes_and_atomics(ShadowCell place, std::uint16_t site,
                                                              std::uint32_t invocation) const {
  note_general_race(place.shadow, place.offset, place.cell.writer, site, invocation);
  if (!place.cell.has_side()) return;
  for (const RaceRecord atomic : place.side().atomics) {
    if (sites_[atomic.site()].writes || sites_[site].writes)
      note_general_race(place.shadow, place.offset, atomic, site, invocation);
  }
  for (const RaceRecord atomic : place.side().superseded) {
    const bool is_ordered = this->is_ordered(sites_[site].storage, atomic);
    if (!is_ordered && (sites_[atomic.site()].writes || sites_[site].writes))
      note_general_race(place.shadow, place.offset, atomic, site, invocation);
  }
}

void RaceDetector::note_general_races_with_reads(ShadowCell place, std::uint16_t site,
                                                 std::uint32_t invocation) const {
  for (const RaceRecord reader : {place.first(), place.second()})
    note_general_race(place.shadow, place.offset, reader, site, invocation);
  if (!place.cell.has_side()) return;
  for (const RaceRecord reader : place.side().readers)
    note_general_race(place.shadow, place.offset, reader, site, invocation);
}

bool RaceDetector::store_place(ShadowCell place, std::uint16_t site, std::uint32_t invocation) {
  race_.offset = place.offset;
  RaceCell& cell = place.cell;
  RaceSide* side = cell.has_side() ? &place.side() : nullptr;
  bool race = check(cell.writer, site, invocation, side) || check(cell.reader, site, invocation);
  race = race || check(place.second(), site, invocation);
  if (side != nullptr) race = race || check_side(*side, site, invocation);
  const RaceRecord access = record(site, invocation);
  if (!race) {
    note_general_races_with_writes_and_atomics(place, site, invocation);
    note_general_races_with_reads(place, site, invocation);
  }
  if (order_.shape().vulkan_memory_model) {
    replace_by_write(place, access);
    return race;
  }
  if (side != nullptr) side->clear();
  cell.writer = access.with_flags(cell.writer.flags() & RaceCell::with_side);
  cell.reader = {};
  return race;
}

// --- what a cell stores ---

void RaceDetector::replace_by_write(ShadowCell place, RaceRecord access) {
  RaceCell& cell = place.cell;
  RaceRecord reader = cell.reader.with_flags(0);
  RaceRecord other = place.second();
  if (!stays(cell.writer)) cell.writer = access.with_flags(cell.writer.flags());
  if (!stays(reader)) reader = {};
  if (!stays(other)) other = {};
  set_readers(place, reader, other);
  if (!place.cell.has_side()) return;
  RaceSide& side = place.side();
  side.atomics.clear();
  side.superseded = {};
  side.releases.clear();
  side.shown.clear();
  std::erase_if(side.readers, [this](RaceRecord record) { return !stays(record); });
}

// An access that happens before a later one of the same kind need not be stored, because whatever races
// with it also races with the later one. If only atomics order the two, a later write may be in a general
// race with the earlier one alone.
bool RaceDetector::replaces(RaceRecord later, RaceRecord reader) const {
  const RaceSite& site = sites_[later.site()];
  if (is_stale(site.storage, reader)) return true;
  const bool same_invocation = is_own(reader) && reader.invocation() == later.invocation();
  if (stays(reader))
    return same_invocation && !site.non_private && same_reference(later.site(), reader);
  if (same_invocation) return true;
  if (is_ordered(site.storage, reader)) return !stays(later);
  const Access earlier = order_.access(reader);
  return !stays(later) &&
         order_.is_before_barrier(site.storage, later.invocation(), earlier.agent, earlier.epoch);
}

// If all barriers are of whole workgroups, the accesses of two invocations suffice to decide whether a later
// access races. One of them must be of another workgroup, if there is one.
void RaceDetector::add_reader(ShadowCell place, RaceRecord access) {
  const RaceRecord reader = place.first();
  const RaceRecord other = place.second();
  if (replaces(access, reader)) return set_readers(place, access, other);
  if (replaces(access, other)) return set_readers(place, reader, access);
  if (keeps_two_readers()) {
    set_readers(place, access, is_own(other) ? reader : other);
    return;
  }
  RaceSide& side = fresh_side(place, sites_[access.site()].storage);
  side.readers.push_back(other);
  compact(side, side.readers, access);
  set_readers(place, access, reader);
}

unsigned RaceDetector::reader_flags(RaceRecord reader, RaceRecord other) const {
  if (other.empty()) return 0;
  if (!keeps_two_readers()) return RaceCell::accompanied;
  // Atomics that only read do not represent others.
  if (sites_[reader.site()].writes != sites_[other.site()].writes) return RaceCell::accompanied;
  if (!is_own(other)) return RaceCell::representative;
  return other.epoch() == reader.epoch() ? RaceCell::in_one_epoch : RaceCell::accompanied;
}

void RaceDetector::set_readers(ShadowCell place, RaceRecord reader, RaceRecord other) const {
  if (!other.empty() && is_stale(sites_[other.site()].storage, other)) other = {};
  if (reader.empty()) std::swap(reader, other);
  const unsigned flags = reader_flags(reader, other);
  place.cell.reader = reader.with_flags(flags);
  if (flags != 0) place.other_reader() = other.with_flags(0);
}

RaceSide& RaceDetector::fresh_side(ShadowCell place, StorageSemantics storage) {
  place.cell.writer = place.cell.writer.with_flags(place.cell.writer.flags() | RaceCell::with_side);
  RaceSide& side = place.side();
  if (storage == StorageSemantics::workgroup_memory && side.workgroup != order_.workgroup()) {
    side.clear();
    side.workgroup = order_.workgroup();
  }
  return side;
}

void RaceDetector::supersede(RaceSide& side, RaceRecord atomic, std::uint32_t invocation) const {
  const RaceSite& site = sites_[atomic.site()];
  if (!is_ordered_by_atomics(atomic, site.storage, invocation)) return;
  RaceRecord& known = side.superseded[site.writes ? 1 : 0];
  if (is_stale(site.storage, known) || is_own(known)) known = atomic;
}

// At intervals, removes entries that later accesses make redundant. If too many are left, removes the oldest
// except for the first.
void RaceDetector::compact(RaceSide& side, RaceSide::Records& records, RaceRecord latest) {
  constexpr std::size_t few = 64;
  if (records.size() < few || records.size() < records.capacity()) return;
  const StorageSemantics storage = sites_[latest.site()].storage;
  std::set<std::pair<std::uint32_t, std::uint16_t>> seen;
  RaceSide::Records kept(records.get_allocator());
  for (auto record = records.rbegin(); record != records.rend(); ++record) {
    const Access access = order_.access(*record);
    const bool is_atomic = sites_[access.site].atomic;
    const bool may_go = is_atomic ? races_like(latest, *record)
                                  : !stays(*record) && !is_ordered_by_atomics(*record, storage,
                                                                              latest.invocation());
    const bool before = may_go && !(*record).same_access(latest) &&
                        access.epoch <= order_.known(storage, latest.invocation(), access.agent);
    if (!before && seen.emplace(access.agent, access.site).second) kept.push_back(*record);
    if (before && is_atomic) supersede(side, *record, latest.invocation());
  }
  if (kept.size() > max_records / 2) {
    forgotten_ += kept.size() - max_records / 2;
    kept.erase(kept.begin() + max_records / 2 - 1, kept.end() - 1);
  }
  std::ranges::reverse(kept);
  kept.reserve(2 * kept.size());
  records = std::move(kept);
}

}  // namespace spirv_oracle
