// Ballots: sets of lanes as vectors of four 32-bit words.
#pragma once

#include <vector>

#include "interpreter/instructions/group/combination/non_uniform.h"

namespace spirv_oracle {

namespace internal {

struct BallotList {
  std::vector<Slot> words;  // planes
  std::uint32_t list = 0;   // of the planes, in the program's lists
};

// Fails unless the operand is a vector of four 32-bit integers.
BallotList add_ballot_operand(Lowering& lowering, Id ballot);

// Binds the result to a plane for each word that has bits for invocations; the other words are 0.
// Returns the planes that the instruction must fill. Fails unless
// the result type is a vector of four 32-bit integers.
std::vector<Slot> define_ballot(Lowering& lowering, const Instruction& instruction);

}  // namespace internal

// LaneMask ballot(const Tangle&, const LaneMask& predicate)
template <class G>
struct BallotOfPredicate {
  using Grammar = G;

  static constexpr unsigned predicate_place = internal::place<G>(G::predicate);

  static LaneMask ballot(const Tangle& tangle, const LaneMask& predicate) {
    return predicate & tangle.lanes;
  }

  // Writes word number `extra`. The bits of lanes with an indeterminate predicate are
  // indeterminate.
  template <class Self>
  struct Kernel {
    [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Op& op) {
      const Slot predicate = op.operand[predicate_place];
      const LaneMask bits = Self::ballot(tangle_of(subgroup), subgroup.truth(predicate));
      fill(subgroup, op.result, ballot_word(bits, op.extra));
      const PlaneHeader& header = subgroup.header(predicate);
      const auto reached = [&](const LaneMask& lanes) {
        return lanes_if(ballot_word(lanes & subgroup.active, op.extra) != 0);
      };
      subgroup.header(op.result) = {reached(header.undefined),
                                    reached(header.implementation_dependent)};
      if (is_indeterminate(subgroup.header(op.result))) [[unlikely]]
        note_indeterminate_bits(subgroup, op);
    }

    [[gnu::cold, gnu::noinline]] static void note_indeterminate_bits(Subgroup& subgroup,
                                                                     const Op& op) {
      const LaneMask indeterminate =
          indeterminate_lanes(subgroup.header(op.operand[predicate_place]));
      const std::uint32_t bits = ballot_word(indeterminate & subgroup.active, op.extra);
      subgroup.active.for_each([&](unsigned lane) {
        set_indeterminate_bits<std::uint32_t>(subgroup, op.result, lane, bits);
      });
    }
  };

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    if constexpr (requires { G::execution; }) {
      internal::require_subgroup_scope(lowering, instruction, G::execution);
    }
    const Slot predicate = lowering.slot(instruction.id(G::predicate));
    const std::vector<Slot> words = internal::define_ballot(lowering, instruction);
    for (std::uint32_t word = 0; word < words.size(); ++word) {
      internal::emit_placed(lowering, Multiversion<Kernel<Self>>::pick(), words[word],
                            {{predicate_place, predicate}}, word);
    }
  }
};

}  // namespace spirv_oracle
