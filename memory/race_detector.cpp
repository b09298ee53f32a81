#include "memory/race_detector.h"

#include <algorithm>

namespace spirv_oracle {
namespace {

// Of concurrent accesses to a cell, so many are remembered at least.
constexpr std::size_t max_records = 256;

}  // namespace

std::uint16_t RaceDetector::add_site(const RaceSite& site) {
  sites_.push_back(site);
  return static_cast<std::uint16_t>(sites_.size() - 1);
}

// --- races ---

bool RaceDetector::check(RaceRecord other, std::uint16_t site_number, std::uint32_t slot) {
  const RaceSite& site = sites_[site_number];
  if (is_stale(site.storage, other) || order_.has_ended()) return false;
  const RaceSite& other_site = sites_[other.site()];
  const MemoryScope widest = site.storage == StorageSemantics::workgroup_memory
                                 ? MemoryScope::workgroup
                                 : MemoryScope::device;
  const bool mutually_ordered = site.atomic && other_site.atomic &&
                                site.bytes == other_site.bytes &&
                                std::min(site.scope, other_site.scope) >= widest;
  if (mutually_ordered) return false;
  const Access access = order_.access(other);
  const auto missing = missing_edge(access, site, slot);
  if (!missing) return false;
  race_.other = access;
  race_.missing = *missing;
  return true;
}

std::optional<MissingEdge> RaceDetector::missing_edge(const Access& other, const RaceSite& site,
                                                      std::uint32_t slot) const {
  const std::uint32_t agent = order_.agent(slot);
  if (other.agent == agent) return std::nullopt;
  const RaceSite& other_site = sites_[other.site];
  const MemoryScope apart = order_.distance(agent, other.agent);
  const bool both_atomic = site.atomic && other_site.atomic;
  const bool one_size = site.bytes == other_site.bytes;
  if (both_atomic && one_size && std::min(site.scope, other_site.scope) >= apart)
    return std::nullopt;  // mutually ordered
  const Stamp stamp = order_.known(site.storage, slot, other.agent);
  if (other.epoch > stamp) {
    if (both_atomic) return one_size ? MissingEdge::atomic_scope : MissingEdge::atomic_size;
    return why_unordered(other, site, slot);
  }
  if (order_.shape().follows_custom()) return std::nullopt;
  if (!site.non_private) return MissingEdge::private_access;
  if (!other_site.non_private) return MissingEdge::other_private_access;
  if (!other_site.writes) return std::nullopt;
  const bool is_read = !site.writes || site.atomic;
  if (!order_.is_available(other, other_site, slot, stamp, apart)) return MissingEdge::availability;
  if (!is_read || site.visible >= apart) return std::nullopt;
  const Stamp visible =
      std::min(stamp, order_.known_when_visible(site.storage, slot, other.agent, apart));
  return order_.is_available(other, other_site, slot, visible, apart)
             ? std::nullopt
             : std::optional(MissingEdge::visibility);
}

MissingEdge RaceDetector::why_unordered(const Access& other, const RaceSite& site,
                                        std::uint32_t slot) const {
  const MemoryScope apart = order_.distance(order_.agent(slot), other.agent);
  if (apart == MemoryScope::device) return MissingEdge::other_workgroup;
  const RaceOrder::LastBarrier& barrier = order_.last_barrier(slot, apart);
  if (barrier.stamp < other.epoch) return MissingEdge::synchronization;
  const MemorySemantics& semantics = barrier.semantics;
  if (!semantics.names(site.storage)) return MissingEdge::barrier_storage;
  if (!semantics.acquire || !semantics.release) return MissingEdge::barrier_order;
  return semantics.scope < apart ? MissingEdge::barrier_scope : MissingEdge::synchronization;
}

bool RaceDetector::check_side(const RaceSide& side, std::uint16_t site, std::uint32_t slot) {
  bool race = false;
  for (const RaceRecord access : side.readers) race = race || check(access, site, slot);
  for (const RaceRecord access : side.atomics) race = race || check(access, site, slot);
  return race;
}

// --- accesses to a cell ---

bool RaceDetector::load_place(const Place& place, std::uint16_t site, std::uint32_t slot) {
  bool race = check(place.cell.writer, site, slot);
  if (place.has_side()) {
    for (const RaceRecord atomic : place.shadow.side(place.beside()).atomics)
      race = race || (sites_[atomic.site()].writes && check(atomic, site, slot));
  }
  add_reader(place, record(site, slot));
  return race;
}

bool RaceDetector::store_place(const Place& place, std::uint16_t site, std::uint32_t slot) {
  RaceCell& cell = place.cell;
  bool race = check(cell.writer, site, slot) || check(cell.reader, site, slot);
  if (cell.reader.flags() != 0) race = race || check(place.beside().other_reader, site, slot);
  RaceSide* side = place.has_side() ? &place.shadow.side(place.beside()) : nullptr;
  if (side != nullptr) race = race || check_side(*side, site, slot);
  const RaceRecord access = record(site, slot);
  if (order_.shape().vulkan_memory_model) {
    replace_by_write(place, access);
    return race;
  }
  if (side != nullptr) side->clear();
  cell.writer = access.with_flags(cell.writer.flags());
  cell.reader = {};
  return race;
}

bool RaceDetector::atomic_place(const Place& place, const RaceOrder::Atomic& atomic,
                                std::uint16_t site, bool first) {
  RaceSide& side = fresh_side(place, atomic.site.storage);
  if (first) order_.acquire_and_release(side.releases, atomic);
  const std::uint32_t slot = atomic.slot;
  bool race = check(place.cell.writer, site, slot);
  if (atomic.writes) {
    race = race || check(place.cell.reader, site, slot);
    if (place.cell.reader.flags() != 0)
      race = race || check(place.beside().other_reader, site, slot);
    for (const RaceRecord reader : side.readers) race = race || check(reader, site, slot);
  }
  for (const RaceRecord other : side.atomics) {
    if (atomic.writes || sites_[other.site()].writes) race = race || check(other, site, slot);
  }
  return race;
}

bool RaceDetector::atomic(RaceShadow& shadow, std::uint64_t offset, std::uint16_t site_number,
                          std::uint32_t slot, bool reads, bool writes,
                          const MemorySemantics& semantics) {
  const RaceSite& site = sites_[site_number];
  const RaceOrder::Atomic atomic{site, slot, reads, writes, semantics};
  const RaceRecord access = record(site_number, slot);
  bool race = false;
  const auto access_place = [&](const Place& place, std::uint64_t at) {
    const bool here = atomic_place(place, atomic, site_number, at == offset);
    if (here && !race) race_.offset = at;
    race = race || here;
    add_atomic(fresh_side(place, site.storage), access);
  };
  for (std::uint64_t at = offset; at < offset + site.bytes;) {
    const std::uint64_t in_cell = at & ~std::uint64_t{3};
    RaceCell& cell = shadow.cell(in_cell);
    const bool of_bytes = cell.is_special() && shadow.beside(in_cell).has_bytes();
    const bool has_parts = cell.is_special() && shadow.beside(in_cell).parts != 0;
    if (at == in_cell && offset + site.bytes >= at + 4 && !of_bytes && !has_parts) {
      access_place({shadow, cell, at}, at);
      at += 4;
      continue;
    }
    if (!of_bytes) split(shadow, in_cell);
    RaceBytes& bytes = shadow.bytes(shadow.beside(in_cell));
    for (; at < std::min(in_cell + 4, offset + site.bytes); ++at) {
      const std::size_t byte = at - in_cell;
      access_place({shadow, bytes.cells[byte], at, &bytes.beside[byte]}, at);
    }
  }
  order_.end_atomic(atomic);
  return race;
}

// --- what a cell remembers ---

void RaceDetector::replace_by_write(const Place& place, RaceRecord access) {
  RaceCell& cell = place.cell;
  RaceRecord reader = cell.reader.with_flags(0);
  RaceRecord other = cell.reader.flags() != 0 ? place.beside().other_reader : RaceRecord{};
  if (!stays(cell.writer)) cell.writer = access.with_flags(cell.writer.flags());
  if (!stays(reader)) reader = {};
  if (!stays(other)) other = {};
  set_readers(place, reader, other);
  if (!place.has_side()) return;
  RaceSide& side = place.shadow.side(place.beside());
  side.atomics.clear();
  side.releases.clear();
  std::erase_if(side.readers, [this](RaceRecord record) { return !stays(record); });
}

// An access that happens before a later one of the same kind need not be remembered: whatever races
// with it races with the later one too.
bool RaceDetector::replaces(RaceRecord later, RaceRecord reader) const {
  const RaceSite& site = sites_[later.site()];
  if (is_stale(site.storage, reader)) return true;
  const bool same_invocation = is_own(reader) && reader.slot() == later.slot();
  if (stays(reader)) return same_invocation && !site.non_private;
  if (same_invocation) return true;
  return !stays(later) &&
         reader.epoch() <= order_.known(site.storage, later.slot(), order_.access(reader).agent);
}

// Where barriers of whole workgroups are all there is, the accesses of two invocations, one of them of
// another workgroup if there is such, show whether a later access races.
void RaceDetector::add_reader(const Place& place, RaceRecord access) {
  const RaceRecord reader = place.cell.reader.with_flags(0);
  const RaceRecord other =
      place.cell.reader.flags() != 0 ? place.beside().other_reader : RaceRecord{};
  if (replaces(access, reader)) return set_readers(place, access, other);
  if (replaces(access, other)) return set_readers(place, reader, access);
  if (keeps_two_readers()) {
    set_readers(place, access, is_own(other) ? reader : other);
    return;
  }
  RaceSide& side = fresh_side(place, sites_[access.site()].storage);
  side.readers.push_back(other);
  if (side.readers.size() >= max_records) compact(side.readers, access);
  set_readers(place, access, reader);
}

unsigned RaceDetector::reader_flags(RaceRecord reader, RaceRecord other) const {
  if (other.empty()) return 0;
  if (!keeps_two_readers()) return RaceCell::accompanied;
  if (!is_own(other)) return RaceCell::representative;
  return other.epoch() == reader.epoch() ? RaceCell::in_one_epoch : RaceCell::accompanied;
}

void RaceDetector::set_readers(const Place& place, RaceRecord reader, RaceRecord other) const {
  if (!other.empty() && is_stale(sites_[other.site()].storage, other)) other = {};
  if (reader.empty()) std::swap(reader, other);
  const unsigned flags = reader_flags(reader, other);
  place.cell.reader = reader.with_flags(flags);
  if (flags != 0) place.beside().other_reader = other.with_flags(0);
}

RaceSide& RaceDetector::fresh_side(const Place& place, StorageSemantics storage) {
  RaceBeside& beside = place.beside();
  if (!place.cell.is_special()) {
    beside.parts = 0;
    beside.index = place.shadow.new_side();
    place.cell.writer = place.cell.writer.with_flags(RaceCell::special);
  }
  RaceSide& side = place.shadow.side(beside);
  if (storage == StorageSemantics::workgroup_memory && side.workgroup != order_.workgroup()) {
    side.clear();
    side.workgroup = order_.workgroup();
  }
  return side;
}

// Forgets what the latest access makes superfluous, and then what is oldest but for the first.
void RaceDetector::compact(std::vector<RaceRecord>& records, RaceRecord latest) {
  const StorageSemantics storage = sites_[latest.site()].storage;
  std::vector<RaceRecord> kept;
  for (auto record = records.rbegin(); record != records.rend(); ++record) {
    const Access access = order_.access(*record);
    const bool repeated = std::ranges::any_of(kept, [&](RaceRecord later) {
      return later.site() == access.site && order_.access(later).agent == access.agent;
    });
    const bool before = !sites_[access.site].atomic && !stays(*record) &&
                        access.epoch <= order_.known(storage, latest.slot(), access.agent);
    if (!repeated && !before) kept.push_back(*record);
  }
  if (kept.size() > max_records / 2) kept.erase(kept.begin() + max_records / 2, kept.end() - 1);
  std::ranges::reverse(kept);
  records = std::move(kept);
}

void RaceDetector::add_atomic(RaceSide& side, RaceRecord access) {
  for (RaceRecord& record : side.atomics) {
    if (record.site() != access.site() || record.slot() != access.slot() || !is_own(record))
      continue;
    record = access;
    return;
  }
  if (!keeps_two_readers()) {
    side.atomics.push_back(access);
    if (side.atomics.size() >= max_records) compact(side.atomics, access);
    return;
  }
  // The latest of each instruction, and the latest at each distance from it; the latest stand last.
  std::array<bool, 4> taken{true, false, false, false};
  const std::uint32_t agent = order_.agent(access.slot());
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
