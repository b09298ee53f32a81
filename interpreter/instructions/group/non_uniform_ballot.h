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

// LaneMask ballot(const Tangle&, const LaneMask& predicate). `function`: what the source calls it.
template <class G>
struct BallotOfPredicate {
  using Grammar = G;

  template <class Self>
  static constexpr LaneExchange exchange() {
    return {.kind = LaneExchange::Kind::predicate, .value = G::predicate, .name = Self::function};
  }

  static constexpr unsigned predicate_place = internal::place<G>(G::predicate);

  static LaneMask ballot(const Tangle& tangle, const LaneMask& predicate) {
    return predicate & tangle.lanes;
  }

  // Writes word number `extra`. The bits of lanes with an indeterminate predicate are
  // indeterminate.
  template <class Self>
  struct Kernel {
    [[gnu::always_inline]] static inline void run(Subgroup& subgroup, const Record& record) {
      const Slot predicate = record.operand[predicate_place];
      const LaneMask bits = Self::ballot(tangle_of(subgroup), subgroup.truth(predicate));
      fill(subgroup, record.result, ballot_word(bits, record.extra));
      const PlaneHeader& header = subgroup.header(predicate);
      const auto reached = [&](const LaneMask& lanes) {
        return lanes_if(ballot_word(lanes & subgroup.active, record.extra) != 0);
      };
      subgroup.header(record.result) = {reached(header.undefined),
                                        reached(header.implementation_dependent)};
      if (is_indeterminate(subgroup.header(record.result))) [[unlikely]]
        note_indeterminate_bits(subgroup, record);
    }

    [[gnu::cold, gnu::noinline]] static void note_indeterminate_bits(Subgroup& subgroup,
                                                                     const Record& record) {
      const LaneMask indeterminate =
          indeterminate_lanes(subgroup.header(record.operand[predicate_place]));
      const std::uint32_t bits = ballot_word(indeterminate & subgroup.active, record.extra);
      subgroup.active.for_each([&](unsigned lane) {
        set_indeterminate_bits<std::uint32_t>(subgroup, record.result, lane, bits);
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
