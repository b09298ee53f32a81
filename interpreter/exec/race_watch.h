// Detects data races while a dispatch runs: reports accesses and barriers to the detector, and
// logs the races that it finds.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "interpreter/exec/race_journal.h"
#include "interpreter/exec/state/subgroup.h"
#include "memory/atomic_order.h"
#include "memory/flag_order.h"
#include "memory/race_detector.h"

namespace spirv_oracle {

struct Program;
struct Clause;
class OrderProof;  // exec/orders/order_proof.h

class RaceWatch {
 public:
  // Words of objects that have their own bytes.
  using Words = std::map<std::uint32_t, GeneralRaces>;
  // The object that owns the bytes of an object, and where they begin in it.
  struct Bytes {
    std::size_t object = 0;
    std::uint64_t begin = 0;
    // Whether some access of the program may write them, and others may access them.
    bool may_race = false;
  };
  // The results of earlier runs of the dispatch.
  struct Known {
    RacingOrigins racing;  // sites that raced; if there are any, this run has a journal
    AtomicVerdicts atomics;
    Words general_races;        // see general_races()
    bool has_no_races = false;  // no races that this run would find
    // Examines whether all orders of atomics give the same result. Null: this run finds out what their order decides.
    OrderProof* proof = nullptr;
  };

  // Whether the workgroups are small enough.
  static bool is_possible(const Program& program);
  // Whether several watches may each check a part of the workgroups in the first run of a dispatch: nothing depends on the
  // order of atomics.
  static bool is_divisible(const Program& program, const Known& known);
  // Shadows use up to `max_memory` bytes. For the other parameter, see RaceShape.
  RaceWatch(const Program& program, const Launch& launch, std::uint64_t max_memory,
            bool de_facto_order, const Known& known);

  ~RaceWatch();
  RaceWatch(const RaceWatch&) = delete;
  RaceWatch& operator=(const RaceWatch&) = delete;

  void start_workgroup(std::uint64_t index);

  // Whether it has found anything that depends on other workgroups, or has not checked all accesses.
  bool has_found_anything() const {
    return !racing_.empty() || !overtaken_.empty() || given_up_after_ || forgotten() != 0;
  }
  // Whether workgroups that this and another watch have checked may have accessed the same memory, at least one of them with a
  // write that is not a mutually ordered atomic.
  bool may_conflict_with(const RaceWatch& other, const AddressSpace& memory) const;

  // Whether it detects races; otherwise, it only tracks the order of atomics.
  bool is_looking() const { return is_looking_; }
  // Selects the workgroup that runs, if workgroups take turns. start_workgroup() or
  // resume_workgroup() must follow. The first workgroup has the number 0.
  void switch_to(std::uint32_t resident, const AddressSpace& memory);
  void resume_workgroup();
  // Takes memory away from the detector. False if there is not enough.
  bool give_memory(std::uint64_t bytes) {
    if (shadow_memory_.used + bytes > shadow_memory_.limit) return false;
    shadow_memory_.limit -= bytes;
    return true;
  }

  RaceDetector& detector() { return detector_; }
  const RaceDetector& detector() const { return detector_; }
  // Those of note_overtaken(), and words that several invocations access one after the other, at least one of them with a write,
  // in an order that only atomics establish, while several invocations contend for atomics. Their
  // contents depend on the order, as for memory under a lock.
  Words general_races() const;
  // The words that earlier runs found.
  const Words& known_general_races() const { return known_.general_races; }
  // The result of earlier runs for the words that contain some of these bytes; `at` is the offset
  // in `owner`.
  std::optional<GeneralRace> known_general_race(const Bytes& owner, std::uint64_t at,
                                                unsigned bytes) const;
  // --- writes on paths that the run does not take ---

  // The record of an access of the lane now.
  RaceRecord record_of(const Subgroup& subgroup, unsigned lane) const {
    return detector_.record(0, invocation(subgroup, lane));
  }
  // Whether an earlier access to the object is ordered before the next one of the lane.
  bool is_before(RaceRecord earlier, const ObjectEntry& object, const Subgroup& subgroup,
                 unsigned lane) const;
  // The final value of the byte of an object depends on the order of two writes that nothing orders: one of them is on a path
  // that the run does not take.
  void note_overtaken(const AddressSpace& memory, std::size_t object, std::uint64_t offset);

  // Marks a byte as implementation-dependent for the following load. take_back_marks() must follow
  // the load.
  void mark_for_load(Definedness& state);
  void take_back_marks();
  OrderProof* order_proof() const { return known_.proof; }
  // What depends on the order of atomics, as far as this run and the earlier ones know.
  AtomicVerdicts atomic_verdicts() const {
    return atomic_order_ && known_.proof == nullptr ? atomic_order_->verdicts() : known_.atomics;
  }
  // AtomicOrder::reductions(). None in the runs of a proof.
  std::vector<AtomicVerdicts::Key> reductions() const {
    return atomic_order_ && known_.proof == nullptr ? atomic_order_->reductions()
                                                    : std::vector<AtomicVerdicts::Key>{};
  }
  // Null if nothing may depend on the order of atomics.
  AtomicOrder* atomic_order() { return atomic_order_ ? &*atomic_order_ : nullptr; }
  // For an object that has its own bytes.
  RaceShadow& shadow(const AddressSpace& memory, std::size_t object) {
    while (object >= shadows_.size()) {
      shadows_.emplace_back(&shadow_memory_);
      const auto id = static_cast<std::uint32_t>(shadows_.size() - 1);
      shadows_.back().set_object_size(memory.object(id).size);
    }
    return shadows_[object];
  }
  // Whether the shadows exceed the memory limit, so that the run must end.
  bool is_out_of_memory() const { return is_looking_ && shadow_memory_.exhausted(); }
  // Whether it takes too long, because clocks have become large: each workgroup that synchronizes
  // with earlier ones through atomics acquires the accesses of all of them.
  bool takes_too_long() const { return shadow_memory_.effort > max_effort; }
  // Must be called when the running workgroup has ended.
  void finish_workgroup();
  // The number of workgroups that were checked completely.
  std::uint64_t finished() const { return finished_; }
  // Stops detecting races, and frees the shadows.
  void give_up();
  std::optional<std::uint64_t> given_up_after() const { return given_up_after_; }
  // The number of accesses that were too many to remember.
  std::uint64_t forgotten() const { return detector_.forgotten(); }
  // The bytes of an object.
  const Bytes& bytes_of(const AddressSpace& memory, std::size_t object);
  std::uint32_t invocation(const Subgroup& subgroup, unsigned lane) const {
    return subgroup.id * subgroup.size + lane;
  }
  // The site for accesses to an object. If the memory has several references, there is one site for
  // each.
  std::uint16_t site_for(const AddressSpace& memory, std::uint16_t site, std::size_t object) {
    return has_one_reference_ ? site : site_of_reference(memory, site, object);
  }
  // Null unless an earlier run found races.
  RaceJournal* journal() { return journal_ ? &*journal_ : nullptr; }
  // The epoch of the invocation in the order that atomics would establish; 0: not known.
  Stamp flag_epoch(std::uint32_t invocation) {
    return flags_ ? flags_->order().epoch(invocation) : 0;
  }
  // Must be called after an atomic, if there is a journal.
  void note_flag(std::size_t object, std::uint64_t offset, std::uint16_t site,
                 std::uint32_t invocation, bool reads, bool writes) {
    if (flags_)
      flags_->access(object, offset, invocation, detector_.site(site).origin, reads, writes);
  }
  // The accesses that raced in this run.
  const RacingOrigins& racing() const { return racing_; }
  // Remembers the race that the detector just found at `site`.
  void note_race(std::uint16_t site) { note_race(site, detector_.race()); }
  void note_race(std::uint16_t site, const Race& race) {
    racing_.insert(detector_.site(site).origin);
    racing_.insert(detector_.site(race.other.site).origin);
  }
  // Reports the race that the detector just found, between accesses of `site`, one of them by
  // `lane`, and others. `same_value`: see race_clauses.
  void report(Subgroup& subgroup, const Record& record, std::uint16_t site, const LaneMask& lanes,
              unsigned lane, std::size_t object, const Race& race, bool same_value) const;

  // --- actions of the tangle ---

  void memory_barrier(const Subgroup& subgroup, const MemorySemantics& semantics);
  void subgroup_barrier(const Subgroup& subgroup, const MemorySemantics& semantics);
  // A workgroup barrier: before and after its subgroups wait for each other.
  void arrive_at_workgroup(const Subgroup& subgroup, const MemorySemantics& semantics);
  void leave_workgroup(const Subgroup& subgroup, const MemorySemantics& semantics);
  // The halves of a split barrier.
  void arrive_at_split(const Subgroup& subgroup, MemoryScope execution,
                       const MemorySemantics& semantics);
  void wait_at_split(const Subgroup& subgroup, MemoryScope execution,
                     const MemorySemantics& semantics);
  // Before and after waiting at a named barrier, in one of its phases.
  void arrive_at_named(const Subgroup& subgroup, std::uint32_t number, std::uint64_t phase,
                       const MemorySemantics& semantics);
  void leave_named(const Subgroup& subgroup, const MemorySemantics& semantics);

 private:
  // The state of a workgroup while others run.
  struct Suspended {
    std::unique_ptr<RaceOrder::Suspended> order;
    std::unique_ptr<AtomicOrder::Suspended> atomics;
    std::unique_ptr<FlagOrder::Suspended> flags;
    std::deque<RaceShadow> shadows;  // of its workgroup memory, by Program::workgroup_variables
    std::vector<std::uint32_t> arrived;
    std::array<std::vector<std::uint32_t>, 2> split_arrivals;
    std::vector<std::uint64_t> named;
  };
  void exchange_with(Suspended& other, const AddressSpace& memory);
  // Packs what shadows have remembered, whenever they have grown by some memory.
  void pack_shadows();

  static constexpr std::uint64_t max_effort = std::uint64_t{1} << 27;

  // Calls the action for each receiver of barriers, with the semantics that the barrier has there.
  template <class Tell>
  void tell_orders(const MemorySemantics& semantics, Tell tell) {
    if (is_looking_) tell(detector_.order(), semantics);
    if (atomic_order_) tell(atomic_order_->order(), semantics);
    if (flags_) tell(flags_->order(), FlagOrder::semantics());
  }
  bool may_search_for_advice() const;
  // What would order a race between workgroups, or within one without a barrier.
  std::optional<FlagOrder::Flags> flags_of(const Race& race, Stamp flag_epoch,
                                           std::uint32_t invocation) const;
  static Bytes owner_of(const AddressSpace& memory, std::size_t object);
  bool has_own_parts(const AddressSpace& memory, std::size_t object) const;
  void end_workgroup_barrier(const MemorySemantics& semantics, bool of_all);
  std::span<const std::uint32_t> invocations(const Subgroup& subgroup);
  void find_references(const AddressSpace& memory);
  std::uint16_t site_of_reference(const AddressSpace& memory, std::uint16_t site,
                                  std::size_t object);
  std::uint64_t split_barrier(const Subgroup& subgroup, MemoryScope execution) const;

  const Program& program_;
  const Launch& launch_;
  const Known& known_;
  RaceMemory shadow_memory_;
  std::uint64_t pack_at_ = 0;  // bytes of shadow_memory_
  RaceDetector detector_;
  std::deque<RaceShadow> shadows_;          // by object
  std::vector<Bytes> bytes_of_;             // by object; 0: not determined yet
  std::vector<std::uint32_t> invocations_;  // of the current tangle
  std::vector<std::uint32_t> arrived_;      // at the workgroup barrier: a bit for each invocation
  std::array<std::vector<std::uint32_t>, 2>
      split_arrivals_;                // by execution scope; for each invocation
  std::vector<std::uint64_t> named_;  // where each invocation waits
  std::uint64_t finished_ = 0;
  std::optional<std::uint64_t> given_up_after_;
  bool has_one_reference_;  // no memory has several references that matter
  std::vector<bool>
      has_references_;  // by object: whether its bytes have several references; empty: not determined yet
  std::map<std::pair<std::uint16_t, std::size_t>, std::uint16_t> sites_of_references_;
  std::optional<RaceJournal> journal_;
  std::optional<FlagOrder> flags_;  // with the journal, if there are atomics
  RacingOrigins racing_;
  mutable std::uint64_t searched_ = 0;  // instructions and bytes of source, for advice
  bool is_looking_;
  std::optional<AtomicOrder> atomic_order_;
  std::uint32_t running_ = 0;        // which workgroup in flight
  std::deque<Suspended> suspended_;  // by workgroup in flight
  std::vector<Definedness*> marked_for_load_;
  Words overtaken_;  // in this run
};

}  // namespace spirv_oracle
