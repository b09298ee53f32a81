#include "memory/race_detector.h"

#include <algorithm>
#include <bit>

namespace spirv_oracle {
namespace {

constexpr std::array<StorageSemantics, storage_semantics_count> all_storage = {
    StorageSemantics::uniform_memory, StorageSemantics::workgroup_memory};
constexpr std::array<MemoryScope, 3> shared_scopes = {MemoryScope::device, MemoryScope::workgroup,
                                                      MemoryScope::subgroup};

// No epoch begins after it: nothing can be said then.
constexpr Stamp last_stamp = ~Stamp{0};

// Of concurrent accesses to a cell, so many are remembered at least.
constexpr std::size_t max_records = 256;

std::size_t index(StorageSemantics storage) { return static_cast<std::size_t>(storage); }
std::size_t index(MemoryScope scope) { return static_cast<std::size_t>(scope); }

}  // namespace

RaceDetector::RaceDetector(RaceShape shape) : shape_(std::move(shape)) {
  slots_ = shape_.subgroup_count * shape_.subgroup_size;
  existing_.resize(shape_.subgroup_count);
  for (const std::uint32_t slot : shape_.slots) ++existing_[subgroup_of(slot)];
  epoch_.resize(slots_);
  last_subgroup_barrier_.resize(shape_.subgroup_count);
  for (Knowledge& k : knowledge_) {
    k.subgroup_floor.resize(shape_.subgroup_count);
    k.own.resize(slots_);
  }
}

std::uint16_t RaceDetector::add_site(const RaceSite& site) {
  sites_.push_back(site);
  return static_cast<std::uint16_t>(sites_.size() - 1);
}

void RaceDetector::start_workgroup(std::uint64_t number) {
  workgroup_ = static_cast<std::uint32_t>(number);
  base_ = workgroup_ * slots_;
  const Stamp start = ++now_;
  std::ranges::fill(epoch_, start);
  for (Knowledge& k : knowledge_) {
    k.floor = 0;
    std::ranges::fill(k.subgroup_floor, 0);
    k.shared.reset();
    if (k.any_own) std::ranges::fill(k.own, nullptr);
    k.any_own = false;
    for (auto& fences : k.fences) fences.clear();
    for (auto& pending : k.pending) pending.clear();
    k.visible.clear();
  }
  knowledge(StorageSemantics::workgroup_memory).available.clear();
  last_barrier_ = {};
  std::ranges::fill(last_subgroup_barrier_, LastBarrier{});
  arrivals_.clear();
}

// --- who knows what ---

MemoryScope RaceDetector::distance(std::uint32_t agent, std::uint32_t other) const {
  if (agent == other) return MemoryScope::invocation;
  if (agent / shape_.subgroup_size == other / shape_.subgroup_size) return MemoryScope::subgroup;
  return agent / slots_ == other / slots_ ? MemoryScope::workgroup : MemoryScope::device;
}

InvocationGroup RaceDetector::group_of(std::uint32_t agent, MemoryScope scope) const {
  switch (scope) {
    case MemoryScope::invocation:
      return {scope, agent};
    case MemoryScope::subgroup:
      return {scope, agent / shape_.subgroup_size};
    default:
      return {scope, agent / slots_};
  }
}

Stamp RaceDetector::in_clock(const SharedClock& clock, std::uint32_t agent) const {
  if (clock == nullptr) return 0;
  return std::max({clock->of(group_of(agent, MemoryScope::invocation)),
                   clock->of(group_of(agent, MemoryScope::subgroup)),
                   clock->of(group_of(agent, MemoryScope::workgroup))});
}

Stamp RaceDetector::known(StorageSemantics storage, std::uint32_t slot, std::uint32_t agent) const {
  const Knowledge& k = knowledge(storage);
  Stamp stamp = std::max(in_clock(k.shared, agent), in_clock(k.own[slot], agent));
  if (!is_own(agent)) return stamp;
  stamp = std::max(stamp, k.floor);
  const std::uint32_t subgroup = subgroup_of(slot);
  if (subgroup_of(agent - base_) == subgroup) stamp = std::max(stamp, k.subgroup_floor[subgroup]);
  return stamp;
}

Stamp RaceDetector::known_when_visible(StorageSemantics storage, std::uint32_t slot,
                                       std::uint32_t agent, MemoryScope scope) const {
  const auto& visible = knowledge(storage).visible;
  if (visible.empty()) return 0;
  const Visible& v = visible[slot][index(scope)];
  Stamp stamp = std::max(in_clock(v.shared, agent), in_clock(v.own, agent));
  if (!is_own(agent)) return stamp;
  stamp = std::max(stamp, v.floor);
  return subgroup_of(agent - base_) == subgroup_of(slot) ? std::max(stamp, v.subgroup_floor)
                                                         : stamp;
}

void RaceDetector::learn(StorageSemantics storage, std::uint32_t slot, const SharedClock& clock) {
  if (clock == nullptr) return;
  Knowledge& k = knowledge(storage);
  k.own[slot] = joined(k.own[slot], clock);
  k.any_own = true;
}

SharedClock RaceDetector::published(StorageSemantics storage, std::uint32_t slot) const {
  const Knowledge& k = knowledge(storage);
  return published(
      storage, slot,
      Fence{epoch_[slot], 0, k.floor, k.subgroup_floor[subgroup_of(slot)], k.own[slot]});
}

SharedClock RaceDetector::published(StorageSemantics storage, std::uint32_t slot,
                                    const Fence& fence) const {
  if (fence.published == 0) return nullptr;
  const std::uint32_t agent = base_ + slot;
  auto clock = std::make_shared<RaceClock>();
  if (fence.own != nullptr) *clock = *fence.own;
  if (knowledge(storage).shared != nullptr) clock->join(*knowledge(storage).shared);
  clock->raise(group_of(agent, MemoryScope::workgroup), fence.floor);
  clock->raise(group_of(agent, MemoryScope::subgroup), fence.subgroup_floor);
  clock->raise(group_of(agent, MemoryScope::invocation), fence.published);
  return clock;
}

void RaceDetector::begin_epoch(std::span<const std::uint32_t> slots) {
  if (now_ != last_stamp) ++now_;
  for (const std::uint32_t slot : slots) epoch_[slot] = now_;
}

// --- races ---

bool RaceDetector::check(const RaceRecord& other, std::uint16_t site, std::uint32_t slot) {
  const auto missing = missing_edge(other, sites_[site], slot);
  if (!missing || now_ == last_stamp) return false;
  race_.other = other;
  race_.missing = *missing;
  return true;
}

std::optional<MissingEdge> RaceDetector::missing_edge(const RaceRecord& other, const RaceSite& site,
                                                      std::uint32_t slot) const {
  const std::uint32_t agent = base_ + slot;
  if (other.agent == agent || is_stale(site.storage, other)) return std::nullopt;
  const RaceSite& other_site = sites_[other.site];
  const MemoryScope apart = distance(agent, other.agent);
  const bool both_atomic = site.atomic && other_site.atomic;
  const bool one_size = site.bytes == other_site.bytes;
  if (both_atomic && one_size && std::min(site.scope, other_site.scope) >= apart)
    return std::nullopt;  // mutually ordered
  const Stamp stamp = known(site.storage, slot, other.agent);
  if (other.epoch > stamp) {
    if (both_atomic) return one_size ? MissingEdge::atomic_scope : MissingEdge::atomic_size;
    return why_unordered(other, site, slot);
  }
  if (!shape_.vulkan_memory_model) return std::nullopt;
  if (!site.non_private) return MissingEdge::private_access;
  if (!other_site.non_private) return MissingEdge::other_private_access;
  if (!other_site.writes) return std::nullopt;
  const bool is_read = !site.writes || site.atomic;
  if (!is_available(other, site.storage, stamp, apart)) return MissingEdge::availability;
  if (!is_read || site.visible >= apart) return std::nullopt;
  const Stamp visible = known_when_visible(site.storage, slot, other.agent, apart);
  return is_available(other, site.storage, visible, apart) ? std::nullopt
                                                           : std::optional(MissingEdge::visibility);
}

MissingEdge RaceDetector::why_unordered(const RaceRecord& other, const RaceSite& site,
                                        std::uint32_t slot) const {
  const MemoryScope apart = distance(base_ + slot, other.agent);
  if (apart == MemoryScope::device) return MissingEdge::other_workgroup;
  const LastBarrier* barrier = &last_barrier_;
  const LastBarrier& of_subgroup = last_subgroup_barrier_[subgroup_of(slot)];
  if (apart == MemoryScope::subgroup && of_subgroup.stamp > barrier->stamp) barrier = &of_subgroup;
  if (barrier->stamp < other.epoch) return MissingEdge::synchronization;
  const MemorySemantics& semantics = barrier->semantics;
  if (!semantics.names(site.storage)) return MissingEdge::barrier_storage;
  if (!semantics.acquire || !semantics.release) return MissingEdge::barrier_order;
  return semantics.scope < apart ? MissingEdge::barrier_scope : MissingEdge::synchronization;
}

// Whether the write has been made available to those `apart` by what `known` of its agent includes.
bool RaceDetector::is_available(const RaceRecord& other, StorageSemantics storage, Stamp known,
                                MemoryScope apart) const {
  if (other.epoch > known) return false;
  if (sites_[other.site].available >= apart) return true;
  const auto& available = knowledge(storage).available;
  for (const MemoryScope scope :
       {MemoryScope::invocation, MemoryScope::subgroup, MemoryScope::workgroup}) {
    const auto operations = available.find(group_of(other.agent, scope));
    if (operations == available.end()) continue;
    auto operation = std::ranges::lower_bound(operations->second, other.epoch, {},
                                              [](const auto& entry) { return entry.first; });
    for (; operation != operations->second.end() && operation->first <= known; ++operation) {
      if (operation->second >= apart) return true;
    }
  }
  return false;
}

bool RaceDetector::check_side(const RaceSide& side, std::uint16_t site, std::uint32_t slot) {
  bool race = false;
  for (const RaceRecord& access : side.readers) race = race || check(access, site, slot);
  for (const RaceRecord& access : side.atomics) race = race || check(access, site, slot);
  return race;
}

// --- what a cell remembers ---

void RaceDetector::replace_by_write(RacePage& page, RaceCell& cell, const RaceRecord& access) {
  if (!stays(cell.record(RaceCell::writer))) cell.set(RaceCell::writer, access);
  for (const unsigned i : {RaceCell::reader, RaceCell::other_reader}) {
    if (!stays(cell.record(i))) cell.epoch[i] = 0;
  }
  if (cell.side == 0) return;
  RaceSide& side = page.sides[cell.side];
  side.atomics.clear();
  side.releases.clear();
  std::erase_if(side.readers, [this](const RaceRecord& reader) { return !stays(reader); });
}

// An access that happens before a later one of the same kind need not be remembered: whatever races
// with it races with the later one too. Where barriers of whole workgroups are all there is, the
// latest accesses of two invocations, one of them of another workgroup if there is such, show
// whether a later access races.
void RaceDetector::add_reader(RacePage& page, RaceCell& cell, const RaceRecord& access) {
  const StorageSemantics storage = sites_[access.site].storage;
  const std::uint32_t slot = access.agent - base_;
  const auto is_settled = [&](const RaceRecord& reader) {
    if (is_stale(storage, reader)) return true;
    if (stays(reader)) return reader.agent == access.agent && !sites_[access.site].non_private;
    return reader.agent == access.agent ||
           (!stays(access) && reader.epoch <= known(storage, slot, reader.agent));
  };
  for (const unsigned i : {RaceCell::reader, RaceCell::other_reader}) {
    if (!is_settled(cell.record(i))) continue;
    return cell.set(i, access);
  }
  const RaceRecord first = cell.record(RaceCell::reader);
  const RaceRecord second = cell.record(RaceCell::other_reader);
  if (shape_.fine_synchronization || shape_.vulkan_memory_model) {
    RaceSide& side = fresh_side(page, cell, storage);
    side.readers.push_back(second);
    if (side.readers.size() >= max_records) compact(side.readers, access);
    cell.set(RaceCell::other_reader, first);
  } else if (is_own(second.agent)) {
    cell.set(RaceCell::other_reader, first);
  }
  cell.set(RaceCell::reader, access);
}

RaceSide& RaceDetector::fresh_side(RacePage& page, RaceCell& cell, StorageSemantics storage) {
  RaceSide& side = page.side(cell);
  if (storage == StorageSemantics::workgroup_memory && side.workgroup != workgroup_) {
    side.clear();
    side.workgroup = workgroup_;
  }
  return side;
}

// Forgets what the latest access makes superfluous, and then what is oldest but for the first.
void RaceDetector::compact(std::vector<RaceRecord>& records, const RaceRecord& latest) {
  const StorageSemantics storage = sites_[latest.site].storage;
  std::vector<RaceRecord> kept;
  for (auto record = records.rbegin(); record != records.rend(); ++record) {
    const bool repeated = std::ranges::any_of(kept, [&](const RaceRecord& later) {
      return later.agent == record->agent && later.site == record->site;
    });
    const bool before = !sites_[record->site].atomic && !stays(*record) &&
                        record->epoch <= known(storage, latest.agent - base_, record->agent);
    if (!repeated && !before) kept.push_back(*record);
  }
  if (kept.size() > max_records / 2) kept.erase(kept.begin() + max_records / 2, kept.end() - 1);
  std::ranges::reverse(kept);
  records = std::move(kept);
}

void RaceDetector::add_atomic(RaceSide& side, const RaceRecord& access) {
  for (RaceRecord& record : side.atomics) {
    if (record.agent != access.agent || record.site != access.site) continue;
    record.epoch = access.epoch;
    return;
  }
  if (shape_.fine_synchronization || shape_.vulkan_memory_model) {
    side.atomics.push_back(access);
    if (side.atomics.size() >= max_records) compact(side.atomics, access);
    return;
  }
  // The latest of each instruction, and the latest at each distance from it.
  std::array<bool, 4> taken{true, false, false, false};
  std::vector<RaceRecord> kept{access};
  for (const RaceRecord& record : side.atomics) {
    bool& seen = taken[index(distance(access.agent, record.agent))];
    if (record.site == access.site && seen) continue;
    if (record.site == access.site) seen = true;
    kept.push_back(record);
  }
  side.atomics = std::move(kept);
}

// --- atomics ---

bool RaceDetector::atomic(RaceShadow& shadow, std::uint64_t offset, std::uint16_t site_number,
                          std::uint32_t slot, bool reads, bool writes,
                          const MemorySemantics& semantics) {
  const RaceSite& site = sites_[site_number];
  bool race = false;
  const RaceRecord access{epoch_[slot], base_ + slot, site_number};
  for (std::uint64_t at = offset; at < offset + site.bytes;) {
    RacePage& page = shadow.page(at, site.bytes);
    RaceCell& cell = page.cell(at);
    RaceSide& side = fresh_side(page, cell, site.storage);
    if (at == offset) acquire_and_release(side, site, slot, reads, writes, semantics);
    bool here = check(cell.record(RaceCell::writer), site_number, slot);
    if (writes) {
      here = here || check(cell.record(RaceCell::reader), site_number, slot);
      here = here || check(cell.record(RaceCell::other_reader), site_number, slot);
      for (const RaceRecord& reader : side.readers) here = here || check(reader, site_number, slot);
    }
    for (const RaceRecord& other : side.atomics) {
      if (writes || sites_[other.site].writes) here = here || check(other, site_number, slot);
    }
    add_atomic(side, access);
    if (here && !race) {
      race = true;
      race_.offset = at;
    }
    at = (at | ((1u << page.cell_shift) - 1)) + 1;
  }
  if (semantics.release && writes) begin_epoch(std::span(&slot, 1));
  return race;
}

MemoryScope RaceDetector::distance(const RaceSide::Release& release, std::uint32_t slot) const {
  if (release.earlier_workgroup || release.workgroup != workgroup_) return MemoryScope::device;
  return release.subgroup == subgroup_of(slot) ? MemoryScope::subgroup : MemoryScope::workgroup;
}

void RaceDetector::acquire_and_release(RaceSide& side, const RaceSite& site, std::uint32_t slot,
                                       bool reads, bool writes, const MemorySemantics& semantics) {
  for (const RaceSide::Release& release : side.releases) {
    const MemoryScope apart = distance(release, slot);
    const bool mutually_ordered =
        release.bytes == site.bytes && std::min(release.atomic_scope, site.scope) >= apart;
    if (!reads || !mutually_ordered || release.scope < apart) continue;
    for (const StorageSemantics storage : all_storage) {
      const SharedClock& clock = release.clock[index(storage)];
      if (clock == nullptr) continue;
      if (semantics.acquire && semantics.names(storage)) learn(storage, slot, clock);
      add_pending(storage, site.storage, slot, apart, clock);
    }
  }
  for (const StorageSemantics storage : all_storage) {
    if (reads && semantics.acquire && semantics.make_visible && semantics.names(storage))
      make_visible(storage, slot, site.scope);
  }
  if (!writes) return;
  // What is no read-modify-write, or not mutually ordered with its head, ends a release sequence.
  std::erase_if(side.releases, [&](const RaceSide::Release& release) {
    return !reads || release.bytes != site.bytes ||
           std::min(release.atomic_scope, site.scope) < distance(release, slot);
  });
  for (const StorageSemantics storage : all_storage) {
    if (semantics.release && semantics.names(storage)) {
      if (semantics.make_available) {
        make_available(storage, group_of(base_ + slot, MemoryScope::invocation), epoch_[slot],
                       site.scope);
      }
      add_release(side, site.scope, site, slot, storage, published(storage, slot));
      continue;
    }
    const auto& fences = knowledge(storage).fences[index(site.storage)];
    if (fences.empty()) continue;
    Stamp last = 0;
    for (const MemoryScope scope : shared_scopes) {
      const Fence& fence = fences[slot][index(scope)];
      if (fence.published == 0 || fence.next == last) continue;
      last = fence.next;
      add_release(side, scope, site, slot, storage, published(storage, slot, fence));
    }
  }
}

void RaceDetector::add_release(RaceSide& side, MemoryScope scope, const RaceSite& site,
                               std::uint32_t slot, StorageSemantics storage,
                               const SharedClock& clock) {
  RaceSide::Release* into = nullptr;
  RaceSide::Release* earlier = nullptr;  // what comes from earlier workgroups becomes one
  for (RaceSide::Release& release : side.releases) {
    if (!release.earlier_workgroup && release.workgroup == workgroup_) {
      const bool same = release.scope == scope && release.atomic_scope == site.scope &&
                        release.subgroup == subgroup_of(slot);
      if (same) into = &release;
    } else if (earlier == nullptr) {
      earlier = &release;
      release.earlier_workgroup = true;
    } else if (release.scope == MemoryScope::device) {
      for (std::size_t s = 0; s < release.clock.size(); ++s)
        earlier->clock[s] = joined(earlier->clock[s], release.clock[s]);
      release.bytes = 0;
    }
  }
  if (into == nullptr) {
    side.releases.push_back(
        {scope, site.scope, site.bytes, false, workgroup_, subgroup_of(slot), {}});
    into = &side.releases.back();
  }
  into->clock[index(storage)] = joined(into->clock[index(storage)], clock);
  std::erase_if(side.releases, [](const auto& release) { return release.bytes == 0; });
}

// --- barriers ---

void RaceDetector::make_available(StorageSemantics storage, InvocationGroup group, Stamp stamp,
                                  MemoryScope scope) {
  if (shape_.vulkan_memory_model) knowledge(storage).available[group].emplace_back(stamp, scope);
}

void RaceDetector::make_visible(StorageSemantics storage, std::uint32_t slot, MemoryScope scope) {
  if (!shape_.vulkan_memory_model) return;
  Knowledge& k = knowledge(storage);
  k.visible.resize(slots_);
  for (std::size_t s = 1; s <= index(scope); ++s) {
    k.visible[slot][s] = {k.floor, k.subgroup_floor[subgroup_of(slot)], k.shared, k.own[slot]};
  }
}

// What the next acquire barrier of the invocation takes up.
void RaceDetector::add_pending(StorageSemantics storage, StorageSemantics of_atomic,
                               std::uint32_t slot, MemoryScope scope, const SharedClock& clock) {
  if (clock == nullptr) return;
  auto& all = knowledge(storage).pending[index(of_atomic)];
  all.resize(slots_);
  SharedClock& pending = all[slot][index(scope)];
  pending = joined(pending, clock);
}

void RaceDetector::take_pending(StorageSemantics storage, std::uint32_t slot,
                                const MemorySemantics& semantics) {
  for (const StorageSemantics of_atomic : all_storage) {
    auto& all_pending = knowledge(storage).pending[index(of_atomic)];
    if (!semantics.names(of_atomic) || all_pending.empty()) continue;
    for (std::size_t scope = 1; scope <= index(semantics.scope); ++scope) {
      SharedClock& pending = all_pending[slot][scope];
      if (pending == nullptr) continue;
      learn(storage, slot, pending);
      pending.reset();
    }
  }
}

void RaceDetector::set_fence(std::uint32_t slot, const MemorySemantics& semantics) {
  for (const StorageSemantics storage : all_storage) {
    if (!semantics.names(storage)) continue;
    Knowledge& k = knowledge(storage);
    const Fence fence{epoch_[slot], now_ + 1, k.floor, k.subgroup_floor[subgroup_of(slot)],
                      k.own[slot]};
    for (const StorageSemantics of_atomic : all_storage) {
      if (!semantics.names(of_atomic)) continue;
      auto& fences = k.fences[index(of_atomic)];
      fences.resize(slots_);
      for (std::size_t scope = 1; scope <= index(semantics.scope); ++scope)
        fences[slot][scope] = fence;
    }
  }
}

void RaceDetector::memory_barrier(std::span<const std::uint32_t> slots,
                                  const MemorySemantics& semantics) {
  for (const std::uint32_t slot : slots) {
    for (const StorageSemantics storage : all_storage) {
      if (!semantics.names(storage)) continue;
      if (semantics.acquire) take_pending(storage, slot, semantics);
      if (semantics.acquire && semantics.make_visible) make_visible(storage, slot, semantics.scope);
      if (semantics.release && semantics.make_available) {
        make_available(storage, group_of(base_ + slot, MemoryScope::invocation), epoch_[slot],
                       semantics.scope);
      }
    }
    if (semantics.release) set_fence(slot, semantics);
  }
  if (semantics.release) begin_epoch(slots);
}

bool RaceDetector::is_whole(std::span<const std::uint32_t> slots, MemoryScope scope) const {
  return slots.size() == (scope == MemoryScope::workgroup ? shape_.slots.size()
                                                          : existing_[subgroup_of(slots.front())]);
}

// What those of `slots` release by the barrier, or by memory barriers before it, to others in the
// instance of `scope`.
SharedClock RaceDetector::released_by(StorageSemantics storage,
                                      std::span<const std::uint32_t> slots, MemoryScope scope,
                                      const MemorySemantics& semantics) const {
  const bool releases = semantics.release && semantics.names(storage) && semantics.scope >= scope;
  const auto& fences = knowledge(storage).fences[index(storage)];
  SharedClock all;
  if (!releases && fences.empty()) return all;
  for (const std::uint32_t slot : slots) {
    if (releases) {
      all = joined(all, published(storage, slot));
    } else if (!fences[slot][index(scope)].taken) {
      all = joined(all, published(storage, slot, fences[slot][index(scope)]));
    }
  }
  return all;
}

// A barrier that is both release and acquire, and that all in the instance of `scope` execute.
void RaceDetector::exchange_all(StorageSemantics storage, std::span<const std::uint32_t> slots,
                                MemoryScope scope) {
  Knowledge& k = knowledge(storage);
  SharedClock all;
  if (k.any_own) {
    for (const std::uint32_t slot : slots) all = joined(all, k.own[slot]);
  }
  if (scope == MemoryScope::subgroup) {
    k.subgroup_floor[subgroup_of(slots.front())] = now_;
    for (const std::uint32_t slot : slots) k.own[slot] = all;
    return;
  }
  k.floor = now_;
  if (!k.any_own) return;
  if (all != nullptr) {
    auto others = std::make_shared<RaceClock>(*all);
    others->erase_if([this](InvocationGroup group) {
      const std::uint32_t first = group.scope == MemoryScope::workgroup ? group.number * slots_
                                  : group.scope == MemoryScope::subgroup
                                      ? group.number * shape_.subgroup_size
                                      : group.number;
      return is_own(first);
    });
    if (!others->empty()) k.shared = joined(k.shared, others);
  }
  for (const std::uint32_t slot : slots) k.own[slot].reset();
  k.any_own = false;
}

// The same where memory barriers before the control barrier release: true if one stamp says what all
// of them have released.
bool RaceDetector::exchange_fences_of_all(StorageSemantics storage,
                                          std::span<const std::uint32_t> slots, MemoryScope scope) {
  Knowledge& k = knowledge(storage);
  const auto& fences = k.fences[index(storage)];
  if (fences.empty()) return true;
  Stamp published = 0;
  Stamp next = ~Stamp{0};
  for (const std::uint32_t slot : slots) {
    const Fence& fence = fences[slot][index(scope)];
    if (fence.own != nullptr) return false;
    published = std::max(published, fence.published);
    next = std::min(next, fence.next);
  }
  if (published >= next) return false;
  Stamp& floor =
      scope == MemoryScope::workgroup ? k.floor : k.subgroup_floor[subgroup_of(slots.front())];
  floor = std::max(floor, published);
  return true;
}

void RaceDetector::exchange(StorageSemantics storage, std::span<const std::uint32_t> slots,
                            MemoryScope scope, const MemorySemantics& semantics) {
  const bool reaches = semantics.names(storage) && semantics.scope >= scope;
  const bool releases = reaches && semantics.release;
  // Without the Vulkan memory model, memory barriers before a control barrier need none behind it.
  const bool acquires = (reaches && semantics.acquire) || !shape_.vulkan_memory_model;
  if (acquires && is_whole(slots, scope)) {
    if (releases) return exchange_all(storage, slots, scope);
    if (exchange_fences_of_all(storage, slots, scope)) return;
  }
  const SharedClock released = released_by(storage, slots, scope, semantics);
  if (released == nullptr) return;
  auto& fences = knowledge(storage).fences[index(storage)];
  for (const std::uint32_t slot : slots) {
    if (!acquires) {
      add_pending(storage, storage, slot, scope, released);
      continue;
    }
    learn(storage, slot, released);
    if (!fences.empty() && is_whole(slots, scope)) fences[slot][index(scope)].taken = true;
  }
}

namespace {

// Calls `each` with the parts of `slots`, which are in ascending order, that are in one subgroup.
template <class Each>
void for_each_subgroup(std::span<const std::uint32_t> slots, std::uint32_t subgroup_size,
                       Each each) {
  for (std::size_t begin = 0; begin < slots.size();) {
    std::size_t end = begin;
    while (end < slots.size() && slots[end] / subgroup_size == slots[begin] / subgroup_size) ++end;
    each(slots.subspan(begin, end - begin));
    begin = end;
  }
}

}  // namespace

void RaceDetector::control_barrier(std::span<const std::uint32_t> slots, MemoryScope execution,
                                   const MemorySemantics& semantics) {
  if (slots.empty()) return;
  const bool both = semantics.acquire && semantics.release;
  for (const StorageSemantics storage : all_storage) {
    const bool named = semantics.names(storage);
    if (named && semantics.acquire) {
      for (const std::uint32_t slot : slots) take_pending(storage, slot, semantics);
    }
    const bool of_workgroup = execution == MemoryScope::workgroup;
    if (of_workgroup) exchange(storage, slots, MemoryScope::workgroup, semantics);
    if (!of_workgroup || !named || !both || semantics.scope < MemoryScope::workgroup) {
      for_each_subgroup(slots, shape_.subgroup_size, [&](std::span<const std::uint32_t> part) {
        exchange(storage, part, MemoryScope::subgroup, semantics);
      });
    }
    if (!named) continue;
    if (semantics.release && semantics.make_available) {
      const bool all = is_whole(slots, execution);
      const std::uint32_t first = base_ + slots.front();
      if (all) make_available(storage, group_of(first, execution), now_, semantics.scope);
      for (std::size_t i = 0; !all && i < slots.size(); ++i) {
        make_available(storage, group_of(base_ + slots[i], MemoryScope::invocation), now_,
                       semantics.scope);
      }
    }
    if (semantics.acquire && semantics.make_visible) {
      for (const std::uint32_t slot : slots) make_visible(storage, slot, semantics.scope);
    }
  }
  // To those whom the barrier itself orders it has released already.
  if (semantics.release && (semantics.scope > execution || !both || !is_whole(slots, execution))) {
    for (const std::uint32_t slot : slots) set_fence(slot, semantics);
  }
  LastBarrier& last = execution == MemoryScope::workgroup
                          ? last_barrier_
                          : last_subgroup_barrier_[subgroup_of(slots.front())];
  last = {now_, semantics};
  begin_epoch(slots);
}

void RaceDetector::arrive(std::uint64_t barrier, std::span<const std::uint32_t> slots,
                          MemoryScope execution, const MemorySemantics& semantics) {
  memory_barrier(slots, semantics);
  Arrival& arrival = arrivals_[barrier];
  for (const StorageSemantics storage : all_storage) {
    if (execution == MemoryScope::workgroup) {
      SharedClock& released = arrival.of_workgroup[index(storage)];
      released = joined(released, released_by(storage, slots, MemoryScope::workgroup, semantics));
    }
    for_each_subgroup(slots, shape_.subgroup_size, [&](std::span<const std::uint32_t> part) {
      SharedClock& released = arrival.of_subgroup[subgroup_of(part.front())][index(storage)];
      released = joined(released, released_by(storage, part, MemoryScope::subgroup, semantics));
    });
  }
  begin_epoch(slots);
}

void RaceDetector::wait(std::uint64_t barrier, std::span<const std::uint32_t> slots,
                        const MemorySemantics& semantics) {
  const auto arrival = arrivals_.find(barrier);
  if (arrival == arrivals_.end()) return;
  for (const StorageSemantics storage : all_storage) {
    const bool named = semantics.acquire && semantics.names(storage);
    const auto take = [&](std::uint32_t slot, MemoryScope scope, const SharedClock& released) {
      if ((named && semantics.scope >= scope) || !shape_.vulkan_memory_model) {
        learn(storage, slot, released);
      } else {
        add_pending(storage, storage, slot, scope, released);
      }
    };
    for (const std::uint32_t slot : slots) {
      take(slot, MemoryScope::workgroup, arrival->second.of_workgroup[index(storage)]);
      take(slot, MemoryScope::subgroup,
           arrival->second.of_subgroup[subgroup_of(slot)][index(storage)]);
    }
  }
  memory_barrier(slots, semantics);
}

}  // namespace spirv_oracle
