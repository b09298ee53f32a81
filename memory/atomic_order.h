// Determines which results of atomics, and which memory they leave, depend on the order of
// invocations.
//
// The accesses to a location are divided into phases, in the order of execution. An access is
// ordered after earlier ones of the same invocation, and after those that a control barrier orders
// before it. An acquire that reads from a release orders nothing here, because under another
// schedule it reads an older value. An access that is ordered after all earlier ones begins a
// phase. Any other access joins the first phase that has an access unordered with it. So all
// accesses of a phase are ordered after those of earlier phases.
//
// Verdicts concern accesses that executed earlier; see AtomicVerdicts. docs/soundness.md has the
// argument.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "memory/atomic_operation.h"
#include "memory/atomic_verdicts.h"
#include "memory/race_memory.h"
#include "memory/race_order.h"

namespace spirv_oracle {

// One executed atomic access.
struct AtomicEffect {
  AtomicOperation operation = AtomicOperation::load;
  // The access changed the value, or may have: the old value or the operand is uncertain.
  bool changes = false;
  bool commutes = true;  // with others of its kind
  bool result_is_used = false;
  std::uint64_t stored = 0;  // the value that a store stored
  // For a float addition: the operand and the value before it are multiples of 2^quantum, and the
  // type has `digits` digits. Sums of such numbers are exact if they are below 2^(quantum +
  // digits).
  double original_magnitude = 0, operand_magnitude = 0;
  std::int16_t quantum = 0;
  std::uint8_t digits = 0;
  std::uint8_t signs = 0;  // of both; 1: one is positive, 2: one is negative
  // With both signs, a sum may be denormal, and flushed to zero.
  bool may_be_denormal = false;
  // For an operation that combines floats: whether it certainly has this operand at this place, and whether the value before it
  // is certain.
  bool reduces_certainly = false, original_is_certain = false;
};

class AtomicOrder {
 public:
  // A location: a word of four bytes, or the word at which an access begins.
  struct LocationKey {
    std::uint32_t object = 0;
    std::uint64_t offset = 0;
    StorageSemantics storage = StorageSemantics::uniform_memory;
  };

  // Uses up to about `max_memory` bytes. `known`: the verdicts of earlier runs of the same
  // dispatch.
  AtomicOrder(RaceShape shape, std::uint64_t max_memory, const AtomicVerdicts& known);

  // All accesses from now on belong to another workgroup.
  void start_workgroup(std::uint64_t number);
  // The running workgroup has ended.
  void finish_workgroup();
  // The state of a workgroup while others run.
  struct Suspended;
  // The state of a workgroup that has not started.
  std::unique_ptr<Suspended> make_suspended() const;
  // Suspends the running workgroup into `other`, and resumes the workgroup that was there.
  void exchange_workgroup(Suspended& other);
  // Gets all barriers, but no atomics, because what atomics synchronize depends on the schedule.
  RaceOrder& order() { return order_; }

  // Records an access that the invocation has executed. Returns its verdict from earlier runs.
  AtomicVerdict access(const LocationKey& place, std::uint32_t invocation,
                       const AtomicEffect& effect);
  // Records the accesses of several invocations of a subgroup that execute one instruction at one place.
  // `effect.changes`: whether one of them may change the value. Returns nothing, and records nothing,
  // if the access adds new facts about the place or differs between the invocations.
  std::optional<AtomicVerdict> access_together(const LocationKey& place,
                                               std::span<const std::uint32_t> invocations,
                                               const AtomicEffect& effect);
  // Records an access of any kind that the invocation may make under another schedule.
  void note_possible_access(const LocationKey& place, std::uint32_t invocation);

  // Whether atomics may decide which of several invocations is first, as a lock does: several
  // change one value without order, or several both change and read values.
  bool has_contention() const { return has_contention_; }
  // The known verdicts, plus those found so far.
  AtomicVerdicts verdicts() const;
  // The words of device memory that atomics only change by one operation that combines floats, with certain operands and from a
  // certain value on.
  std::vector<AtomicVerdicts::Key> reductions() const;

 private:
  struct Witness {
    std::uint32_t agent = 0;
    Stamp stamp = 0;
  };
  // A summary of the accesses of a phase: which invocations made them, and what they did.
  struct Phase {
    std::uint32_t begin = 0;  // the number of the first access
    Stamp latest = 0;         // the latest epoch
    Witness last, other;      // accesses of two invocations, if there are two
    double sum = 0;           // of the magnitudes of operands of float additions
    double original = 0;      // the largest magnitude before the phase
    std::uint64_t stored = 0;
    std::uint32_t writer = 0;      // an invocation that does more than load
    std::uint16_t operations = 0;  // a bit for each kind except loads
    std::int16_t quantum = 0;
    std::uint8_t digits = 0;
    std::uint8_t signs : 2 = 0;
    bool may_be_denormal : 1 = false;
    bool has_other : 1 = false;
    bool has_more : 1 = false;  // accesses of more than two invocations
    bool has_several_subgroups : 1 = false;
    bool has_several_workgroups : 1 = false;
    bool has_several_writers : 1 = false;
    bool is_concurrent : 1 = false;  // two accesses are not ordered
    bool changes : 1 = false;
    bool result_is_used : 1 = false;
    bool commutes : 1 = true;
    bool is_reduction : 1 = false;  // AtomicOrder::reductions
    // Several phases combined, because they have the same verdict.
    bool is_combined : 1 = false;
    bool combined_result : 1 = false;
    bool combined_memory : 1 = false;
  };
  struct Location {
    Phase phase;
    std::uint32_t count = 0;  // number of accesses
    std::uint32_t older = 0;  // index into older_; 0: without earlier phases
    std::uint32_t at = 0;     // in *known
    bool combines = false;    // an access has combined floats
    const AtomicVerdicts::Ranges* known = nullptr;
  };
  static constexpr unsigned page_bits = 10;
  using Page = std::array<std::uint32_t, std::size_t{1} << page_bits>;
  // The locations of one kind of memory.
  struct Table {
    std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages;
    std::vector<Location> locations{1};
    std::vector<AtomicVerdicts::Key> keys{1};  // by location
    std::vector<std::uint32_t*> entries{1};    // of pages, by location
    std::uint64_t last_number = ~std::uint64_t{0};
    Page* last_page = nullptr;
  };

  Table& table(StorageSemantics storage) {
    return storage == StorageSemantics::workgroup_memory ? of_workgroup_ : of_device_;
  }
  // Null if memory runs out.
  Location* location(const LocationKey& place);
  void add(Location& location, StorageSemantics storage, std::uint32_t invocation,
           const AtomicEffect& effect);
  static bool continues(const Phase& phase, Witness witness);
  bool joins_concurrent(const Location& location, StorageSemantics storage, Witness witness) const;
  // Whether an access that joins the phase adds nothing to it except the invocation.
  static bool adds_no_fact(const Phase& phase, const AtomicEffect& effect, bool is_alone);
  bool knows(const Witness& witness, StorageSemantics storage, std::uint32_t invocation) const;
  bool is_after_all(const Phase& phase, StorageSemantics storage, std::uint32_t invocation) const;
  bool is_below_watermark(const Phase& phase, StorageSemantics storage) const;
  void begin_phase(Location& location, StorageSemantics storage);
  // Adds the facts of another phase.
  void join(Phase& phase, const Phase& other) const;
  void add_witness(Phase& phase, Witness witness) const;
  bool in_several_workgroups(std::uint32_t agent, std::uint32_t other) const;
  std::uint32_t subgroup_of(std::uint32_t agent) const { return agent >> subgroup_shift_; }
  static AtomicVerdict verdict(const Phase& phase);
  // Records whether the invocation changes values, reads some, or both.
  void note_role(std::uint32_t agent, const AtomicEffect& effect);
  void collect(const Table& table, AtomicVerdicts& verdicts) const;
  void note_memory(std::uint64_t bytes);

  RaceOrder order_;
  unsigned subgroup_shift_;  // of the power of two SubgroupSize
  const AtomicVerdicts& known_;
  AtomicVerdicts found_;  // in workgroup memory, of workgroups that have ended
  Table of_device_, of_workgroup_;
  std::vector<std::vector<Phase>> older_{1};
  std::vector<std::uint32_t> free_older_;
  std::uint64_t used_ = 0, max_memory_;
  bool is_exhausted_ = false;
  bool has_contention_ = false;
  std::vector<std::uint8_t>
      roles_;  // by agent: a bit for an invocation that changes values, and one for an invocation that reads
  bool has_other_of_both_roles_ = false;
};

struct AtomicOrder::Suspended {
  std::unique_ptr<RaceOrder::Suspended> order;
  Table of_workgroup;
};

}  // namespace spirv_oracle
