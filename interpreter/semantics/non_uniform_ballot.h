// Ballots: sets of lanes as vectors of four 32-bit words.
#pragma once

#include <vector>

#include "interpreter/semantics/non_uniform.h"

namespace spirv_oracle {

// The words that hold a bit for each invocation of the subgroup.
constexpr unsigned ballot_words(unsigned subgroup_size) { return (subgroup_size + 31) / 32; }

constexpr std::uint32_t ballot_word(const LaneMask& lanes, unsigned word) {
  return static_cast<std::uint32_t>(lanes.words[word / 2] >> (32 * (word % 2)));
}

// A ballot operand: its planes as a record's list names them.
struct BallotOperand {
  const Subgroup& subgroup;
  const std::uint32_t* slots;

  LaneMask operator[](unsigned lane) const {
    LaneMask bits;
    for (unsigned word = 0; word < 4; ++word) {
      bits.words[word / 2] |= std::uint64_t{subgroup.values<std::uint32_t>(slots[word])[lane]}
                              << (32 * (word % 2));
    }
    return bits;
  }
  // The bits that are open for a lane.
  LaneMask open_bits(unsigned lane) const {
    LaneMask bits;
    for (unsigned word = 0; word < 4; ++word) {
      bits.words[word / 2] |=
          std::uint64_t{partly_open<std::uint32_t>(subgroup, slots[word], lane).open}
          << (32 * (word % 2));
    }
    return bits;
  }
  const PlaneHeader& header(unsigned word) const { return subgroup.header(slots[word]); }
  PlaneHeader header_of_words(unsigned count) const {
    PlaneHeader header;
    for (unsigned word = 0; word < count; ++word) header = header | this->header(word);
    return header;
  }
};

namespace internal {

struct BallotList {
  Slot first_word = no_slot;
  std::uint32_t list = 0;  // of the planes, in the program's lists
};

// Fails the lowering if the operand is no vector of four 32-bit integers.
BallotList add_ballot_operand(Lowering& lowering, Id ballot);

// Binds the result to a plane for each word that has bits for invocations; the other words are 0.
// Returns the planes that the instruction fills; none, and a failed lowering, if the result type is
// no vector of four 32-bit integers.
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

  // Writes the word number `extra`, in which the bits of lanes are open whose predicate is.
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
      if (is_open(subgroup.header(op.result))) [[unlikely]]
        note_open_bits(subgroup, op);
    }

    [[gnu::cold, gnu::noinline]] static void note_open_bits(Subgroup& subgroup, const Op& op) {
      const LaneMask open = open_lanes(subgroup.header(op.operand[predicate_place]));
      const std::uint32_t bits = ballot_word(open & subgroup.active, op.extra);
      subgroup.active.for_each(
          [&](unsigned lane) { set_open_bits<std::uint32_t>(subgroup, op.result, lane, bits); });
    }
  };

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    if constexpr (requires { G::execution; }) {
      if (!internal::has_subgroup_scope(lowering, instruction, G::execution)) return;
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
