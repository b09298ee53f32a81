// Finds data races by the Vulkan memory model ("Data Race" in its appendix). Knows no instruction:
// whoever executes them says who accesses what, and who synchronizes how.
//
// Workgroups are executed one after the other, each with subgroups and lanes in some order; what is
// found does not depend on that order, as long as atomics read the same values. Happens-before is
// followed per storage class semantics by vector clocks (RaceClock). As most synchronization is done by
// barriers of whole workgroups, what all know of each other is one stamp, the floor, and clocks hold
// only what goes beyond it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "memory/race_clock.h"
#include "memory/race_shadow.h"
#include "memory/race_site.h"

namespace spirv_oracle {

// Why two accesses are not ordered, or not by what there is between them.
enum class MissingEdge : std::uint8_t {
  synchronization,       // of invocations of one workgroup: no barrier, no atomics
  other_workgroup,       // no atomics order accesses of different workgroups
  barrier_storage,       // a barrier is between them, but does not name the storage class
  barrier_order,         // ... but is not both release and acquire
  barrier_scope,         // ... but its memory scope does not reach the other
  atomic_scope,          // both are atomic, but not in each other's scope
  atomic_size,           // both are atomic, but access different sets of bytes
  private_access,        // they are ordered, but this access is not NonPrivatePointer
  other_private_access,  // or the earlier one
  availability,          // they are ordered, but the earlier write is not made available
  visibility,            // nor made visible to this read
};

struct Race {
  RaceRecord other;          // the earlier access
  std::uint64_t offset = 0;  // of the first byte that both access
  MissingEdge missing = MissingEdge::synchronization;
};

struct RaceShape {
  std::uint32_t subgroup_size = 1;
  std::uint32_t subgroup_count = 1;
  // Invocations of a workgroup by SubgroupId * SubgroupSize + SubgroupLocalInvocationId, which is
  // what slots are in the interface of RaceDetector.
  std::vector<std::uint32_t> slots;
  // The Vulkan memory model: accesses are private unless they say otherwise, and writes must be made
  // available and visible. Otherwise barriers do that, and order what the invocations have ordered by
  // memory barriers before them.
  bool vulkan_memory_model = false;
  // There is synchronization beside barriers of whole workgroups.
  bool fine_synchronization = true;
};

class RaceDetector {
 public:
  explicit RaceDetector(RaceShape shape);

  // All accesses from now on are those of another workgroup.
  void start_workgroup(std::uint64_t index);

  // --- accesses; true if there is a race, which race() describes ---

  std::uint16_t add_site(const RaceSite& site);  // at most max_sites
  static constexpr std::size_t max_sites = 0xFFFF;
  const RaceSite& site(std::uint16_t number) const { return sites_[number]; }

  // An instruction that is being executed, until the next synchronization: what holds for all its accesses.
  struct Execution {
    std::uint16_t site = 0;
    Stamp floor = 0;  // accesses of the workgroup up to this one are ordered before it
  };
  Execution begin(std::uint16_t site) const {
    return {site, shape_.vulkan_memory_model ? 0 : knowledge(sites_[site].storage).floor};
  }
  bool load(RaceShadow& shadow, std::uint64_t offset, unsigned bytes, const Execution& execution,
            std::uint32_t slot);
  bool store(RaceShadow& shadow, std::uint64_t offset, unsigned bytes, const Execution& execution,
             std::uint32_t slot);
  // An atomic that has been executed. `reads`: an atomic store does not; `writes`: it has, so that a
  // compare-exchange that failed does not.
  bool atomic(RaceShadow& shadow, std::uint64_t offset, std::uint16_t site, std::uint32_t slot,
              bool reads, bool writes, const MemorySemantics& semantics);
  const Race& race() const { return race_; }

  // --- synchronization ---

  void memory_barrier(std::span<const std::uint32_t> slots, const MemorySemantics& semantics);
  // A control barrier that all of `slots` have reached and none has left: those of one subgroup, or
  // of the workgroup, as `execution` says.
  void control_barrier(std::span<const std::uint32_t> slots, MemoryScope execution,
                       const MemorySemantics& semantics);
  // The halves of a barrier that is split, or at which invocations arrive one after the other. Those
  // who wait take part in what has arrived under the same number, whatever it is.
  void arrive(std::uint64_t barrier, std::span<const std::uint32_t> slots, MemoryScope execution,
              const MemorySemantics& semantics);
  void wait(std::uint64_t barrier, std::span<const std::uint32_t> slots,
            const MemorySemantics& semantics);

  // --- who an agent is ---

  std::uint64_t workgroup_of(std::uint32_t agent) const { return agent / slots_; }
  std::uint32_t slot_of(std::uint32_t agent) const { return agent % slots_; }

 private:
  // What a memory barrier lets atomics and control barriers after it release.
  struct Fence {
    Stamp published = 0;  // of the invocation's own accesses
    Stamp next = 0;       // the first epoch that is not published
    Stamp floor = 0, subgroup_floor = 0;
    SharedClock own;
    bool taken = false;  // by a control barrier: all whom it can tell know
  };
  // By the scope of the barrier, or less.
  template <class T>
  using ByScope = std::array<T, 4>;
  // What was known when writes were last made visible.
  struct Visible {
    Stamp floor = 0, subgroup_floor = 0;
    SharedClock shared, own;
    SharedClock chained;  // what others had made visible to themselves from further away
  };
  // What is known under one storage class semantics.
  struct Knowledge {
    Stamp floor = 0;                    // of all invocations of the workgroup
    std::vector<Stamp> subgroup_floor;  // by subgroup: of its invocations
    SharedClock shared;                 // of others
    std::vector<SharedClock> own;       // by slot: beyond that
    bool any_own = false;
    // By the storage class of the atomic that goes with a memory barrier, by slot.
    std::array<std::vector<ByScope<Fence>>, storage_semantics_count> fences;
    std::array<std::vector<ByScope<SharedClock>>, storage_semantics_count> pending;
    std::vector<ByScope<Visible>> visible;  // by slot; these three are empty as long as unused
    // Availability operations, by those whose writes they made available, in order.
    std::map<InvocationGroup, std::vector<std::pair<Stamp, MemoryScope>>> available;
  };
  struct LastBarrier {
    Stamp stamp = 0;
    MemorySemantics semantics;
  };
  struct Arrival {
    using Released = std::array<SharedClock, storage_semantics_count>;
    Released of_workgroup;
    std::map<std::uint32_t, Released> of_subgroup;
  };

  bool is_own(std::uint32_t agent) const { return agent - base_ < slots_; }
  std::uint32_t subgroup_of(std::uint32_t slot) const { return slot / shape_.subgroup_size; }
  Knowledge& knowledge(StorageSemantics s) { return knowledge_[static_cast<std::size_t>(s)]; }
  const Knowledge& knowledge(StorageSemantics s) const {
    return knowledge_[static_cast<std::size_t>(s)];
  }
  MemoryScope distance(std::uint32_t agent, std::uint32_t other) const;
  InvocationGroup group_of(std::uint32_t agent, MemoryScope scope) const;

  // Whether nothing can be wrong between an access of `slot` and an earlier one; cheap, may be false.
  bool is_settled(const RaceCell& cell, unsigned i, std::uint32_t agent, Stamp floor) const {
    return cell.epoch[i] == 0 || cell.agent[i] == agent ||
           (cell.epoch[i] <= floor && is_own(cell.agent[i]));
  }
  bool is_stale(StorageSemantics storage, const RaceRecord& access) const {
    return access.epoch == 0 ||
           (storage == StorageSemantics::workgroup_memory && !is_own(access.agent));
  }
  bool load_cell(RacePage& page, RaceCell& cell, const Execution& execution, std::uint32_t slot);
  bool store_cell(RacePage& page, RaceCell& cell, const Execution& execution, std::uint32_t slot);
  void add_reader(RacePage& page, RaceCell& cell, const RaceRecord& access);
  bool check_side(const RaceSide& side, std::uint16_t site, std::uint32_t slot);
  // In the Vulkan memory model: a private access stays, as it races with all accesses of others.
  bool stays(const RaceRecord& access) const {
    return access.epoch != 0 && !sites_[access.site].non_private;
  }
  void replace_by_write(RacePage& page, RaceCell& cell, const RaceRecord& access);
  void add_atomic(RaceSide& side, const RaceRecord& access);
  void compact(std::vector<RaceRecord>& records, const RaceRecord& latest);
  RaceSide& fresh_side(RacePage& page, RaceCell& cell, StorageSemantics storage);
  // Records the race between an earlier access and one of `slot`, if there is one.
  bool check(const RaceRecord& other, std::uint16_t site, std::uint32_t slot);
  std::optional<MissingEdge> missing_edge(const RaceRecord& other, const RaceSite& site,
                                          std::uint32_t slot) const;
  MissingEdge why_unordered(const RaceRecord& other, const RaceSite& site,
                            std::uint32_t slot) const;
  bool is_available(const RaceRecord& other, StorageSemantics storage, std::uint32_t slot,
                    Stamp known, MemoryScope apart) const;

  // The stamp up to which the accesses of `agent` happen before what `slot` does now.
  Stamp known(StorageSemantics storage, std::uint32_t slot, std::uint32_t agent) const;
  Stamp known_when_visible(StorageSemantics storage, std::uint32_t slot, std::uint32_t agent,
                           MemoryScope scope) const;
  Stamp in_clock(const SharedClock& clock, std::uint32_t agent) const;

  SharedClock published(StorageSemantics storage, std::uint32_t slot) const;
  SharedClock published(StorageSemantics storage, std::uint32_t slot, const Fence& fence) const;
  void learn(StorageSemantics storage, std::uint32_t slot, const SharedClock& clock);
  void begin_epoch(std::span<const std::uint32_t> slots);
  void add_pending(StorageSemantics storage, StorageSemantics of_atomic, std::uint32_t slot,
                   MemoryScope scope, const SharedClock& clock);
  void take_pending(StorageSemantics storage, std::uint32_t slot, const MemorySemantics& semantics);
  void set_fence(std::uint32_t slot, const MemorySemantics& semantics);
  void make_available(StorageSemantics storage, InvocationGroup group, Stamp stamp,
                      MemoryScope scope);
  void make_visible(StorageSemantics storage, std::span<const std::uint32_t> slots,
                    MemoryScope scope);
  bool is_made_available(const RaceRecord& other, StorageSemantics storage, Stamp known,
                         MemoryScope apart) const;
  void acquire_and_release(RaceSide& side, const RaceSite& site, std::uint32_t slot, bool reads,
                           bool writes, const MemorySemantics& semantics);
  // How far away the invocations are that released it.
  MemoryScope distance(const RaceSide::Release& release, std::uint32_t slot) const;
  void add_release(RaceSide& side, MemoryScope scope, const RaceSite& site, std::uint32_t slot,
                   StorageSemantics storage, const SharedClock& clock);
  // A control barrier among invocations that are in one instance of `scope`.
  void exchange(StorageSemantics storage, std::span<const std::uint32_t> slots, MemoryScope scope,
                const MemorySemantics& semantics);
  void exchange_all(StorageSemantics storage, std::span<const std::uint32_t> slots,
                    MemoryScope scope);
  bool exchange_fences_of_all(StorageSemantics storage, std::span<const std::uint32_t> slots,
                              MemoryScope scope);
  SharedClock released_by(StorageSemantics storage, std::span<const std::uint32_t> slots,
                          MemoryScope scope, const MemorySemantics& semantics) const;
  bool is_whole(std::span<const std::uint32_t> slots, MemoryScope scope) const;

  RaceShape shape_;
  std::uint32_t slots_ = 1;              // of a workgroup
  std::vector<std::uint32_t> existing_;  // by subgroup: how many invocations it has
  std::vector<RaceSite> sites_;
  Stamp now_ = 1;
  std::uint32_t workgroup_ = 0;
  std::uint32_t base_ = 0;    // the agent of slot 0
  std::vector<Stamp> epoch_;  // by slot
  std::array<Knowledge, storage_semantics_count> knowledge_;
  LastBarrier last_barrier_;  // of the workgroup
  std::vector<LastBarrier> last_subgroup_barrier_;
  std::map<std::uint64_t, Arrival> arrivals_;
  Race race_;
};

// --- the usual cases of accesses ---

inline bool RaceDetector::load_cell(RacePage& page, RaceCell& cell, const Execution& execution,
                                    std::uint32_t slot) {
  const std::uint32_t agent = base_ + slot;
  const auto [site, floor] = execution;
  bool race = false;
  if (!is_settled(cell, RaceCell::writer, agent, floor)) [[unlikely]]
    race = check(cell.record(RaceCell::writer), site, slot);
  if (cell.side != 0) [[unlikely]] {
    for (const RaceRecord& atomic : page.sides[cell.side].atomics) {
      if (sites_[atomic.site].writes && !race) race = check(atomic, site, slot);
    }
  }
  const RaceRecord access{epoch_[slot], agent, site};
  if (cell.epoch[RaceCell::reader] == 0 ||
      (cell.agent[RaceCell::reader] == agent && !shape_.vulkan_memory_model)) {
    cell.set(RaceCell::reader, access);
  } else {
    add_reader(page, cell, access);
  }
  return race;
}

inline bool RaceDetector::store_cell(RacePage& page, RaceCell& cell, const Execution& execution,
                                     std::uint32_t slot) {
  const std::uint32_t agent = base_ + slot;
  const auto [site, floor] = execution;
  bool race = false;
  for (unsigned i = 0; i < 3; ++i) {
    if (!is_settled(cell, i, agent, floor)) [[unlikely]]
      race = race || check(cell.record(i), site, slot);
  }
  if (cell.side != 0) [[unlikely]]
    race = check_side(page.sides[cell.side], site, slot) || race;
  const RaceRecord access{epoch_[slot], agent, site};
  if (shape_.vulkan_memory_model) [[unlikely]] {
    replace_by_write(page, cell, access);
    return race;
  }
  if (cell.side != 0) [[unlikely]]
    page.sides[cell.side].clear();
  cell.set(RaceCell::writer, access);
  cell.epoch[RaceCell::reader] = 0;
  cell.epoch[RaceCell::other_reader] = 0;
  return race;
}

inline bool RaceDetector::load(RaceShadow& shadow, std::uint64_t offset, unsigned bytes,
                               const Execution& execution, std::uint32_t slot) {
  bool race = false;
  for (std::uint64_t at = offset; at < offset + bytes;) {
    RacePage& page = shadow.page(at, bytes);
    if (load_cell(page, page.cell(at), execution, slot) && !race) [[unlikely]] {
      race = true;
      race_.offset = at;
    }
    at = (at | ((1u << page.cell_shift) - 1)) + 1;
  }
  return race;
}

inline bool RaceDetector::store(RaceShadow& shadow, std::uint64_t offset, unsigned bytes,
                                const Execution& execution, std::uint32_t slot) {
  bool race = false;
  for (std::uint64_t at = offset; at < offset + bytes;) {
    RacePage& page = shadow.page(at, bytes);
    if (store_cell(page, page.cell(at), execution, slot) && !race) [[unlikely]] {
      race = true;
      race_.offset = at;
    }
    at = (at | ((1u << page.cell_shift) - 1)) + 1;
  }
  return race;
}

}  // namespace spirv_oracle
