// Looks for data races while a dispatch runs: brings accesses and barriers to the detector, and what it
// finds to the log.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "interpreter/exec/race_journal.h"
#include "interpreter/exec/subgroup.h"
#include "memory/atomic_order.h"
#include "memory/race_detector.h"

namespace spirv_oracle {

struct Program;
struct Clause;

class RaceWatch {
 public:
  // Words of objects that have bytes of their own.
  using Words = std::map<std::uint32_t, HandedOverWords>;
  // Whose bytes an object's are, and where they begin there: its own, or a range of another object's.
  struct Bytes {
    std::size_t object = 0;
    std::uint64_t begin = 0;
    bool written = false;  // some access of the program may write them
  };
  // What earlier runs of the dispatch found.
  struct Known {
    RacingOrigins racing;  // what raced; if anything did, there is a journal
    AtomicVerdicts atomics;
    Words handed_over;          // see handed_over()
    bool has_no_races = false;  // those that this one would find
  };

  // Whether the workgroups are small enough.
  static bool is_possible(const Program& program);
  // Shadows take up to `max_memory` bytes. `customary`: see RaceShape.
  RaceWatch(const Program& program, std::uint64_t max_memory, bool de_facto_order,
            const Known& known);

  void start_workgroup(std::uint64_t index);

  // Whether it looks for races; else only for what depends on the order of atomics.
  bool is_looking() const { return is_looking_; }
  // Of several workgroups that take turns, the one with that number runs now: start_workgroup() or
  // resume_workgroup() is next. The first one has the number 0.
  void switch_to(std::uint32_t resident, const AddressSpace& memory);
  void resume_workgroup();
  // Leaves less memory to what is remembered; false: there is not so much left.
  bool give_memory(std::uint64_t bytes) {
    if (shadow_memory_.used + bytes > shadow_memory_.limit) return false;
    shadow_memory_.limit -= bytes;
    return true;
  }

  RaceDetector& detector() { return detector_; }
  // Words that several invocations accessed one after the other, one of them with a write, in an order that only atomics
  // give, while several invocations contend for atomics: what is there depends on who is first. For example memory
  // under a lock.
  Words handed_over() const;
  // Those that earlier runs found.
  const Words& known_handed_over() const { return known_.handed_over; }
  // What earlier runs found of the words that have some of these bytes; `at` counts from where `owner` begins.
  std::optional<HandOver> known_hand_over(const Bytes& owner, std::uint64_t at,
                                          unsigned bytes) const;
  // Marks a byte as implementation-dependent for the load that follows; take_back_marks() comes after it.
  void mark_for_load(Definedness& state);
  void take_back_marks();
  // Null where the program has no atomics.
  AtomicOrder* atomic_order() { return atomic_order_ ? &*atomic_order_ : nullptr; }
  // Of an object that has bytes of its own.
  RaceShadow& shadow(const AddressSpace& memory, std::size_t object) {
    while (object >= shadows_.size()) {
      shadows_.emplace_back(&shadow_memory_);
      const auto id = static_cast<std::uint32_t>(shadows_.size() - 1);
      shadows_.back().set_object_size(memory.object(id).size);
    }
    return shadows_[object];
  }
  // Bytes that the shadows take; whether those are too many, so that the run has to end.
  std::uint64_t shadow_memory() const { return shadow_memory_.used; }
  bool is_out_of_memory() const { return is_looking_ && shadow_memory_.exhausted(); }
  // Whether it takes long, as clocks have become large: each workgroup that synchronizes with earlier ones by
  // atomics knows more of them.
  bool is_laborious() const { return shadow_memory_.effort > max_effort; }
  // The running workgroup has ended.
  void finish_workgroup();
  // Workgroups that have been checked completely.
  std::uint64_t finished() const { return finished_; }
  // Looks for races no further, and frees the shadows.
  void give_up();
  std::optional<std::uint64_t> given_up_after() const { return given_up_after_; }
  // Accesses that were too many to remember.
  std::uint64_t forgotten() const { return detector_.forgotten(); }
  // The bytes of an object.
  const Bytes& bytes_of(const AddressSpace& memory, std::size_t object);
  std::uint32_t slot(const Subgroup& subgroup, unsigned lane) const {
    return subgroup.id * subgroup.size + lane;
  }
  // The site for accesses to an object: where its memory has several references, one for each.
  std::uint16_t site_for(const AddressSpace& memory, std::uint16_t site, std::size_t object) {
    return has_one_reference_ ? site : site_of_reference(memory, site, object);
  }
  // Null in a run that follows none with races.
  RaceJournal* journal() { return journal_ ? &*journal_ : nullptr; }
  // Accesses that raced in this run.
  const RacingOrigins& racing() const { return racing_; }
  // Remembers the race that the detector has just found at `site`.
  void note_race(std::uint16_t site) {
    racing_.insert(detector_.site(site).origin);
    racing_.insert(detector_.site(detector_.race().other.site).origin);
  }
  // Reports the race that the detector has just found, between accesses of `site`, one of them by
  // `lane`, and others. `same_value`: see race_clauses.
  void report(Subgroup& subgroup, const Op& op, std::uint16_t site, const LaneMask& lanes,
              unsigned lane, std::size_t object, const Race& race, bool same_value) const;

  // --- what the tangle executes ---

  void memory_barrier(const Subgroup& subgroup, const MemorySemantics& semantics);
  void subgroup_barrier(const Subgroup& subgroup, const MemorySemantics& semantics);
  // A barrier of the workgroup: before and after its subgroups wait for each other.
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
  // A workgroup while others run.
  struct Suspended {
    std::unique_ptr<RaceOrder::Suspended> order;
    std::unique_ptr<AtomicOrder::Suspended> atomics;
    std::deque<RaceShadow> shadows;  // of its workgroup memory, by Program::workgroup_variables
    std::vector<std::uint32_t> arrived;
    std::array<std::vector<std::uint32_t>, 2> split_arrivals;
    std::vector<std::uint64_t> named;
  };
  void exchange_with(Suspended& other, const AddressSpace& memory);

  static constexpr std::uint64_t max_effort = std::uint64_t{1} << 27;

  // What barriers are told to.
  template <class Tell>
  void tell_orders(Tell tell) {
    if (is_looking_) tell(detector_.order());
    if (atomic_order_) tell(atomic_order_->order());
  }
  static Bytes owner_of(const AddressSpace& memory, std::size_t object);
  void end_workgroup_barrier(const MemorySemantics& semantics);
  std::span<const std::uint32_t> slots(const Subgroup& subgroup);
  void find_references(const AddressSpace& memory);
  std::uint16_t site_of_reference(const AddressSpace& memory, std::uint16_t site,
                                  std::size_t object);
  std::uint64_t split_barrier(const Subgroup& subgroup, MemoryScope execution) const;

  const Program& program_;
  const Known& known_;
  RaceMemory shadow_memory_;
  RaceDetector detector_;
  std::deque<RaceShadow> shadows_;                            // by object
  std::vector<Bytes> bytes_of_;                               // by object; 0: not looked for yet
  std::vector<std::uint32_t> slots_;                          // of the tangle at hand
  std::vector<std::uint32_t> arrived_;                        // at the barrier of the workgroup
  std::array<std::vector<std::uint32_t>, 2> split_arrivals_;  // of each slot, by execution scope
  std::vector<std::uint64_t> named_;                          // where each slot waits
  std::uint64_t finished_ = 0;
  std::optional<std::uint64_t> given_up_after_;
  bool has_one_reference_;  // no memory has several that make a difference
  std::vector<bool>
      has_references_;  // by object: its bytes have several; empty: not looked for yet
  std::map<std::pair<std::uint16_t, std::size_t>, std::uint16_t> sites_of_references_;
  std::optional<RaceJournal> journal_;
  RacingOrigins racing_;
  bool is_looking_;
  std::optional<AtomicOrder> atomic_order_;
  std::uint32_t running_ = 0;        // which of the residents
  std::deque<Suspended> suspended_;  // by resident
  std::vector<Definedness*> marked_for_load_;
};

}  // namespace spirv_oracle
