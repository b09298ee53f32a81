// The order of the actions of invocations in the Vulkan memory model: which accesses happen before
// an action.
//
// Workgroups execute one after the other, or in turns, each with its subgroups and lanes in some
// order. The result does not depend on that order, if atomics read the same values. Vector clocks
// (RaceClock) track happens-before for each storage class of the memory semantics. Most
// synchronization is by barriers of whole workgroups. Therefore one stamp, the watermark, holds up
// to where all invocations of a workgroup have synchronized, and clocks only hold what exceeds it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "memory/race_clock.h"
#include "memory/race_record.h"
#include "memory/race_shadow.h"
#include "memory/race_site.h"

namespace spirv_oracle {

struct RaceShape {
  std::uint32_t subgroup_size = 1;
  std::uint32_t subgroup_count = 1;
  // The invocations of a workgroup. The interface of RaceDetector identifies them by SubgroupId * SubgroupSize +
  // SubgroupLocalInvocationId, which is less than max_invocations.
  std::vector<std::uint32_t> invocations;
  // The Vulkan memory model: accesses are private unless declared otherwise, and writes must be
  // made available and visible.
  bool vulkan_memory_model = false;
  // In other memory models: whether de-facto ordering counts as order. Control barriers then
  // acquire what was released before them, and everything that orders accesses makes writes
  // available and visible.
  bool de_facto_order = true;
  // The program synchronizes with more than barriers of whole workgroups.
  bool fine_synchronization = true;
  // In this memory, all atomics are in the scope of every invocation that can access it.
  std::array<bool, storage_semantics_count> has_wide_atomics{};
  // In this memory, all barriers that acquire what they release are in the scope of every such invocation.
  std::array<bool, storage_semantics_count> widely_scoped{};
  // In the Vulkan memory model: some reads make writes visible from larger scopes than others.
  bool visibility_differs = true;
  // In the Vulkan memory model: whether release and acquire operations that name only the first kind of memory may order an
  // availability operation on the second before a visibility operation.
  std::array<std::array<bool, storage_semantics_count>, storage_semantics_count> relays = {
      {{true, true, true}, {true, true, true}, {true, true, true}}};
  // With de_facto_order: whether it counts for control barriers, too.
  bool barriers_acquire_de_facto = true;
  // If workgroups differ in size: the invocations of each workgroup, which are among `invocations`; null: all have these.
  std::function<std::vector<std::uint32_t>(std::uint64_t workgroup)> invocations_of_workgroup =
      nullptr;

  bool follows_de_facto_order() const { return !vulkan_memory_model && de_facto_order; }
  bool barriers_order_de_facto() const {
    return follows_de_facto_order() && barriers_acquire_de_facto;
  }
  static constexpr std::uint32_t max_invocations = 1u << RaceRecord::invocation_bits;
};

class RaceOrder {
 public:
  // One access. Agents are the invocations of the dispatch.
  struct Access {
    Stamp epoch = 0;
    std::uint32_t agent = 0;
    std::uint16_t site = 0;
  };
  // The last control barrier that might have ordered two accesses.
  struct LastBarrier {
    Stamp stamp = 0;
    MemorySemantics semantics;
  };
  // The facts about an atomic that its site does not contain.
  struct Atomic {
    const RaceSite& site;
    std::uint32_t invocation = 0;
    bool reads = false;
    bool writes = false;
    const MemorySemantics& semantics;
  };

  // Counts the allocations for synchronization in `memory`, if that is not null.
  explicit RaceOrder(RaceShape shape, RaceMemory* memory = nullptr);

  void start_workgroup(std::uint64_t number);

  // The state of a workgroup while others run.
  class Suspended;
  // The state of a workgroup that has not started.
  std::unique_ptr<Suspended> make_suspended() const;
  // Suspends the running workgroup into `other`, and installs the workgroup that was there.
  // start_workgroup() or resume_workgroup() must follow.
  void exchange_workgroup(Suspended& other);
  void resume_workgroup();

  const RaceShape& shape() const { return shape_; }
  // Whether stamps have run out, so that no further race can be found.
  bool has_ended() const;

  // --- invocations ---

  // The tag of the invocation's accesses until it synchronizes; see RaceRecord.
  std::uint64_t tag(std::uint32_t invocation) const { return tags_[invocation]; }
  // Those of this and the following invocations.
  const std::uint64_t* tags(std::uint32_t invocation) const { return tags_.data() + invocation; }
  Stamp epoch(std::uint32_t invocation) const {
    return static_cast<Stamp>(tags_[invocation] >> 32);
  }
  std::uint32_t agent(std::uint32_t invocation) const { return base_ + invocation; }
  std::uint32_t agent_of(std::uint32_t workgroup, std::uint32_t invocation) const {
    return workgroup * invocation_count_ + invocation;
  }
  // The stamp with which the running workgroup started or resumed, its first stamp, and its number.
  Stamp start() const { return starts_.back().stamp; }
  Stamp first_stamp() const { return first_stamp_; }
  std::uint32_t workgroup() const { return workgroup_; }
  // Whether an access with this stamp belongs to the running workgroup.
  bool is_own_stamp(Stamp stamp) const {
    return stamp >= start() ||
           (takes_turns_ && stamp >= first_stamp_ && workgroup_at(stamp) == workgroup_);
  }
  bool is_own(std::uint32_t agent) const { return agent - base_ < invocation_count_; }
  Access access(RaceRecord record) const;
  std::uint64_t workgroup_of(std::uint32_t agent) const { return agent / invocation_count_; }
  std::uint32_t invocation_of(std::uint32_t agent) const { return agent % invocation_count_; }
  // The smallest scope that contains both.
  MemoryScope distance(std::uint32_t agent, std::uint32_t other) const;

  // --- order ---

  // Accesses of the workgroup up to this stamp are ordered before everything that it does now.
  Stamp watermark(StorageSemantics storage) const { return knowledge(storage).watermark; }
  // The stamp up to which the accesses of `agent` happen before the next action of `invocation`.
  Stamp known(StorageSemantics storage, std::uint32_t invocation, std::uint32_t agent) const;
  // Whether known() is at least `stamp`.
  bool knows(StorageSemantics storage, std::uint32_t invocation, std::uint32_t agent,
             Stamp stamp) const;
  // Whether the workgroup would know it if one of its invocations executed a memory barrier, because a
  // release sequence or a control barrier has passed it on.
  bool is_pending(StorageSemantics storage, std::uint32_t agent, Stamp stamp) const;
  // Whether a control barrier, not an atomic, orders the actions of `agent` up to the stamp before
  // the next action of `invocation`. False for barriers that only a part of a workgroup or subgroup
  // executes.
  bool is_before_barrier(StorageSemantics storage, std::uint32_t invocation, std::uint32_t agent,
                         Stamp stamp) const {
    if (!is_own(agent)) return false;
    const Knowledge& k = knowledge(storage);
    const std::uint32_t subgroup = subgroup_of(invocation);
    return stamp <= k.watermark ||
           (subgroup_of(agent - base_) == subgroup && stamp <= k.subgroup_watermark[subgroup]);
  }
  // The value of known() for the storage class `by` when writes to `storage` in `scope` were last made visible to `invocation`.
  Stamp known_when_visible(StorageSemantics storage, StorageSemantics by, std::uint32_t invocation,
                           std::uint32_t agent, MemoryScope scope) const;
  // Whether a write to the memory of the site has been made available to the invocations `apart`, and then visible to `invocation`:
  // release and acquire operations with any storage class of both order the availability operation before the
  // visibility operation ("Location-Ordered").
  bool is_shown(const Access& write, const RaceSite& site, std::uint32_t invocation,
                MemoryScope apart) const;
  // Whether a write to the memory of the site is available at the distance `apart`, given that
  // accesses up to `known` are known.
  bool is_available(const Access& write, const RaceSite& site, std::uint32_t invocation,
                    Stamp known, MemoryScope apart) const;
  const LastBarrier& last_barrier(std::uint32_t invocation, MemoryScope apart) const;

  // --- synchronization ---

  // Begins new epochs and returns their stamp, which is greater than that of all earlier accesses.
  Stamp begin_epoch(std::span<const std::uint32_t> invocations);
  void memory_barrier(std::span<const std::uint32_t> invocations, const MemorySemantics& semantics);
  // A control barrier that all of `invocations` have reached and none has left. `execution` says whether
  // they are one subgroup or the workgroup.
  void control_barrier(std::span<const std::uint32_t> invocations, MemoryScope execution,
                       const MemorySemantics& semantics);
  // The halves of a split barrier, or of a barrier that invocations reach one after the other. An
  // invocation that waits acquires what arrived under the same number.
  void arrive(std::uint64_t barrier, std::span<const std::uint32_t> invocations,
              MemoryScope execution, const MemorySemantics& semantics);
  void wait(std::uint64_t barrier, std::span<const std::uint32_t> invocations,
            const MemorySemantics& semantics);
  // Acquires what the release sequences at its location carry, and extends or ends them.
  void acquire_and_release(RaceSide::Releases& releases, const Atomic& atomic);
  // Whether a relaxed atomic on that memory releases what earlier memory barriers prepared.
  bool has_fences(StorageSemantics of_atomic) const;
  // Must follow each atomic.
  void end_atomic(const Atomic& atomic);

 private:
  // What a memory barrier permits later atomics and control barriers to release.
  struct Fence {
    Stamp next =
        0;  // the first epoch of the invocation that is not published; 0: nothing is published
    Stamp subgroup_watermark = 0;
    SharedClock own;
    RaceClock::Base base;
    bool taken = false;  // a control barrier has passed it on to everyone that it reaches
  };
  // By the scope of the barrier, or a smaller one.
  template <class T>
  using ByScope = std::array<T, 4>;
  // What was known when writes were last made visible.
  struct Visible {
    Stamp watermark = 0, subgroup_watermark = 0;
    SharedClock shared, own;
    SharedClock chained;  // what others had made visible to themselves from a larger distance
  };
  struct Operation {
    Stamp stamp = 0;
    MemoryScope scope = MemoryScope::device;
    std::array<bool, storage_semantics_count> storage{};  // of its memory semantics
  };
  using Operations = std::vector<Operation, RaceAllocator<Operation>>;
  using Availability = std::map<InvocationGroup, Operations, std::less<>,
                                RaceAllocator<std::pair<const InvocationGroup, Operations>>>;
  // What is known under one storage class of the memory semantics.
  struct Knowledge {
    Stamp watermark = 0;                    // of all invocations of the workgroup
    std::vector<Stamp> subgroup_watermark;  // by subgroup: of all its invocations
    SharedClock shared;                     // of others, and what exceeds the watermark
    RaceClock::Base base;                   // both, once they have been released
    std::vector<SharedClock> own;           // by invocation: what exceeds the above
    bool any_own = false;
    // By the storage class of the atomic that completes a memory barrier, by invocation.
    std::array<std::vector<ByScope<Fence>>, storage_semantics_count> fences;
    std::array<std::vector<ByScope<SharedClock>>, storage_semantics_count> pending;
    // By the storage class of the memory that was made visible, by invocation.
    std::array<std::vector<ByScope<Visible>>, storage_semantics_count> visible;
    // The vectors in these three tables are empty until they are used.
    // Availability operations in order, by the invocations whose writes they made available.
    Availability available;
  };
  using ByStorage = std::array<Knowledge, storage_semantics_count>;
  struct Arrival {
    using Released = std::array<SharedClock, storage_semantics_count>;
    Released of_workgroup;
    std::map<std::uint32_t, Released> of_subgroup;
  };
  struct Start {
    Stamp stamp = 0;
    std::uint32_t workgroup = 0;
  };

  // The workgroup that ran when the stamp was current.
  std::uint32_t workgroup_at(Stamp stamp) const {
    return std::prev(std::ranges::upper_bound(starts_, stamp, {}, &Start::stamp))->workgroup;
  }
  ByStorage no_knowledge() const;
  std::uint32_t subgroup_of(std::uint32_t invocation) const {
    return invocation >> subgroup_shift_;
  }
  Knowledge& knowledge(StorageSemantics s) { return knowledge_[static_cast<std::size_t>(s)]; }
  const Knowledge& knowledge(StorageSemantics s) const {
    return knowledge_[static_cast<std::size_t>(s)];
  }
  InvocationGroup group_of(std::uint32_t agent, MemoryScope scope) const;
  // An agent of the group.
  std::uint32_t member_of(InvocationGroup group) const;
  Stamp in_clock(const SharedClock& clock, std::uint32_t agent) const;
  // What the invocation can release if its next epoch begins with that stamp.
  Fence fence(StorageSemantics storage, std::uint32_t invocation, Stamp next);
  // Adds what the fence releases to the clock.
  void publish(RaceClock& clock, std::uint32_t invocation, const Fence& fence) const;
  RaceClock::Watermark watermark_of(const Knowledge& knowledge) const {
    return {base_, invocation_count_, workgroup_, knowledge.watermark};
  }
  // Whether the clocks of all invocations of the workgroup contain it.
  bool is_known_to_all(const Knowledge& knowledge, const RaceClock& clock) const;
  void learn(StorageSemantics storage, std::uint32_t invocation, const SharedClock& clock);
  // Sets the invocations of the running workgroup.
  void set_existing();
  // The stamp of the epoch that the invocation begins after an atomic. Invocations that execute one
  // after the other may share a stamp.
  Stamp next_epoch(std::uint32_t invocation) const {
    return epoch(invocation) < now_ ? now_ : now_ + 1;
  }
  void add_pending(StorageSemantics storage, StorageSemantics of_atomic, std::uint32_t invocation,
                   MemoryScope scope, const SharedClock& clock);
  void take_pending(StorageSemantics storage, std::uint32_t invocation,
                    const MemorySemantics& semantics);
  void set_fence(std::uint32_t invocation, const MemorySemantics& semantics);
  // The operations that `semantics` performs on writes to `storage` from, or to, `scope`.
  void make_available(StorageSemantics storage, InvocationGroup group, Stamp stamp,
                      MemoryScope scope, const MemorySemantics& semantics);
  void make_visible(StorageSemantics storage, std::span<const std::uint32_t> invocations,
                    MemoryScope scope, const MemorySemantics& semantics);
  void make_visible(StorageSemantics storage, StorageSemantics by,
                    std::span<const std::uint32_t> invocations, MemoryScope scope);
  bool is_made_available(const Access& write, const RaceSite& site, StorageSemantics by,
                         Stamp known, MemoryScope apart) const;
  // The distance to the invocations that released it.
  MemoryScope distance(const RaceSide::Release& release, std::uint32_t invocation) const;
  void add_release(RaceSide::Releases& releases, MemoryScope scope, const Atomic& atomic,
                   StorageSemantics storage, const Fence& fence);
  // A control barrier among invocations of one instance of `scope`.
  void exchange(StorageSemantics storage, std::span<const std::uint32_t> invocations,
                MemoryScope scope, const MemorySemantics& semantics);
  void exchange_all(StorageSemantics storage, std::span<const std::uint32_t> invocations,
                    MemoryScope scope);
  void exchange_fences_of_all(StorageSemantics storage, std::span<const std::uint32_t> invocations,
                              MemoryScope scope, const SharedClock& released);
  void forget_below_watermark(Knowledge& knowledge) const;
  SharedClock released_by(StorageSemantics storage, std::span<const std::uint32_t> invocations,
                          MemoryScope scope, const MemorySemantics& semantics);
  bool is_whole(std::span<const std::uint32_t> invocations, MemoryScope scope) const;

  RaceShape shape_;
  RaceMemory* memory_;
  unsigned subgroup_shift_ = 0;          // of the power of two SubgroupSize
  std::uint32_t invocation_count_ = 1;   // of a workgroup, with the lanes of partial subgroups
  std::vector<std::uint32_t> existing_;  // by subgroup: the number of its invocations
  Stamp now_ = 1;
  bool takes_turns_ = false;  // whether workgroups have been suspended
  Stamp first_stamp_ = 0;
  std::uint32_t workgroup_ = 0;
  std::uint32_t base_ = 0;  // the agent of invocation 0
  std::vector<Start> starts_{{}};
  std::vector<std::uint64_t> tags_;  // by invocation
  ByStorage knowledge_;
  std::uint32_t bases_ = 0;   // the number of bases so far
  LastBarrier last_barrier_;  // of the workgroup
  std::vector<LastBarrier> last_subgroup_barrier_;
  std::map<std::uint64_t, Arrival> arrivals_;
};

class RaceOrder::Suspended {
  friend class RaceOrder;

  Stamp first_stamp_ = 0;
  std::uint32_t workgroup_ = 0;
  std::uint32_t base_ = 0;
  std::vector<std::uint64_t> tags_;
  ByStorage knowledge_;
  LastBarrier last_barrier_;
  std::vector<LastBarrier> last_subgroup_barrier_;
  std::map<std::uint64_t, Arrival> arrivals_;
};

}  // namespace spirv_oracle
