#include "memory/race_order.h"

#include <algorithm>

namespace spirv_oracle {
namespace {

// No epoch begins after this one. Then nothing is known.
constexpr Stamp last_stamp = ~Stamp{0};

}  // namespace

RaceOrder::RaceOrder(RaceShape shape, RaceMemory* memory)
    : shape_(std::move(shape)), memory_(memory) {
  subgroup_shift_ = static_cast<unsigned>(std::countr_zero(shape_.subgroup_size));
  invocation_count_ = shape_.subgroup_count * shape_.subgroup_size;
  set_existing();
  tags_.resize(invocation_count_);
  last_subgroup_barrier_.resize(shape_.subgroup_count);
  knowledge_ = no_knowledge();
}

void RaceOrder::set_existing() {
  if (shape_.invocations_of_workgroup)
    shape_.invocations = shape_.invocations_of_workgroup(workgroup_);
  existing_.assign(shape_.subgroup_count, 0);
  for (const std::uint32_t invocation : shape_.invocations) ++existing_[subgroup_of(invocation)];
}

RaceOrder::ByStorage RaceOrder::no_knowledge() const {
  ByStorage knowledge;
  for (Knowledge& k : knowledge) {
    k.available = Availability(Availability::allocator_type(memory_));
    k.subgroup_watermark.resize(shape_.subgroup_count);
    k.own.resize(invocation_count_);
  }
  return knowledge;
}

bool RaceOrder::has_ended() const { return now_ == last_stamp; }

void RaceOrder::start_workgroup(std::uint64_t number) {
  workgroup_ = static_cast<std::uint32_t>(number);
  if (shape_.invocations_of_workgroup) set_existing();
  base_ = workgroup_ * invocation_count_;
  if (now_ != last_stamp) ++now_;
  starts_.push_back({now_, workgroup_});
  first_stamp_ = now_;
  // No invocation has the first stamp as its epoch: it is ordered before everything that the workgroup does.
  if (now_ != last_stamp) ++now_;
  for (std::uint32_t invocation = 0; invocation < invocation_count_; ++invocation)
    tags_[invocation] = RaceRecord::tag(now_, invocation);
  for (Knowledge& k : knowledge_) {
    k.watermark = start();
    std::ranges::fill(k.subgroup_watermark, 0);
    k.shared.reset();
    k.base = {};
    if (k.any_own) std::ranges::fill(k.own, nullptr);
    k.any_own = false;
    for (auto& fences : k.fences) fences.clear();
    for (auto& pending : k.pending) pending.clear();
    for (auto& visible : k.visible) visible.clear();
  }
  knowledge(StorageSemantics::workgroup_memory).available.clear();
  last_barrier_ = {};
  std::ranges::fill(last_subgroup_barrier_, LastBarrier{});
  arrivals_.clear();
}

std::unique_ptr<RaceOrder::Suspended> RaceOrder::make_suspended() const {
  auto suspended = std::make_unique<Suspended>();
  suspended->tags_.resize(invocation_count_);
  suspended->knowledge_ = no_knowledge();
  suspended->last_subgroup_barrier_.resize(shape_.subgroup_count);
  return suspended;
}

void RaceOrder::exchange_workgroup(Suspended& other) {
  takes_turns_ = true;
  std::swap(first_stamp_, other.first_stamp_);
  std::swap(workgroup_, other.workgroup_);
  std::swap(base_, other.base_);
  std::swap(tags_, other.tags_);
  std::swap(knowledge_, other.knowledge_);
  std::swap(last_barrier_, other.last_barrier_);
  std::swap(last_subgroup_barrier_, other.last_subgroup_barrier_);
  std::swap(arrivals_, other.arrivals_);
  // Invocations that access the memory of all workgroups may be in any of them.
  for (std::size_t i = 0; i < storage_semantics_count; ++i) {
    if (i == index(StorageSemantics::workgroup_memory)) continue;
    std::swap(knowledge_[i].available, other.knowledge_[i].available);
  }
}

// Its invocations begin their own epochs, because workgroups do not share stamps.
void RaceOrder::resume_workgroup() {
  if (shape_.invocations_of_workgroup) set_existing();
  if (now_ != last_stamp) ++now_;
  starts_.push_back({now_, workgroup_});
  if (memory_ != nullptr) memory_->used += sizeof(Start);
  for (std::uint32_t invocation = 0; invocation < invocation_count_; ++invocation)
    tags_[invocation] = RaceRecord::tag(now_, invocation);
}

Stamp RaceOrder::begin_epoch(std::span<const std::uint32_t> invocations) {
  if (now_ != last_stamp) ++now_;
  // Most are neighbors, for which a loop without indices takes vector instructions.
  const auto count = static_cast<std::uint32_t>(invocations.size());
  const std::uint32_t first = count == 0 ? 0 : invocations.front();
  std::uint32_t difference = 0;
  for (std::uint32_t i = 0; i < count; ++i) difference |= invocations[i] ^ (first + i);
  if (difference == 0) {
    for (std::uint32_t i = 0; i < count; ++i) tags_[first + i] = RaceRecord::tag(now_, first + i);
    return now_;
  }
  for (const std::uint32_t invocation : invocations)
    tags_[invocation] = RaceRecord::tag(now_, invocation);
  return now_;
}

// --- invocations ---

RaceOrder::Access RaceOrder::access(RaceRecord record) const {
  std::uint32_t base = base_;
  if (record.epoch() < start()) base = workgroup_at(record.epoch()) * invocation_count_;
  return {record.epoch(), base + record.invocation(), record.site()};
}

MemoryScope RaceOrder::distance(std::uint32_t agent, std::uint32_t other) const {
  if (agent == other) return MemoryScope::invocation;
  if (agent >> subgroup_shift_ == other >> subgroup_shift_) return MemoryScope::subgroup;
  if (is_own(agent) || is_own(other))
    return is_own(agent) && is_own(other) ? MemoryScope::workgroup : MemoryScope::device;
  return agent / invocation_count_ == other / invocation_count_ ? MemoryScope::workgroup
                                                                : MemoryScope::device;
}

InvocationGroup RaceOrder::group_of(std::uint32_t agent, MemoryScope scope) const {
  switch (scope) {
    case MemoryScope::invocation:
      return {scope, agent};
    case MemoryScope::subgroup:
      return {scope, agent >> subgroup_shift_};
    default:
      return {scope, agent / invocation_count_};
  }
}

std::uint32_t RaceOrder::member_of(InvocationGroup group) const {
  switch (group.scope) {
    case MemoryScope::invocation:
      return group.number;
    case MemoryScope::subgroup:
      return group.number << subgroup_shift_;
    default:
      return group.number * invocation_count_;
  }
}

// --- ordering ---

Stamp RaceOrder::in_clock(const SharedClock& clock, std::uint32_t agent) const {
  if (clock == nullptr) return 0;
  // A base of this workgroup contains no more than the clocks of all its invocations, unless another workgroup ran meanwhile.
  if (is_own(agent) && !takes_turns_) return clock->of_entries(agent, workgroup_);
  return clock->of(agent, agent / invocation_count_);
}

Stamp RaceOrder::known(StorageSemantics storage, std::uint32_t invocation,
                       std::uint32_t agent) const {
  const Knowledge& k = knowledge(storage);
  Stamp stamp = std::max(in_clock(k.shared, agent), in_clock(k.own[invocation], agent));
  if (!is_own(agent)) return stamp;
  stamp = std::max(stamp, k.watermark);
  const std::uint32_t subgroup = subgroup_of(invocation);
  if (subgroup_of(agent - base_) == subgroup)
    stamp = std::max(stamp, k.subgroup_watermark[subgroup]);
  return stamp;
}

bool RaceOrder::knows(StorageSemantics storage, std::uint32_t invocation, std::uint32_t agent,
                      Stamp stamp) const {
  const Knowledge& k = knowledge(storage);
  return (is_own(agent) && stamp <= k.watermark) || stamp <= in_clock(k.own[invocation], agent) ||
         stamp <= known(storage, invocation, agent);
}

bool RaceOrder::is_pending(StorageSemantics storage, std::uint32_t agent, Stamp stamp) const {
  for (const auto& of_atomics : knowledge(storage).pending) {
    for (const auto& by_scope : of_atomics) {
      if (std::ranges::any_of(
              by_scope, [&](const SharedClock& clock) { return stamp <= in_clock(clock, agent); }))
        return true;
    }
  }
  return false;
}

Stamp RaceOrder::known_when_visible(StorageSemantics storage, StorageSemantics by,
                                    std::uint32_t invocation, std::uint32_t agent,
                                    MemoryScope scope) const {
  const auto& visible = knowledge(by).visible[index(storage)];
  if (visible.empty()) return 0;
  const Visible& v = visible[invocation][index(scope)];
  Stamp stamp =
      std::max({in_clock(v.shared, agent), in_clock(v.own, agent), in_clock(v.chained, agent)});
  if (!is_own(agent)) return stamp;
  stamp = std::max(stamp, v.watermark);
  return subgroup_of(agent - base_) == subgroup_of(invocation)
             ? std::max(stamp, v.subgroup_watermark)
             : stamp;
}

void RaceOrder::learn(StorageSemantics storage, std::uint32_t invocation,
                      const SharedClock& clock) {
  Knowledge& k = knowledge(storage);
  if (clock == nullptr || clock == k.own[invocation]) return;
  const RaceClock::Publisher& publisher = clock->publisher();
  if (publisher.stamp != 0 && knows(storage, invocation, publisher.agent, publisher.stamp)) return;
  if (is_known_to_all(k, *clock)) return;
  k.own[invocation] = joined(k.own[invocation], clock);
  k.any_own = true;
}

RaceOrder::Fence RaceOrder::fence(StorageSemantics storage, std::uint32_t invocation, Stamp next) {
  Knowledge& k = knowledge(storage);
  // Everything that the workgroup does comes after its start.
  if (k.base.clock == nullptr && (k.shared != nullptr || k.watermark > first_stamp_)) {
    auto clock = k.shared != nullptr ? copied(*k.shared) : RaceClock::make(memory_);
    if (k.watermark > first_stamp_) clock->raise_workgroup(workgroup_, k.watermark);
    k.base = {std::move(clock), workgroup_, ++bases_};
  }
  const Stamp subgroup_watermark = k.subgroup_watermark[subgroup_of(invocation)];
  return {next, subgroup_watermark > k.watermark ? subgroup_watermark : 0, k.own[invocation],
          k.base, false};
}

void RaceOrder::publish(RaceClock& clock, std::uint32_t invocation, const Fence& fence) const {
  if (fence.next == 0) return;
  if (fence.own != nullptr && !clock.includes(*fence.own)) clock.join(*fence.own);
  clock.join_base(fence.base);
  const std::uint32_t first_of_subgroup = base_ + (subgroup_of(invocation) << subgroup_shift_);
  clock.raise(first_of_subgroup, shape_.subgroup_size, fence.subgroup_watermark);
  if (clock.of(base_ + invocation, workgroup_) < fence.next - 1)
    clock.raise(base_ + invocation, 1, fence.next - 1);
}

bool RaceOrder::is_known_to_all(const Knowledge& k, const RaceClock& clock) const {
  static const RaceClock nothing;
  return (k.shared != nullptr ? *k.shared : nothing).includes(clock, watermark_of(k));
}

// Whether the invocation that wrote has made the write available to those `apart`, according to its part of
// `known`, which is what is known by the storage class `by`.
bool RaceOrder::is_made_available(const Access& write, const RaceSite& site, StorageSemantics by,
                                  Stamp known, MemoryScope apart) const {
  if (write.epoch > known) return false;
  // The operation of the write itself concerns its own memory only.
  if (site.available >= apart && by == site.storage) return true;
  const auto& available = knowledge(site.storage).available;
  for (const MemoryScope scope :
       {MemoryScope::invocation, MemoryScope::subgroup, MemoryScope::workgroup}) {
    const auto operations = available.find(group_of(write.agent, scope));
    if (operations == available.end()) continue;
    auto operation =
        std::ranges::lower_bound(operations->second, write.epoch, {}, &Operation::stamp);
    for (; operation != operations->second.end() && operation->stamp <= known; ++operation) {
      if (operation->scope >= apart && operation->storage[index(by)]) return true;
    }
  }
  return false;
}

bool RaceOrder::is_shown(const Access& write, const RaceSite& site, std::uint32_t invocation,
                         MemoryScope apart) const {
  return std::ranges::any_of(all_storage_semantics, [&](StorageSemantics by) {
    // What others have made visible nearby (a visibility chain) must also happen before.
    const Stamp known =
        std::min(this->known(by, invocation, write.agent),
                 known_when_visible(site.storage, by, invocation, write.agent, apart));
    return is_made_available(write, site, by, known, apart);
  });
}

// Whether the invocation that wrote has made the write available to those `apart`, or an availability chain has: the
// invocation makes it available nearby, and another invocation there to those further away. (Nothing checks that the
// first happens before the second.)
bool RaceOrder::is_available(const Access& write, const RaceSite& site, std::uint32_t invocation,
                             Stamp known, MemoryScope apart) const {
  if (is_made_available(write, site, site.storage, known, apart)) return true;
  for (const auto& [group, operations] : knowledge(site.storage).available) {
    const std::uint32_t agent = member_of(group);
    const MemoryScope near = std::max(distance(agent, write.agent), MemoryScope::subgroup);
    if (near >= apart || !is_made_available(write, site, site.storage, known, near)) continue;
    for (const Operation& operation : operations) {
      if (operation.scope >= apart && operation.stamp >= write.epoch &&
          operation.stamp <= this->known(site.storage, invocation, agent))
        return true;
    }
  }
  return false;
}

const RaceOrder::LastBarrier& RaceOrder::last_barrier(std::uint32_t invocation,
                                                      MemoryScope apart) const {
  const LastBarrier& of_subgroup = last_subgroup_barrier_[subgroup_of(invocation)];
  const bool takes_part = apart == MemoryScope::subgroup && of_subgroup.stamp > last_barrier_.stamp;
  return takes_part ? of_subgroup : last_barrier_;
}

}  // namespace spirv_oracle
