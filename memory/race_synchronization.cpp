// How atomics synchronize invocations.
#include "memory/race_order.h"

#include <algorithm>

namespace spirv_oracle {
namespace {

constexpr std::array<MemoryScope, 3> shared_scopes = {MemoryScope::device, MemoryScope::workgroup,
                                                      MemoryScope::subgroup};

}  // namespace

// --- atomics ---

MemoryScope RaceOrder::distance(const RaceSide::Release& release, std::uint32_t invocation) const {
  if (release.of_all) return release.scope;
  if (release.earlier_workgroup || release.workgroup != workgroup_) return MemoryScope::device;
  return release.subgroup == subgroup_of(invocation) ? MemoryScope::subgroup
                                                     : MemoryScope::workgroup;
}

void RaceOrder::acquire_and_release(RaceSide::Releases& releases, const Atomic& atomic) {
  const auto& [site, invocation, reads, writes, semantics] = atomic;
  for (const RaceSide::Release& release : releases) {
    const MemoryScope apart = distance(release, invocation);
    const bool mutually_ordered = release.bytes == site.bytes &&
                                  release.reference == site.reference &&
                                  std::min(release.atomic_scope, site.scope) >= apart;
    if (!reads || !mutually_ordered || release.scope < apart) continue;
    if (semantics.acquire && semantics.names(release.storage)) {
      learn(release.storage, invocation, release.clock);
    } else {
      add_pending(release.storage, site.storage, invocation, apart, release.clock);
    }
  }
  for (const StorageSemantics storage : all_storage_semantics) {
    if (reads && semantics.acquire && semantics.make_visible && semantics.names(storage))
      make_visible(storage, std::span(&invocation, 1), site.scope, semantics);
  }
  if (!writes) return;
  // A release sequence ends with a write that is not a read-modify-write, or not mutually ordered with its head.
  std::erase_if(releases, [&](const RaceSide::Release& release) {
    return !atomic.reads || release.bytes != atomic.site.bytes ||
           release.reference != atomic.site.reference ||
           std::min(release.atomic_scope, atomic.site.scope) < distance(release, atomic.invocation);
  });
  for (const StorageSemantics storage : all_storage_semantics) {
    if (semantics.release && semantics.names(storage)) {
      if (semantics.make_available) {
        make_available(storage, group_of(base_ + invocation, MemoryScope::invocation),
                       epoch(invocation), site.scope, semantics);
      }
      add_release(releases, site.scope, atomic, storage,
                  fence(storage, invocation, next_epoch(invocation)));
      continue;
    }
    const auto& fences = knowledge(storage).fences[index(site.storage)];
    if (fences.empty()) continue;
    Stamp last = 0;
    for (const MemoryScope scope : shared_scopes) {
      const Fence& fence = fences[invocation][index(scope)];
      if (fence.next == 0 || fence.next == last) continue;
      last = fence.next;
      add_release(releases, scope, atomic, storage, fence);
    }
  }
}

bool RaceOrder::has_fences(StorageSemantics of_atomic) const {
  return std::ranges::any_of(all_storage_semantics, [&](StorageSemantics storage) {
    return !knowledge(storage).fences[index(of_atomic)].empty();
  });
}

void RaceOrder::end_atomic(const Atomic& atomic) {
  if (!atomic.semantics.release || !atomic.writes || has_ended()) return;
  now_ = next_epoch(atomic.invocation);
  tags_[atomic.invocation] = RaceRecord::tag(now_, atomic.invocation);
}

void RaceOrder::add_release(RaceSide::Releases& releases, MemoryScope scope, const Atomic& atomic,
                            StorageSemantics storage, const Fence& fence) {
  const RaceSite& site = atomic.site;
  // Scopes that are at least as wide as the storage class include every invocation that can access it.
  const MemoryScope widest = widest_scope(site.storage);
  const bool of_all =
      shape_.widely_scoped[index(site.storage)] && std::min(scope, site.scope) >= widest;
  RaceSide::Release* into = nullptr;
  RaceSide::Release* earlier = nullptr;  // releases of earlier workgroups are combined into one
  for (RaceSide::Release& release : releases) {
    if (release.storage != storage) continue;
    if (release.of_all) {
      if (of_all) into = &release;
    } else if (!release.earlier_workgroup && release.workgroup == workgroup_) {
      const bool same = release.scope == scope && release.atomic_scope == site.scope &&
                        release.subgroup == subgroup_of(atomic.invocation);
      if (same) into = &release;
    } else if (takes_turns_) {
      // Its workgroup may continue, and is in scope of itself.
    } else if (std::min(release.scope, release.atomic_scope) < MemoryScope::device) {
      release.bytes = 0;  // no invocation can acquire it any more
    } else if (earlier == nullptr) {
      earlier = &release;
      release.earlier_workgroup = true;
    } else {
      earlier->clock = joined(earlier->clock, release.clock);
      release.bytes = 0;
    }
  }
  if (into == nullptr) {
    releases.push_back({storage,
                        of_all ? widest : scope,
                        site.scope,
                        site.bytes,
                        false,
                        of_all,
                        static_cast<std::uint16_t>(subgroup_of(atomic.invocation)),
                        workgroup_,
                        site.reference,
                        {}});
    into = &releases.back();
  }
  SharedClock& clock = into->clock;
  const std::uint32_t agent = base_ + atomic.invocation;
  const bool is_known = clock != nullptr && clock->of(agent, workgroup_) >= fence.next - 1;
  if (!is_known) {
    // An invocation that takes a lock acquires what earlier owners released, and publishes all of it.
    const bool knows_all =
        clock == nullptr || (fence.own != nullptr && fence.own->includes(*clock));
    const SharedClock& base = knows_all ? fence.own : clock;
    const auto more = base != nullptr ? copied(*base) : RaceClock::make(memory_);
    publish(*more, atomic.invocation, fence);
    if (knows_all) more->set_publisher({agent, fence.next - 1});
    clock = more;
  }
  std::erase_if(releases, [](const auto& release) { return release.bytes == 0; });
}

}  // namespace spirv_oracle
