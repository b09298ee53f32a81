// What conforming implementations may compute: for each component in a register or in memory an enclosure of its
// values, besides the usual one. Recorded while a dispatch is run once more, by records that the lowering adds for that
// run only (Dispatch::record_enclosures).
//
// A component without an entry has the usual value exactly. Where a header says that a lane is undefined or
// implementation-dependent, nothing is known of it, unless its entry says that it covers that. So marks that other
// records set later are never lost. Results that are no floats and not certain are marked as implementation-dependent,
// and followed as all such values are.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "interpreter/dispatch.h"
#include "interpreter/exec/subgroup.h"
#include "interpreter/exec/value_observer.h"
#include "interpreter/ir/enclosure_rule.h"
#include "interpreter/ir/error_bound.h"
#include "interpreter/loader/types.h"

namespace spirv_oracle {

struct EnclosedPlane {
  Slot slot = no_slot;
  ScalarType type;
};

// A component of a result, and the planes that it is computed from.
struct EnclosedResult {
  EnclosedPlane plane;
  std::array<std::vector<EnclosedPlane>, 3> operands;
  std::vector<EnclosedPlane> others;  // of further operands
  std::size_t component = 0, component_count = 1;
  bool is_one_value = false;  // operands 0 and 1 are the same plane
};

// An instruction, as the records of this run look at it.
struct EnclosedInstruction {
  EnclosureRule rule;
  Range (*bound)(const BoundedOperands&) = nullptr;  // of EnclosureKind::bounded
  FloatRules rules, operand_rules;
  bool is_kernel = false;
  // Declared for it, so that exact operands have one result.
  bool has_fixed_rounding = false;
  bool is_relaxed = false;         // RelaxedPrecision: as few as 16 bits
  bool keeps_sign_of_zero = true;  // of results that are 0
  bool across_lanes = false;       // what other lanes have in the operands takes part
  bool across_workgroup = false;   // those of other subgroups, too
  bool adds_floats = false;        // an atomic addition
  spv::GroupOperation group = spv::GroupOperation::Reduce;
  unsigned cluster = 0;
  std::array<Slot, 4> ballot = {no_slot, no_slot, no_slot, no_slot};  // that names a partition
  std::vector<EnclosedResult> results;
  // What it stores besides its result: planes of variables, or components behind an address.
  std::vector<EnclosedPlane> stored_planes;
  struct StoredPlace {
    Slot address = no_slot;
    std::uint64_t offset = 0;
    ScalarType type;
  };
  std::vector<StoredPlace> stored_places;
};

class Enclosures final : public ValueObserver {
 public:
  // Whether the tables for this program fit into so many bytes, and into what is reasonable.
  static bool is_affordable(const Program& program, std::uint64_t max_memory);

  Enclosures(const Program& program, std::uint64_t max_memory);
  bool is_out_of_memory() const override;

  // What the records below do, for the active lanes.
  void note_copy(Subgroup& subgroup, const Op& op);
  void note_result(Subgroup& subgroup, const Op& op);
  void note_conversion(Subgroup& subgroup, const Op& op);
  void note_unset(Subgroup& subgroup, const Op& op);
  void note_load(Subgroup& subgroup, const Op& op);
  void note_store(Subgroup& subgroup, const Op& op);
  void note_atomic(Subgroup& subgroup, const Op& op);
  void note_combined(std::span<Subgroup* const> arrived, std::uint32_t instruction,
                     std::uint32_t origin) override;

  // Nothing is known any more of a component in these lanes: something else made it indeterminate.
  void note_indeterminate(const Subgroup& subgroup, Slot slot, const LaneMask& lanes,
                          std::uint32_t origin);
  // Bytes were copied from one place in memory to another.
  void note_copied_bytes(const std::byte* target, const std::byte* source, std::uint64_t bytes,
                         const Allocation& in);
  void start_workgroup() override;
  void note_unguaranteed(const Subgroup& subgroup, Slot slot, const LaneMask& lanes,
                         std::uint32_t origin) override {
    note_indeterminate(subgroup, slot, lanes, origin);
  }
  void note_uncertain(const Subgroup& subgroup, Slot slot, const LaneMask& lanes,
                      std::uint32_t branch) override {
    note_indeterminate(subgroup, slot, lanes, branch);
  }

  // What an object holds in the end, in the order of the offsets.
  std::vector<EnclosedComponent> stored_in(const ObjectEntry& object) const;

 private:
  // Bits of a float, ascending; among sets_of_values_. Null: they are not known one by one.
  using Values = const std::vector<std::uint64_t>*;

  enum class Knowledge : std::uint8_t { exact, enclosed, nothing };
  struct Place {
    Knowledge knowledge = Knowledge::exact;
    bool covers_mark =
        false;              // the header's mark of an implementation-dependent lane stands for this
    bool is_loose = false;  // the reason is an error bound wider than one rounding
    bool is_float = false;
    Interval value;
    Values values = nullptr;  // of an enclosed float: no others
    MaybeExpression expression;
    std::uint32_t reason = 0;  // origin; 0: none
  };
  struct StoredPlace {
    unsigned bytes = 0;
    bool is_shared = true;  // not the workgroup's own memory
    Place place;
  };
  // A component as an operand.
  struct View {
    Computed value;
    bool is_exact = true;
    bool is_marked = false;  // in its header
    std::uint32_t reason = 0;
    bool is_loose = false;
  };
  struct Invocation {
    Subgroup* subgroup = nullptr;
    unsigned lane = 0;
  };
  using Group = std::span<const Invocation>;
  // A component that a result may be a copy of.
  struct Candidate {
    EnclosedPlane plane;
    Invocation of;
  };
  // What a group combines its contributions to.
  struct Combined {
    Computed value;
    Values values = nullptr;
    View reason;
  };

  const Place* find(const Subgroup& subgroup, Slot slot, unsigned lane) const;
  Place& at(const Subgroup& subgroup, Slot slot, unsigned lane);
  void clear(const Subgroup& subgroup, Slot slot, unsigned lane);
  std::size_t index_of(Slot slot, unsigned lane) const;
  ScalarType type_of(Slot slot) const;

  View view(const Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane) const;
  bool are_exact(const Subgroup& subgroup, const EnclosedInstruction& instruction,
                 const EnclosedResult& result, unsigned lane, View& reason) const;
  void set(Subgroup& subgroup, const EnclosedInstruction& instruction, const EnclosedPlane& plane,
           unsigned lane, const Computed& computed, const View& reason);
  void set_unknown(Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane,
                   const View& reason);
  // An enclosed component has one of these, if there are any and the usual value is among them.
  void give_values(const Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane,
                   const Values& values);
  // What the instruction gives with as few bits as RelaxedPrecision lets it have.
  Computed relaxed(const EnclosedInstruction& instruction, const EnclosedOperands& in) const;
  Computed apply(const EnclosedInstruction& instruction, const EnclosedOperands& in) const;
  void compute(Subgroup& subgroup, const EnclosedInstruction& instruction,
               const EnclosedResult& result, unsigned lane, std::uint32_t origin);
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
  // The combination of what some invocations contribute.
  Combined combined(const EnclosedInstruction& instruction, const EnclosedPlane& contribution,
                    Group group);
  static std::vector<Invocation> invocations_of(Subgroup& subgroup, const LaneMask& lanes);
  // The groups that the active lanes form; none where that is not known.
  static std::optional<std::vector<LaneMask>> groups_of(const Subgroup& subgroup,
                                                        const EnclosedInstruction& instruction);
  void note_further_results(Subgroup& subgroup, const EnclosedInstruction& instruction,
                            std::uint32_t origin);
  View reason_of(const View& a, const View& b) const;
  View own_reason(const EnclosedInstruction& instruction, std::uint32_t origin) const;

  // Entries of memory, by where the bytes lie: objects may share them.
  using BytePlace = std::uintptr_t;
  static BytePlace place_of(const ObjectEntry& object, std::uint64_t address);
  Place loaded(BytePlace begin, unsigned bytes, bool is_float) const;
  void erase(BytePlace begin, std::uint64_t bytes);
  void store(const ObjectEntry& object, std::uint64_t address, unsigned bytes, const Place& place);

  const Program& program_;
  std::uint64_t max_memory_;
  std::vector<std::uint32_t> plane_number_;           // by slot
  std::vector<std::vector<std::uint32_t>> place_of_;  // by subgroup; by plane and lane; 0: none
  std::vector<Place> places_{1};
  std::map<BytePlace, StoredPlace> stored_;
  std::set<std::vector<std::uint64_t>> sets_of_values_;
};

// That of the run; null: there is none.
Enclosures* enclosures_of(const Subgroup& subgroup);

// Records. Their lanes are the active ones; Op::extra of the second is the index of an EnclosedInstruction.
const Op* enclose_copy(Subgroup& subgroup, const Op* op);
const Op* enclose_result(Subgroup& subgroup, const Op* op);
// The result plane is computed from the planes of operand 0 and 1 (no_slot: none): exact where they are, but for one rounding of
// a 16-bit float that extra, if it is 1, says is indeterminate.
const Op* enclose_conversion(Subgroup& subgroup, const Op* op);
const Op* enclose_unset(Subgroup& subgroup, const Op* op);
// The fields are those of the access record before it (instructions/memory/access.h).
const Op* enclose_load(Subgroup& subgroup, const Op* op);
const Op* enclose_store(Subgroup& subgroup, const Op* op);
// The result (no_slot: none) of an atomic instruction; operand 0: the plane of addresses; operand 1: how many bytes; extra: the
// index of an EnclosedInstruction, of which the first result has the other operands as `others`.
const Op* enclose_atomic(Subgroup& subgroup, const Op* op);

// The instructions that the records refer to; Program has them behind a pointer.
struct EnclosedProgram {
  std::vector<EnclosedInstruction> instructions;
};

}  // namespace spirv_oracle
