// Encloses the values that conforming implementations may compute, for each component in a register
// or in memory, in addition to the usual value. A further run of the dispatch records them, with
// records that the lowering emits only for that run (Policy::record_enclosures).
//
// A component without an entry has exactly the usual value. If a header marks a lane as undefined
// or implementation-dependent, nothing is known about it, unless its entry says that it covers the
// mark. So marks that other records set later are never lost. Uncertain results that are not floats
// become implementation-dependent, and are tracked like all such values.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "interpreter/dispatch.h"
#include "interpreter/exec/memory_access.h"
#include "interpreter/exec/report/value_observer.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/enclosed_program.h"
#include "interpreter/loader/types/types.h"
#include "interpreter/observe/shadow_store.h"

namespace spirv_oracle {

class Enclosures final : public ValueObserver {
 public:
  // Whether the tables for this program fit into `max_memory` bytes and into a reasonable size.
  static bool is_affordable(const Program& program, std::uint64_t max_memory);

  // `max_work`: after this many units of work of all workers, the run must end. This worker adds its work to `work_of_all`.
  Enclosures(const Program& program, std::uint64_t max_memory, std::uint64_t max_work,
             std::atomic<std::uint64_t>& work_of_all);
  // Also true if the workers have done more than `max_work`.
  bool is_out_of_memory() const override;
  // Whether the workers together exceed the limits of a single worker.
  static bool are_too_much(const std::deque<Enclosures>& of_workers, std::uint64_t max_work);
  // A unit of work takes about 10 ns. It is counted, not measured, so that a run ends at the same place on every machine.
  std::uint64_t work() const { return work_; }
  // Must be called for each record, before its effect.
  void count_work(Subgroup& subgroup, std::uint64_t units) {
    work_ += units;
    if (work_ - work_told_ > work_between) [[unlikely]]
      tell_work(subgroup);
  }

  // The effects of the records below, for the active lanes.
  void note_copy(Subgroup& subgroup, const Record& record);
  void note_result(Subgroup& subgroup, const Record& record);
  void note_conversion(Subgroup& subgroup, const Record& record);
  void note_unset(Subgroup& subgroup, const Record& record);
  void note_any_zero(Subgroup& subgroup, const Record& record);
  void note_load(Subgroup& subgroup, const Record& record);
  void note_store(Subgroup& subgroup, const Record& record);
  void note_atomic(Subgroup& subgroup, const Record& record);
  void note_combined(std::span<Subgroup* const> arrived, std::uint32_t sync,
                     std::uint32_t origin) override;

  // Forgets a component in these lanes, because something else made it indeterminate.
  void note_indeterminate(const Subgroup& subgroup, Slot slot, const LaneMask& lanes,
                          std::uint32_t origin);
  // Must be called after bytes were copied in memory.
  void note_copied_bytes(const LaneAccess& target, const LaneAccess& source, std::uint64_t bytes);
  void start_workgroup() override;
  void note_unguaranteed(const Subgroup& subgroup, Slot slot, const LaneMask& lanes,
                         std::uint32_t origin) override {
    note_indeterminate(subgroup, slot, lanes, origin);
  }
  void note_uncertain(const Subgroup& subgroup, Slot slot, const LaneMask& lanes,
                      std::uint32_t branch) override {
    note_indeterminate(subgroup, slot, lanes, branch);
  }

  // For instructions with an own record: the values of a component (everything if nothing is known), and the values of a
  // result of the instruction at `origin` (none: exactly the usual one).
  Interval values_of(const Subgroup& subgroup, Slot slot, unsigned lane) const {
    return view(subgroup, {slot, type_of(slot)}, lane).value.value;
  }
  void enclose(Subgroup& subgroup, Slot slot, unsigned lane, const std::optional<Computed>& values,
               std::uint32_t origin);

  // For shadow runs, where headers mark what they compute: the active lanes in which a component has more than its usual value
  // since before the run; and those in which component `c` of a load may get such bytes.
  LaneMask inexact_lanes(const Subgroup& subgroup, Slot slot) const;
  bool is_inexact(const Subgroup& subgroup, Slot slot, unsigned lane) const {
    return places_in(subgroup, slot).test(lane) &&
           find(subgroup, slot, lane)->knowledge != Knowledge::exact;
  }
  LaneMask inexact_loads(const Subgroup& subgroup, const Record& record, std::uint32_t c) const;
  // Marks the bytes that a store has got from such components, which headers do not mark.
  void mark_inexact_stores(const Subgroup& subgroup, const Record& record) const;

  // For the debugger: the enclosure of a component, or of `bytes` bytes of an object; none if it is exact. `offset` of the
  // result is meaningless.
  std::optional<EnclosedComponent> of_plane(const Subgroup& subgroup, Slot slot,
                                            unsigned lane) const;
  std::optional<EnclosedComponent> of_bytes(const ObjectEntry& object, std::uint64_t address,
                                            ScalarType type) const;
  // The debugger has stored an exact value.
  void forget_plane(const Subgroup& subgroup, Slot slot, unsigned lane) {
    clear(subgroup, slot, lane);
  }
  void forget_bytes(const ObjectEntry& object, std::uint64_t address, std::uint64_t bytes) {
    erase(place_of(object, address), bytes);
  }

  // The final contents of an object, in the order of the offsets.
  std::vector<EnclosedComponent> stored_in(const ObjectEntry& object) const;
  // The components that atomics combined with floats, in the order of the offsets, with their values for every order, if nothing
  // else changed them since the first one. The invocations must have had certain operands, and the same operation.
  std::vector<EnclosedComponent> reductions_in(const ObjectEntry& object) const;

 private:
  // Bits of a component, ascending; Values: an element of sets_of_values_. Null: not known one by one.
  using Bits = std::vector<std::uint64_t>;
  using Values = const Bits*;

  enum class Knowledge : std::uint8_t { exact, enclosed, nothing };
  // The instruction that permits several values.
  struct Reason {
    std::uint32_t origin = 0;  // 0: none
    bool is_loose = false;     // an error bound wider than one rounding

    // Keeps the first reason, or the first loose one.
    void add(const Reason& other) {
      if (origin == 0 || (other.origin != 0 && other.is_loose && !is_loose)) *this = other;
    }
  };
  struct ComponentState {
    Knowledge knowledge = Knowledge::exact;
    bool covers_mark = false;  // the header's implementation-dependent mark comes from this entry
    bool is_float = false;     // the interval is of the float with these bits, whatever its type
    FloatEncoding encoding{};  // of the bits, if they are those of a float
    Interval value;
    Values values = nullptr;  // for an enclosed component: all its values
    MaybePolynomial expression;
    Reason reason;
  };
  // Entries of memory, by the place of the bytes, because objects may share them. The memory of the running workgroup
  // follows all other memory.
  using ByteAddress = ShadowMemory<ComponentState>::Address;
  // A component as an operand.
  struct View {
    Computed value;
    bool is_exact = true;
    bool is_marked = false;  // its header has a mark
    Reason reason;
  };
  struct Invocation {
    Subgroup* subgroup = nullptr;
    unsigned lane = 0;
  };
  using Group = std::span<const Invocation>;
  // A component of which a result may be a copy.
  struct Candidate {
    EnclosedPlane plane;
    Invocation of;
  };
  // The contributions of a group so far (enclosed_groups.cpp).
  class RunningTotal;
  class Accumulation;
  // Their combination.
  struct Combined {
    Computed value;
    Values values = nullptr;
    Reason reason;
  };

  const ComponentState* find(const Subgroup& subgroup, Slot slot, unsigned lane) const;
  ComponentState& at(const Subgroup& subgroup, Slot slot, unsigned lane);
  void clear(const Subgroup& subgroup, Slot slot, unsigned lane) {
    places_in(subgroup, slot).reset(lane);
  }
  void clear(const Subgroup& subgroup, Slot slot, const LaneMask& lanes) {
    places_in(subgroup, slot) &= ~lanes;
  }
  // For each result, unless it is a move of plain components.
  static std::uint64_t work_of(const EnclosedInstruction& instruction, std::uint64_t lanes);
  // The lanes in which a component has an entry.
  LaneMask& places_in(const Subgroup& subgroup, Slot slot) {
    return has_place_[subgroup.id][planes_[slot]];
  }
  const LaneMask& places_in(const Subgroup& subgroup, Slot slot) const {
    return has_place_[subgroup.id][planes_[slot]];
  }
  // Whether nothing but the usual value of a component is possible in the active lanes.
  bool is_plain(const Subgroup& subgroup, const EnclosedPlane& plane) const;
  bool is_move_of_plain(const Subgroup& subgroup, const EnclosedInstruction& instruction,
                        const EnclosedResult& result) const;
  ScalarType type_of(Slot slot) const { return planes_.type_of(slot); }

  void note_component(Subgroup& subgroup, const EnclosedInstruction& instruction,
                      const EnclosedResult& result, std::uint32_t origin);
  View view(const Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane) const;
  bool are_exact(const Subgroup& subgroup, const EnclosedInstruction& instruction,
                 const EnclosedResult& result, unsigned lane, Reason& reason) const;
  void set(Subgroup& subgroup, const EnclosedInstruction& instruction, const EnclosedPlane& plane,
           unsigned lane, const Computed& computed, const Reason& reason);
  void set_unknown(Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane,
                   const Reason& reason);
  // Gives a component the entry of one with the same bits, which may be of another type.
  void put(Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane,
           const ComponentState& place);

  // --- values one by one (enclosed_sets.cpp) ---

  // Equal lists share one; null if there are too many.
  Values shared(Bits bits);
  // These numbers, with zeros of both signs; null if there are none.
  Values values_of_numbers(ScalarType type, std::span<const Real> numbers);
  // Gives an enclosed component these values, if there are any, and the usual value is among them.
  void give_values(const Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane,
                   const Values& values);
  // All values of a component, if they are few and known.
  std::optional<Bits> few_values(const Subgroup& subgroup, const EnclosedPlane& plane,
                                 unsigned lane) const;
  // Those of any of the candidates.
  Values values_of_any(std::span<const Candidate> candidates);
  // The numbers that an operand may be; empty if they are not known one by one.
  std::vector<Real> alternatives(const Subgroup& subgroup, const EnclosedPlane& plane,
                                 unsigned lane, const FloatRules& rules) const;
  // The values of a result, if they are few and known.
  Values values_of_result(const Subgroup& subgroup, const EnclosedInstruction& instruction,
                          const EnclosedResult& result, unsigned lane, const EnclosedOperands& in,
                          Computed& computed);
  void compute_integer(Subgroup& subgroup, const EnclosedInstruction& instruction,
                       const EnclosedResult& result, unsigned lane, std::uint32_t origin);
  void reinterpret(Subgroup& subgroup, const EnclosedInstruction& instruction,
                   const EnclosedResult& result, unsigned lane, std::uint32_t origin);
  // The result with the least precision that RelaxedPrecision permits.
  Computed relaxed(const EnclosedInstruction& instruction, const EnclosedOperands& in) const;
  void compute(Subgroup& subgroup, const EnclosedInstruction& instruction,
               const EnclosedResult& result, std::uint32_t origin);
  void compute_in_lane(Subgroup& subgroup, const EnclosedInstruction& instruction,
                       const EnclosedResult& result, EnclosedOperands& in, unsigned lane,
                       std::uint32_t origin);
  void move(Subgroup& subgroup, const EnclosedInstruction& instruction,
            const EnclosedResult& result, unsigned lane, std::uint32_t origin);
  void move_across_lanes(const EnclosedInstruction& instruction, const EnclosedResult& result,
                         Group group, std::uint32_t origin);
  void take_candidates(Subgroup& subgroup, const EnclosedInstruction& instruction,
                       const EnclosedPlane& result, unsigned lane,
                       std::span<const Candidate> candidates, std::uint32_t origin);
  void keep_bits(Subgroup& subgroup, const EnclosedInstruction& instruction,
                 const EnclosedResult& result, unsigned lane, std::uint32_t origin);
  void combine(Subgroup& subgroup, const EnclosedInstruction& instruction,
               const EnclosedResult& result, std::uint32_t origin);
  void combine_group(const EnclosedInstruction& instruction, const EnclosedResult& result,
                     Group group, std::uint32_t origin);
  Combined combined(Accumulation& all, Subgroup& subgroup);
  // `before`: the state of the place before the operation.
  void add_to_reduction(const Subgroup& subgroup, const EnclosedInstruction& instruction,
                        const Record& record, unsigned lane, ByteAddress place,
                        const ComponentState& before);
  // Something else has changed these bytes.
  void end_reductions(ByteAddress first, std::uint64_t bytes);
  static std::vector<Invocation> invocations_of(Subgroup& subgroup, const LaneMask& lanes);
  // The groups of the active lanes; none if unknown.
  static std::optional<std::vector<LaneMask>> groups_of(const Subgroup& subgroup,
                                                        const EnclosedInstruction& instruction);
  void note_further_results(Subgroup& subgroup, const EnclosedInstruction& instruction,
                            std::uint32_t origin);
  void compute_stored(Subgroup& subgroup, const EnclosedInstruction& instruction,
                      std::uint32_t origin);
  static Reason own_reason(const EnclosedInstruction& instruction, std::uint32_t origin) {
    return {origin, instruction.rule.is_loose};
  }

  static constexpr std::uint64_t work_between = 1u << 12;
  void tell_work(Subgroup& subgroup);

  static constexpr ByteAddress own_memory = ByteAddress{1} << 63;
  static ByteAddress place_of(const Allocation* allocation, const std::byte* byte);
  static ByteAddress place_of(const ObjectEntry& object, std::uint64_t address);
  std::optional<EnclosedComponent> described(const ComponentState& place, unsigned bytes) const;
  ComponentState loaded(ByteAddress begin, unsigned bytes, bool is_float) const;
  void erase(ByteAddress begin, std::uint64_t bytes);
  static bool keep_part(ComponentState& part);
  void store(const ObjectEntry& object, std::uint64_t address, unsigned bytes,
             ComponentState place);

  const Program& program_;
  std::uint64_t max_memory_, max_work_;
  std::atomic<std::uint64_t>& work_of_all_;
  std::uint64_t work_ = 0, work_told_ = 0;  // of this worker; the part added to work_of_all_
  PlaneNumbers planes_;
  ShadowPlanes<std::uint32_t> place_of_;          // index into places_; 0: none yet
  std::vector<std::vector<LaneMask>> has_place_;  // by subgroup and plane: where that is an entry
  std::vector<ComponentState> places_{1};
  ShadowMemory<ComponentState> stored_;
  struct AtomicReduction {
    std::shared_ptr<Accumulation> all;  // null: not known
    unsigned bytes = 0;
  };
  std::map<ByteAddress, AtomicReduction> reductions_;
  std::set<std::vector<std::uint64_t>> sets_of_values_;
};

// The enclosures of the run; null if there are none.
Enclosures* enclosures_of(const Subgroup& subgroup);

// Must be called instead of enclosing a result if enclosures_of() is null: in shadow runs, which do not enclose values, any
// result of floats may be another one.
void mark_not_enclosed(Subgroup& subgroup, Slot slot);

// Records, for the active lanes. Record::extra of the second is the index of an EnclosedInstruction.
const Record* enclose_copy(Subgroup& subgroup, const Record* record);
const Record* enclose_result(Subgroup& subgroup, const Record* record);
// The result plane is computed from the planes of operands 0 and 1 (no_slot: none). It is exact if
// they are, except for one rounding of a 16-bit float; extra is 1 if the direction of that rounding
// is not defined.
const Record* enclose_conversion(Subgroup& subgroup, const Record* record);
const Record* enclose_unset(Subgroup& subgroup, const Record* record);
// Must follow the records that enclose the result plane: where it is exactly 0, it may have either sign.
const Record* enclose_any_zero(Subgroup& subgroup, const Record* record);
// The fields are those of the preceding access record (instructions/memory/access.h).
const Record* enclose_load(Subgroup& subgroup, const Record* record);
const Record* enclose_store(Subgroup& subgroup, const Record* record);
// The result (no_slot: none) of an atomic instruction; operand 0: the plane of addresses; operand
// 1: number of bytes; extra: the index of an EnclosedInstruction, whose first result has the other
// operands as `others`.
const Record* enclose_atomic(Subgroup& subgroup, const Record* record);

}  // namespace spirv_oracle
