#include "memory/race_detector.h"

#include <algorithm>
#include <bit>

namespace spirv_oracle {
namespace {

// No epoch begins after it: nothing can be said then.
constexpr Stamp last_stamp = ~Stamp{0};

// Of concurrent accesses to a cell, so many are remembered at least.
constexpr std::size_t max_records = 256;

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
  Stamp stamp =
      std::max({in_clock(v.shared, agent), in_clock(v.own, agent), in_clock(v.chained, agent)});
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
  if (!is_available(other, site.storage, slot, stamp, apart)) return MissingEdge::availability;
  if (!is_read || site.visible >= apart) return std::nullopt;
  const Stamp visible = std::min(stamp, known_when_visible(site.storage, slot, other.agent, apart));
  return is_available(other, site.storage, slot, visible, apart)
             ? std::nullopt
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

// Whether the invocation that wrote has made the write available to those `apart`, by what `known` of it
// includes.
bool RaceDetector::is_made_available(const RaceRecord& other, StorageSemantics storage, Stamp known,
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

// The same, or by an availability chain: to those near by the invocation itself, and to those further
// away by one of them. (That the one happens before the other is not looked at.)
bool RaceDetector::is_available(const RaceRecord& other, StorageSemantics storage,
                                std::uint32_t slot, Stamp known, MemoryScope apart) const {
  if (is_made_available(other, storage, known, apart)) return true;
  for (const auto& [group, operations] : knowledge(storage).available) {
    const std::uint32_t agent = group.scope == MemoryScope::workgroup ? group.number * slots_
                                : group.scope == MemoryScope::subgroup
                                    ? group.number * shape_.subgroup_size
                                    : group.number;
    const MemoryScope near = std::max(distance(agent, other.agent), MemoryScope::subgroup);
    if (near >= apart || !is_made_available(other, storage, known, near)) continue;
    for (const auto& [stamp, scope] : operations) {
      if (scope >= apart && stamp >= other.epoch && stamp <= this->known(storage, slot, agent))
        return true;
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

}  // namespace spirv_oracle
