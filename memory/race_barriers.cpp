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

void RaceOrder::make_visible(StorageSemantics storage, std::span<const std::uint32_t> invocations,
                             MemoryScope scope, const MemorySemantics& semantics) {
  if (!shape_.vulkan_memory_model) return;
  for (const StorageSemantics by : all_storage_semantics) {
    const bool counts = by == storage || shape_.relays[index(by)][index(storage)];
    if (semantics.names(by) && counts) make_visible(storage, by, invocations, scope);
  }
}

// Visibility operations from the domains of `scope`. What other invocations in it have made visible to
// themselves from larger domains becomes visible to all of `invocations`: a visibility chain.
void RaceOrder::make_visible(StorageSemantics storage, StorageSemantics by,
                             std::span<const std::uint32_t> invocations, MemoryScope scope) {
  const Knowledge& k = knowledge(by);
  auto& by_invocation = knowledge(by).visible[index(storage)];
  by_invocation.resize(invocation_count_);
  for (const std::uint32_t invocation : invocations) {
    for (std::size_t s = 1; s <= index(scope); ++s) {
      Visible& visible = by_invocation[invocation][s];
      visible.watermark = k.watermark;
      visible.subgroup_watermark = k.subgroup_watermark[subgroup_of(invocation)];
      visible.shared = k.shared;
      visible.own = k.own[invocation];
    }
  }
  if (scope == MemoryScope::invocation || scope == MemoryScope::device) return;
  const std::uint32_t first = invocations.front();
  for (std::size_t s = index(scope) + 1; s <= index(MemoryScope::device); ++s) {
    SharedClock chained;
    for (const std::uint32_t other : shape_.invocations) {
      if (distance(base_ + first, base_ + other) > scope) continue;
      const Visible& visible = by_invocation[other][s];
      chained = joined(chained, joined(visible.chained, joined(visible.shared, visible.own)));
    }
    if (chained == nullptr) continue;
    for (const std::uint32_t invocation : invocations)
      by_invocation[invocation][s].chained = chained;
  }
}

// What the next acquire barrier of the invocation acquires.
void RaceOrder::add_pending(StorageSemantics storage, StorageSemantics of_atomic,
                            std::uint32_t invocation, MemoryScope scope, const SharedClock& clock) {
  if (clock == nullptr) return;
  auto& all = knowledge(storage).pending[index(of_atomic)];
  all.resize(invocation_count_);
  SharedClock& pending = all[invocation][index(scope)];
  pending = joined(pending, clock);
}

void RaceOrder::take_pending(StorageSemantics storage, std::uint32_t invocation,
                             const MemorySemantics& semantics) {
  for (const StorageSemantics of_atomic : all_storage_semantics) {
    auto& all_pending = knowledge(storage).pending[index(of_atomic)];
    if (!semantics.names(of_atomic) || all_pending.empty()) continue;
    for (std::size_t scope = 1; scope <= index(semantics.scope); ++scope) {
      SharedClock& pending = all_pending[invocation][scope];
      if (pending == nullptr) continue;
      learn(storage, invocation, pending);
      pending.reset();
    }
  }
}

void RaceOrder::set_fence(std::uint32_t invocation, const MemorySemantics& semantics) {
  for (const StorageSemantics storage : all_storage_semantics) {
    if (!semantics.names(storage)) continue;
    Knowledge& k = knowledge(storage);
    const Fence fence = this->fence(storage, invocation, now_ + 1);
    for (const StorageSemantics of_atomic : all_storage_semantics) {
      if (!semantics.names(of_atomic)) continue;
      auto& fences = k.fences[index(of_atomic)];
      fences.resize(invocation_count_);
      for (std::size_t scope = 1; scope <= index(semantics.scope); ++scope)
        fences[invocation][scope] = fence;
    }
  }
}

void RaceOrder::memory_barrier(std::span<const std::uint32_t> invocations,
                               const MemorySemantics& semantics) {
  for (const std::uint32_t invocation : invocations) {
    for (const StorageSemantics storage : all_storage_semantics) {
      if (!semantics.names(storage)) continue;
      if (semantics.acquire) take_pending(storage, invocation, semantics);
      if (semantics.acquire && semantics.make_visible)
        make_visible(storage, std::span(&invocation, 1), semantics.scope, semantics);
      if (semantics.release && semantics.make_available) {
        make_available(storage, group_of(base_ + invocation, MemoryScope::invocation),
                       epoch(invocation), semantics.scope, semantics);
      }
    }
    if (semantics.release) set_fence(invocation, semantics);
  }
  if (semantics.release) begin_epoch(invocations);
}

bool RaceOrder::is_whole(std::span<const std::uint32_t> invocations, MemoryScope scope) const {
  return invocations.size() == (scope == MemoryScope::workgroup
                                    ? shape_.invocations.size()
                                    : existing_[subgroup_of(invocations.front())]);
}

// What `invocations` release to others in the instance of `scope`, by the barrier or by earlier memory
// barriers.
SharedClock RaceOrder::released_by(StorageSemantics storage,
                                   std::span<const std::uint32_t> invocations, MemoryScope scope,
                                   const MemorySemantics& semantics) {
  const bool releases = semantics.release && semantics.names(storage) && semantics.scope >= scope;
  const auto& fences = knowledge(storage).fences[index(storage)];
  if (!releases && fences.empty()) return nullptr;
  std::vector<std::pair<std::uint32_t, Fence>> all;
  for (const std::uint32_t invocation : invocations) {
    Fence fence =
        releases ? this->fence(storage, invocation, now_ + 1) : fences[invocation][index(scope)];
    if (fence.next != 0 && !fence.taken) all.emplace_back(invocation, std::move(fence));
  }
  if (all.empty()) return nullptr;
  // Their own accesses come first, because their clocks mostly contain nothing else.
  auto clock = RaceClock::make(memory_);
  for (std::size_t i = 0; i < all.size();) {
    const auto& [invocation, fence] = all[i];
    std::uint32_t count = 0;
    for (; i < all.size() && all[i].first == invocation + count && all[i].second.next == fence.next;
         ++i)
      ++count;
    clock->raise(base_ + invocation, count, fence.next - 1);
  }
  for (const auto& [invocation, fence] : all) publish(*clock, invocation, fence);
  return clock;
}

// A barrier that both releases and acquires, and that all in the instance of `scope` execute.
void RaceOrder::exchange_all(StorageSemantics storage, std::span<const std::uint32_t> invocations,
                             MemoryScope scope) {
  Knowledge& k = knowledge(storage);
  SharedClock all;
  if (k.any_own) {
    for (const std::uint32_t invocation : invocations) all = joined(all, k.own[invocation]);
  }
  if (scope == MemoryScope::subgroup) {
    k.subgroup_watermark[subgroup_of(invocations.front())] = now_;
    for (const std::uint32_t invocation : invocations) k.own[invocation] = all;
    return;
  }
  k.watermark = now_;
  k.shared = joined(k.shared, all);
  if (k.any_own) std::ranges::fill(k.own, nullptr);
  k.any_own = false;
  forget_below_watermark(k);
}

// Knowledge that the watermark includes needs no clock.
void RaceOrder::forget_below_watermark(Knowledge& k) const {
  k.base = {};
  if (k.shared == nullptr) return;
  const auto others = copied(*k.shared);
  others->flatten();
  others->forget(watermark_of(k));
  k.shared = others->empty() ? nullptr : others;
}

// A control barrier after memory barriers of all invocations, which released `released`.
void RaceOrder::exchange_fences_of_all(StorageSemantics storage,
                                       std::span<const std::uint32_t> invocations,
                                       MemoryScope scope, const SharedClock& released) {
  Knowledge& k = knowledge(storage);
  auto& fences = k.fences[index(storage)];
  Stamp next = ~Stamp{0};
  for (const std::uint32_t invocation : invocations) {
    Fence& fence = fences[invocation][index(scope)];
    next = std::min(next, fence.next);
    fence.taken = true;
  }
  // All have published what they did before the first epoch that an invocation has not published.
  const Stamp up_to = std::max(next, 1u) - 1;
  if (scope == MemoryScope::subgroup) {
    Stamp& watermark = k.subgroup_watermark[subgroup_of(invocations.front())];
    watermark = std::max(watermark, up_to);
    for (const std::uint32_t invocation : invocations) learn(storage, invocation, released);
    return;
  }
  k.watermark = std::max(k.watermark, up_to);
  k.shared = joined(k.shared, released);
  bool any_own = false;
  for (const std::uint32_t invocation : invocations) {
    SharedClock& own = k.own[invocation];
    if (own != nullptr && is_known_to_all(k, *own)) own.reset();
    any_own = any_own || own != nullptr;
  }
  k.any_own = any_own;
  forget_below_watermark(k);
}

void RaceOrder::exchange(StorageSemantics storage, std::span<const std::uint32_t> invocations,
                         MemoryScope scope, const MemorySemantics& semantics) {
  const bool reaches = semantics.names(storage) && semantics.scope >= scope;
  const bool releases = reaches && semantics.release;
  // De facto, no memory barrier is needed after a control barrier that follows memory barriers.
  const bool acquires = (reaches && semantics.acquire) || shape_.barriers_order_de_facto();
  const bool whole = acquires && is_whole(invocations, scope);
  if (whole && releases) return exchange_all(storage, invocations, scope);
  const SharedClock released = released_by(storage, invocations, scope, semantics);
  if (released == nullptr) return;
  const bool by_fences = !releases && !knowledge(storage).fences[index(storage)].empty();
  if (whole && by_fences) return exchange_fences_of_all(storage, invocations, scope, released);
  for (const std::uint32_t invocation : invocations) {
    if (acquires) {
      learn(storage, invocation, released);
    } else {
      add_pending(storage, storage, invocation, scope, released);
    }
  }
}

namespace {

// Calls `each` for each subgroup with its part of `invocations`, which are in ascending order.
template <class Each>
void for_each_subgroup(std::span<const std::uint32_t> invocations, std::uint32_t subgroup_size,
                       Each each) {
  for (std::size_t begin = 0; begin < invocations.size();) {
    std::size_t end = begin;
    while (end < invocations.size() &&
           invocations[end] / subgroup_size == invocations[begin] / subgroup_size)
      ++end;
    each(invocations.subspan(begin, end - begin));
    begin = end;
  }
}

}  // namespace

void RaceOrder::control_barrier(std::span<const std::uint32_t> invocations, MemoryScope execution,
                                const MemorySemantics& semantics) {
  if (invocations.empty()) return;
  const bool both = semantics.acquire && semantics.release;
  for (const StorageSemantics storage : all_storage_semantics) {
    const bool named = semantics.names(storage);
    const auto& pending = knowledge(storage).pending;
    const bool any_pending = std::ranges::any_of(pending, [](const auto& p) { return !p.empty(); });
    if (named && semantics.acquire && any_pending) {
      for (const std::uint32_t invocation : invocations)
        take_pending(storage, invocation, semantics);
    }
    // Nothing is released.
    if (!named && knowledge(storage).fences[index(storage)].empty()) continue;
    const bool of_workgroup = execution == MemoryScope::workgroup;
    if (of_workgroup) exchange(storage, invocations, MemoryScope::workgroup, semantics);
    if (!of_workgroup || !named || !both || semantics.scope < MemoryScope::workgroup) {
      for_each_subgroup(invocations, shape_.subgroup_size,
                        [&](std::span<const std::uint32_t> part) {
                          exchange(storage, part, MemoryScope::subgroup, semantics);
                        });
    }
    if (!named) continue;
    if (semantics.release && semantics.make_available) {
      const bool all = is_whole(invocations, execution);
      const std::uint32_t first = base_ + invocations.front();
      if (all)
        make_available(storage, group_of(first, execution), now_, semantics.scope, semantics);
      for (std::size_t i = 0; !all && i < invocations.size(); ++i) {
        make_available(storage, group_of(base_ + invocations[i], MemoryScope::invocation), now_,
                       semantics.scope, semantics);
      }
    }
    if (semantics.acquire && semantics.make_visible) {
      for_each_subgroup(invocations,
                        of_workgroup && semantics.scope >= MemoryScope::workgroup
                            ? invocation_count_
                            : shape_.subgroup_size,
                        [&](std::span<const std::uint32_t> part) {
                          make_visible(storage, part, semantics.scope, semantics);
                        });
    }
  }
  // The barrier has already released to the invocations that it orders.
  if (semantics.release &&
      (semantics.scope > execution || !both || !is_whole(invocations, execution))) {
    for (const std::uint32_t invocation : invocations) set_fence(invocation, semantics);
  }
  LastBarrier& last = execution == MemoryScope::workgroup
                          ? last_barrier_
                          : last_subgroup_barrier_[subgroup_of(invocations.front())];
  last = {now_, semantics};
  begin_epoch(invocations);
}

void RaceOrder::arrive(std::uint64_t barrier, std::span<const std::uint32_t> invocations,
                       MemoryScope execution, const MemorySemantics& semantics) {
  memory_barrier(invocations, semantics);
  Arrival& arrival = arrivals_[barrier];
  for (const StorageSemantics storage : all_storage_semantics) {
    if (execution == MemoryScope::workgroup) {
      SharedClock& released = arrival.of_workgroup[index(storage)];
      released =
          joined(released, released_by(storage, invocations, MemoryScope::workgroup, semantics));
    }
    for_each_subgroup(invocations, shape_.subgroup_size, [&](std::span<const std::uint32_t> part) {
      SharedClock& released = arrival.of_subgroup[subgroup_of(part.front())][index(storage)];
      released = joined(released, released_by(storage, part, MemoryScope::subgroup, semantics));
    });
  }
  begin_epoch(invocations);
}

void RaceOrder::wait(std::uint64_t barrier, std::span<const std::uint32_t> invocations,
                     const MemorySemantics& semantics) {
  const auto arrival = arrivals_.find(barrier);
  if (arrival == arrivals_.end()) return;
  for (const StorageSemantics storage : all_storage_semantics) {
    const bool named = semantics.acquire && semantics.names(storage);
    const auto take = [&](std::uint32_t invocation, MemoryScope scope,
                          const SharedClock& released) {
      if ((named && semantics.scope >= scope) || shape_.barriers_order_de_facto()) {
        learn(storage, invocation, released);
      } else {
        add_pending(storage, storage, invocation, scope, released);
      }
    };
    for (const std::uint32_t invocation : invocations) {
      take(invocation, MemoryScope::workgroup, arrival->second.of_workgroup[index(storage)]);
      take(invocation, MemoryScope::subgroup,
           arrival->second.of_subgroup[subgroup_of(invocation)][index(storage)]);
    }
  }
  memory_barrier(invocations, semantics);
}

}  // namespace spirv_oracle
