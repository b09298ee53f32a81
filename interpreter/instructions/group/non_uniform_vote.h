// Votes: one Boolean for the whole tangle.
#pragma once

#include "interpreter/instructions/group/combination/non_uniform.h"

namespace spirv_oracle {
namespace internal {

// The lanes of the tangle in which a component is not indeterminate.
inline LaneMask known_lanes(const Subgroup& subgroup, Slot slot) {
  return subgroup.active & ~indeterminate_lanes(subgroup.header(slot));
}

}  // namespace internal

// bool vote(const Tangle&, const LaneMask& predicate), and whether lanes that are not `known`
// cannot change the result: bool is_decided(const Tangle&, const LaneMask& known, const LaneMask&
// predicate)
template <class G>
struct Vote {
  using Grammar = G;
  static constexpr std::string_view function = "the vote";  // what the source calls it

  template <class Self>
  static constexpr LaneExchange exchange() {
    return {.kind = LaneExchange::Kind::predicate, .value = G::predicate, .name = Self::function};
  }

  static constexpr unsigned predicate_place = internal::place<G>(G::predicate);

  template <class Self>
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const Slot predicate = record->operand[predicate_place];
    const Tangle tangle = tangle_of(subgroup);
    const LaneMask& truth = subgroup.truth(predicate);
    subgroup.truth(record->result) = lanes_if(Self::vote(tangle, truth));
    subgroup.header(record->result) = header_for_all(subgroup, subgroup.header(predicate));
    if (is_indeterminate(subgroup.header(record->result)) &&
        Self::is_decided(tangle, internal::known_lanes(subgroup, predicate), truth)) [[unlikely]] {
      subgroup.header(record->result) = {};
    }
    return record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    if constexpr (requires { G::execution; }) {
      internal::require_subgroup_scope(lowering, instruction, G::execution);
    }
    const Slot predicate = lowering.slot(instruction.id(G::predicate));
    internal::emit_placed(lowering, &execute<Self>, lowering.define(instruction).slots[0],
                          {{predicate_place, predicate}});
  }
};

struct AllVote {
  static bool vote(const Tangle& tangle, const LaneMask& predicate) {
    return predicate.contains(tangle.lanes);
  }
  static bool is_decided(const Tangle&, const LaneMask& known, const LaneMask& predicate) {
    return !predicate.contains(known);
  }
  static bool combine(bool a, bool b) { return a && b; }
};

struct AnyVote {
  static bool vote(const Tangle& tangle, const LaneMask& predicate) {
    return (predicate & tangle.lanes).any();
  }
  static bool is_decided(const Tangle&, const LaneMask& known, const LaneMask& predicate) {
    return (predicate & known).any();
  }
  static bool combine(bool a, bool b) { return a || b; }
};

// Whether all lanes of the tangle have the same value. The comparison is ordered-and-equal, so a
// NaN does not equal anything; a single lane is not compared.
template <class T>
[[gnu::always_inline]] inline bool all_equal(const Tangle& tangle, const T* values,
                                             unsigned padded_lanes) {
  const T first = values[tangle.lanes.lowest()];
  return equal_lanes(values, padded_lanes, first).contains(tangle.lanes);
}
inline bool all_equal(const Tangle& tangle, const LaneMask& truth) {
  const LaneMask set = truth & tangle.lanes;
  return set.none() || set == tangle.lanes;
}

// Whether the `known` lanes decide that not all are equal. A single lane decides.
template <class Equal>
bool equality_is_decided(const Tangle& tangle, const LaneMask& known, Equal all_known_equal) {
  return tangle.lanes.count() == 1 || (known.any() && !all_known_equal(Tangle{known, tangle.size}));
}

}  // namespace spirv_oracle
