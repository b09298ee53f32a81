// How barriers synchronize invocations.
#include "memory/race_order.h"

#include <algorithm>

namespace spirv_oracle {
void RaceOrder::make_available(StorageSemantics storage, InvocationGroup group, Stamp stamp,
                               MemoryScope scope, const MemorySemantics& semantics) {
  if (!shape_.vulkan_memory_model) return;
  const auto [operations, is_new] = knowledge(storage).available.try_emplace(
      group, Operations(RaceAllocator<Operation>(memory_)));
  operations->second.push_back({stamp, scope, semantics.storage});
}

void RaceOrder::make_visible(StorageSemantics storage, std::span<const std::uint32_t> slots,
                             MemoryScope scope, const MemorySemantics& semantics) {
  if (!shape_.vulkan_memory_model) return;
  for (const StorageSemantics by : all_storage_semantics) {
    const bool counts = by == storage || shape_.relays[index(by)][index(storage)];
    if (semantics.names(by) && counts) make_visible(storage, by, slots, scope);
  }
}

// Visibility operations from the domains of `scope`. What other invocations in it have made visible to
// themselves from larger domains becomes visible to all of `slots`: a visibility chain.
void RaceOrder::make_visible(StorageSemantics storage, StorageSemantics by,
                             std::span<const std::uint32_t> slots, MemoryScope scope) {
  const Knowledge& k = knowledge(by);
  auto& by_slot = knowledge(by).visible[index(storage)];
  by_slot.resize(slots_);
  for (const std::uint32_t slot : slots) {
    for (std::size_t s = 1; s <= index(scope); ++s) {
      Visible& visible = by_slot[slot][s];
      visible.floor = k.floor;
      visible.subgroup_floor = k.subgroup_floor[subgroup_of(slot)];
      visible.shared = k.shared;
      visible.own = k.own[slot];
    }
  }
  if (scope == MemoryScope::invocation || scope == MemoryScope::device) return;
  const std::uint32_t first = slots.front();
  for (std::size_t s = index(scope) + 1; s <= index(MemoryScope::device); ++s) {
    SharedClock chained;
    for (const std::uint32_t other : shape_.slots) {
      if (distance(base_ + first, base_ + other) > scope) continue;
      const Visible& visible = by_slot[other][s];
      chained = joined(chained, joined(visible.chained, joined(visible.shared, visible.own)));
    }
    if (chained == nullptr) continue;
    for (const std::uint32_t slot : slots) by_slot[slot][s].chained = chained;
  }
}

// What the next acquire barrier of the invocation acquires.
void RaceOrder::add_pending(StorageSemantics storage, StorageSemantics of_atomic,
                            std::uint32_t slot, MemoryScope scope, const SharedClock& clock) {
  if (clock == nullptr) return;
  auto& all = knowledge(storage).pending[index(of_atomic)];
  all.resize(slots_);
  SharedClock& pending = all[slot][index(scope)];
  pending = joined(pending, clock);
}

void RaceOrder::take_pending(StorageSemantics storage, std::uint32_t slot,
                             const MemorySemantics& semantics) {
  for (const StorageSemantics of_atomic : all_storage_semantics) {
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

void RaceOrder::set_fence(std::uint32_t slot, const MemorySemantics& semantics) {
  for (const StorageSemantics storage : all_storage_semantics) {
    if (!semantics.names(storage)) continue;
    Knowledge& k = knowledge(storage);
    const Fence fence = this->fence(storage, slot, now_ + 1);
    for (const StorageSemantics of_atomic : all_storage_semantics) {
      if (!semantics.names(of_atomic)) continue;
      auto& fences = k.fences[index(of_atomic)];
      fences.resize(slots_);
      for (std::size_t scope = 1; scope <= index(semantics.scope); ++scope)
        fences[slot][scope] = fence;
    }
  }
}

void RaceOrder::memory_barrier(std::span<const std::uint32_t> slots,
                               const MemorySemantics& semantics) {
  for (const std::uint32_t slot : slots) {
    for (const StorageSemantics storage : all_storage_semantics) {
      if (!semantics.names(storage)) continue;
      if (semantics.acquire) take_pending(storage, slot, semantics);
      if (semantics.acquire && semantics.make_visible)
        make_visible(storage, std::span(&slot, 1), semantics.scope, semantics);
      if (semantics.release && semantics.make_available) {
        make_available(storage, group_of(base_ + slot, MemoryScope::invocation), epoch(slot),
                       semantics.scope, semantics);
      }
    }
    if (semantics.release) set_fence(slot, semantics);
  }
  if (semantics.release) begin_epoch(slots);
}

bool RaceOrder::is_whole(std::span<const std::uint32_t> slots, MemoryScope scope) const {
  return slots.size() == (scope == MemoryScope::workgroup ? shape_.slots.size()
                                                          : existing_[subgroup_of(slots.front())]);
}

// What `slots` release to others in the instance of `scope`, by the barrier or by earlier memory
// barriers.
SharedClock RaceOrder::released_by(StorageSemantics storage, std::span<const std::uint32_t> slots,
                                   MemoryScope scope, const MemorySemantics& semantics) {
  const bool releases = semantics.release && semantics.names(storage) && semantics.scope >= scope;
  const auto& fences = knowledge(storage).fences[index(storage)];
  if (!releases && fences.empty()) return nullptr;
  std::vector<std::pair<std::uint32_t, Fence>> all;
  for (const std::uint32_t slot : slots) {
    Fence fence = releases ? this->fence(storage, slot, now_ + 1) : fences[slot][index(scope)];
    if (fence.next != 0 && !fence.taken) all.emplace_back(slot, std::move(fence));
  }
  if (all.empty()) return nullptr;
  // Their own accesses come first, because their clocks mostly contain nothing else.
  auto clock = RaceClock::make(memory_);
  for (std::size_t i = 0; i < all.size();) {
    const auto& [slot, fence] = all[i];
    std::uint32_t count = 0;
    for (; i < all.size() && all[i].first == slot + count && all[i].second.next == fence.next; ++i)
      ++count;
    clock->raise(base_ + slot, count, fence.next - 1);
  }
  for (const auto& [slot, fence] : all) publish(*clock, slot, fence);
  return clock;
}

// A barrier that both releases and acquires, and that all in the instance of `scope` execute.
void RaceOrder::exchange_all(StorageSemantics storage, std::span<const std::uint32_t> slots,
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
  k.shared = joined(k.shared, all);
  if (k.any_own) std::ranges::fill(k.own, nullptr);
  k.any_own = false;
  forget_settled(k);
}

// Knowledge that the floor includes needs no clock.
void RaceOrder::forget_settled(Knowledge& k) const {
  k.base = {};
  if (k.shared == nullptr) return;
  const auto others = copied(*k.shared);
  others->flatten();
  others->forget(settled(k));
  k.shared = others->empty() ? nullptr : others;
}

// A control barrier after memory barriers of all invocations, which released `released`.
void RaceOrder::exchange_fences_of_all(StorageSemantics storage,
                                       std::span<const std::uint32_t> slots, MemoryScope scope,
                                       const SharedClock& released) {
  Knowledge& k = knowledge(storage);
  auto& fences = k.fences[index(storage)];
  Stamp next = ~Stamp{0};
  for (const std::uint32_t slot : slots) {
    Fence& fence = fences[slot][index(scope)];
    next = std::min(next, fence.next);
    fence.taken = true;
  }
  // All have published what they did before the first epoch that an invocation has not published.
  const Stamp settled = std::max(next, 1u) - 1;
  if (scope == MemoryScope::subgroup) {
    Stamp& floor = k.subgroup_floor[subgroup_of(slots.front())];
    floor = std::max(floor, settled);
    for (const std::uint32_t slot : slots) learn(storage, slot, released);
    return;
  }
  k.floor = std::max(k.floor, settled);
  k.shared = joined(k.shared, released);
  bool any_own = false;
  for (const std::uint32_t slot : slots) {
    SharedClock& own = k.own[slot];
    if (own != nullptr && is_known_to_all(k, *own)) own.reset();
    any_own = any_own || own != nullptr;
  }
  k.any_own = any_own;
  forget_settled(k);
}

void RaceOrder::exchange(StorageSemantics storage, std::span<const std::uint32_t> slots,
                         MemoryScope scope, const MemorySemantics& semantics) {
  const bool reaches = semantics.names(storage) && semantics.scope >= scope;
  const bool releases = reaches && semantics.release;
  // De facto, no memory barrier is needed after a control barrier that follows memory barriers.
  const bool acquires = (reaches && semantics.acquire) || shape_.barriers_order_de_facto();
  const bool whole = acquires && is_whole(slots, scope);
  if (whole && releases) return exchange_all(storage, slots, scope);
  const SharedClock released = released_by(storage, slots, scope, semantics);
  if (released == nullptr) return;
  const bool by_fences = !releases && !knowledge(storage).fences[index(storage)].empty();
  if (whole && by_fences) return exchange_fences_of_all(storage, slots, scope, released);
  for (const std::uint32_t slot : slots) {
    if (acquires) {
      learn(storage, slot, released);
    } else {
      add_pending(storage, storage, slot, scope, released);
    }
  }
}

namespace {

// Calls `each` for each subgroup with its part of `slots`, which are in ascending order.
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

void RaceOrder::control_barrier(std::span<const std::uint32_t> slots, MemoryScope execution,
                                const MemorySemantics& semantics) {
  if (slots.empty()) return;
  const bool both = semantics.acquire && semantics.release;
  for (const StorageSemantics storage : all_storage_semantics) {
    const bool named = semantics.names(storage);
    const auto& pending = knowledge(storage).pending;
    const bool any_pending = std::ranges::any_of(pending, [](const auto& p) { return !p.empty(); });
    if (named && semantics.acquire && any_pending) {
      for (const std::uint32_t slot : slots) take_pending(storage, slot, semantics);
    }
    // Nothing is released.
    if (!named && knowledge(storage).fences[index(storage)].empty()) continue;
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
      if (all)
        make_available(storage, group_of(first, execution), now_, semantics.scope, semantics);
      for (std::size_t i = 0; !all && i < slots.size(); ++i) {
        make_available(storage, group_of(base_ + slots[i], MemoryScope::invocation), now_,
                       semantics.scope, semantics);
      }
    }
    if (semantics.acquire && semantics.make_visible) {
      for_each_subgroup(
          slots,
          of_workgroup && semantics.scope >= MemoryScope::workgroup ? slots_ : shape_.subgroup_size,
          [&](std::span<const std::uint32_t> part) {
            make_visible(storage, part, semantics.scope, semantics);
          });
    }
  }
  // The barrier has already released to the invocations that it orders.
  if (semantics.release && (semantics.scope > execution || !both || !is_whole(slots, execution))) {
    for (const std::uint32_t slot : slots) set_fence(slot, semantics);
  }
  LastBarrier& last = execution == MemoryScope::workgroup
                          ? last_barrier_
                          : last_subgroup_barrier_[subgroup_of(slots.front())];
  last = {now_, semantics};
  begin_epoch(slots);
}

void RaceOrder::arrive(std::uint64_t barrier, std::span<const std::uint32_t> slots,
                       MemoryScope execution, const MemorySemantics& semantics) {
  memory_barrier(slots, semantics);
  Arrival& arrival = arrivals_[barrier];
  for (const StorageSemantics storage : all_storage_semantics) {
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

void RaceOrder::wait(std::uint64_t barrier, std::span<const std::uint32_t> slots,
                     const MemorySemantics& semantics) {
  const auto arrival = arrivals_.find(barrier);
  if (arrival == arrivals_.end()) return;
  for (const StorageSemantics storage : all_storage_semantics) {
    const bool named = semantics.acquire && semantics.names(storage);
    const auto take = [&](std::uint32_t slot, MemoryScope scope, const SharedClock& released) {
      if ((named && semantics.scope >= scope) || shape_.barriers_order_de_facto()) {
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
