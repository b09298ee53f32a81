// Votes: one Boolean for the whole tangle.
#pragma once

#include "interpreter/semantics/non_uniform.h"

namespace spirv_oracle {

// bool vote(const Tangle&, const LaneMask& predicate)
template <class G>
struct Vote {
  using Grammar = G;

  static constexpr unsigned predicate_place = internal::place<G>(G::predicate);

  template <class Self>
  static const Op* execute(Subgroup& subgroup, const Op* op) {
    const Slot predicate = op->operand[predicate_place];
    const bool vote = Self::vote(tangle_of(subgroup), subgroup.truth(predicate));
    subgroup.truth(op->result) = lanes_if(vote);
    subgroup.header(op->result) = header_for_all(subgroup, subgroup.header(predicate));
    return op + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    if constexpr (requires { G::execution; }) {
      if (!internal::has_subgroup_scope(lowering, instruction, G::execution)) return;
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
  static bool combine(bool a, bool b) { return a && b; }
};

struct AnyVote {
  static bool vote(const Tangle& tangle, const LaneMask& predicate) {
    return (predicate & tangle.lanes).any();
  }
  static bool combine(bool a, bool b) { return a || b; }
};

// Whether all lanes of the tangle hold the same value; the comparison is ordered-and-equal, so that
// a NaN equals nothing, but a single lane has nothing to be compared with.
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

}  // namespace spirv_oracle
