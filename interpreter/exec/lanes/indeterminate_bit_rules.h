// Rules for single bits: how an instruction that moves or combines bits computes which bits of its result are
// indeterminate (undefined or implementation-dependent) from the indeterminate bits of its operands.
//
// "Each consumption of Result <id> yields an arbitrary, possibly different bit pattern" (OpUndef): a bit of
// the result is indeterminate unless it is the same for all patterns of the indeterminate bits. A rule is
// declared beside `component` and may return too many bits, but never too few:
//
//   template <class T>
//   static T indeterminate_bits(PartlyIndeterminate<T> operand_1, PartlyIndeterminate<T> operand_2);
//
// It is called only for active lanes in which an operand is indeterminate. Without a rule, one indeterminate
// bit of an operand makes the whole result indeterminate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/findings/clause.h"

namespace spirv_oracle {

template <std::size_t Bytes>
using UnsignedOfSize = std::conditional_t<
    Bytes == 1, std::uint8_t,
    std::conditional_t<Bytes == 2, std::uint16_t,
                       std::conditional_t<Bytes == 4, std::uint32_t, std::uint64_t>>>;

// The type of a mask of the bits of a component stored as T: T itself for integers and Booleans.
template <class T>
using BitMaskOf = std::conditional_t<std::is_integral_v<T>, T, UnsignedOfSize<sizeof(T)>>;

// A component in one lane. The bits of `value` are meaningless where those of `indeterminate` are
// set.
template <class T>
struct PartlyIndeterminate {
  T value{};
  BitMaskOf<T> indeterminate{};
};

template <class T>
constexpr BitMaskOf<T> all_indeterminate = std::is_same_v<T, bool>
                                               ? BitMaskOf<T>{1}
                                               : static_cast<BitMaskOf<T>>(IndeterminateBits::all);

// Whether a plane is indeterminate in any lane, active or not.
[[gnu::always_inline]] inline bool is_indeterminate(const PlaneHeader& header) {
  if constexpr (!follows_definedness) return false;
  return (header.undefined.words[0] | header.undefined.words[1] |
          header.implementation_dependent.words[0] | header.implementation_dependent.words[1]) != 0;
}

[[gnu::always_inline]] inline LaneMask indeterminate_lanes(const PlaneHeader& header) {
  return header.undefined | header.implementation_dependent;
}

template <class T>
PartlyIndeterminate<T> partly_indeterminate(const Subgroup& subgroup, Slot slot, unsigned lane) {
  PartlyIndeterminate<T> component;
  if constexpr (std::is_same_v<T, bool>) {
    component.value = subgroup.truth(slot).test(lane);
  } else {
    component.value = subgroup.values<T>(slot)[lane];
  }
  if (indeterminate_lanes(subgroup.header(slot)).test(lane)) {
    component.indeterminate =
        std::is_same_v<T, bool>
            ? all_indeterminate<T>
            : static_cast<BitMaskOf<T>>(subgroup.indeterminate_bits.of(slot, lane));
  }
  return component;
}

// Sets the indeterminate bits of a component whose header already says that it is indeterminate.
template <class T>
void set_indeterminate_bits(Subgroup& subgroup, Slot slot, unsigned lane, BitMaskOf<T> bits) {
  if (bits == BitMaskOf<T>{0}) {
    subgroup.header(slot).undefined.reset(lane);
    subgroup.header(slot).implementation_dependent.reset(lane);
  } else if (bits == all_indeterminate<T>) {
    subgroup.indeterminate_bits.set_all(slot, lane);
  } else {
    subgroup.indeterminate_bits.set(slot, lane, static_cast<UnsignedOfSize<sizeof(bits)>>(bits));
  }
}

// For copies: gives `result`, whose header has been copied, the indeterminate bits of `source` in
// these lanes.
void copy_indeterminate_bits(Subgroup& subgroup, Slot result, Slot source, const LaneMask& lanes);

// Whether an instruction has a rule for single bits.
template <class Self, class... In>
inline constexpr bool follows_bits = requires {
  Self::indeterminate_bits(std::declval<PartlyIndeterminate<In>>()...);
};
// Whether undefined operands may break one of its clauses: `may_break(PartlyIndeterminate<T>...)`
// returns that clause, or null.
template <class Self, class... In>
inline constexpr bool may_break = requires {
  Self::may_break(std::declval<PartlyIndeterminate<In>>()...);
};

// The operands that the conditions of an instruction's clauses concern, as bits: all, or `static
// constexpr unsigned condition_operands`.
template <class Self>
inline constexpr unsigned condition_operands = ~0u;
template <class Self>
requires requires { Self::condition_operands; }
inline constexpr unsigned condition_operands<Self> = Self::condition_operands;

// Applies the rules of `Self` to the active lanes with an indeterminate operand, after the header
// of the result became the union of those of the operands.
template <class Self, class Out, class... In>
struct IndeterminateLanes {
  template <std::size_t... I>
  static void look(Subgroup& subgroup, const Record& record) {
    const LaneMask indeterminate =
        indeterminate_lanes(subgroup.header(record.result)) & subgroup.active;
    if constexpr (may_break<Self, In...>) {
      BrokenClauses broken;
      const LaneMask undefined = subgroup.header(record.result).undefined & indeterminate;
      undefined.for_each([&](unsigned lane) {
        const Clause* clause =
            Self::may_break(partly_indeterminate<In>(subgroup, record.operand[I], lane)...);
        if (clause != nullptr) broken.add(*clause, lane);
      });
      broken.report(subgroup, record);
    }
    if constexpr (follows_bits<Self, In...>) {
      indeterminate.for_each([&](unsigned lane) {
        set_indeterminate_bits<Out>(subgroup, record.result, lane,
                                    Self::indeterminate_bits(partly_indeterminate<In>(
                                        subgroup, record.operand[I], lane)...));
      });
    }
  }
};

}  // namespace spirv_oracle
