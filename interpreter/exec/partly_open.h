// Rules for single bits: how an instruction that moves or combines bits says which bits of its result
// are open (undefined or implementation-dependent) where operands are open in some of theirs.
//
// "Each consumption of Result <id> yields an arbitrary, possibly different bit pattern" (OpUndef): a
// bit of the result is open unless it is the same for all patterns of the open bits. A rule stands
// beside `component` and may err on the side of open:
//
//   template <class T>
//   static T open_bits(PartlyOpen<T> operand_1, PartlyOpen<T> operand_2);
//
// It is asked only for active lanes in which an operand is open. What has no rule takes a partly open
// operand for an open one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "interpreter/exec/report.h"
#include "interpreter/exec/subgroup.h"
#include "interpreter/findings/clause.h"

namespace spirv_oracle {

template <std::size_t Bytes>
using UnsignedOfSize = std::conditional_t<
    Bytes == 1, std::uint8_t,
    std::conditional_t<Bytes == 2, std::uint16_t,
                       std::conditional_t<Bytes == 4, std::uint32_t, std::uint64_t>>>;

// What holds the open bits of a component stored as T: T itself for integers and Booleans.
template <class T>
using OpenOf = std::conditional_t<std::is_integral_v<T>, T, UnsignedOfSize<sizeof(T)>>;

// A component in one lane. The bits of `value` are right where those of `open` are not set.
template <class T>
struct PartlyOpen {
  T value{};
  OpenOf<T> open{};
};

template <class T>
constexpr OpenOf<T> all_open = std::is_same_v<T, bool> ? OpenOf<T>{1}
                                                       : static_cast<OpenOf<T>>(OpenBits::all);

// Whether a plane is open in any lane, active or not.
[[gnu::always_inline]] inline bool is_open(const PlaneHeader& header) {
  if constexpr (!follows_definedness) return false;
  return (header.undefined.words[0] | header.undefined.words[1] |
          header.implementation_dependent.words[0] | header.implementation_dependent.words[1]) != 0;
}

[[gnu::always_inline]] inline LaneMask open_lanes(const PlaneHeader& header) {
  return header.undefined | header.implementation_dependent;
}

template <class T>
PartlyOpen<T> partly_open(const Subgroup& subgroup, Slot slot, unsigned lane) {
  PartlyOpen<T> component;
  if constexpr (std::is_same_v<T, bool>) {
    component.value = subgroup.truth(slot).test(lane);
  } else {
    component.value = subgroup.values<T>(slot)[lane];
  }
  if (open_lanes(subgroup.header(slot)).test(lane)) {
    component.open = std::is_same_v<T, bool>
                         ? all_open<T>
                         : static_cast<OpenOf<T>>(subgroup.open_bits.of(slot, lane));
  }
  return component;
}

// Makes these the open bits of a component whose header says already that it is open.
template <class T>
void set_open_bits(Subgroup& subgroup, Slot slot, unsigned lane, OpenOf<T> bits) {
  if (bits == OpenOf<T>{0}) {
    subgroup.header(slot).undefined.reset(lane);
    subgroup.header(slot).implementation_dependent.reset(lane);
  } else if (bits == all_open<T>) {
    subgroup.open_bits.set_all(slot, lane);
  } else {
    subgroup.open_bits.set(slot, lane, static_cast<UnsignedOfSize<sizeof(bits)>>(bits));
  }
}

// For copies: what is open of `source` in these lanes is open of `result`, whose header has been copied.
void copy_open_bits(Subgroup& subgroup, Slot result, Slot source, const LaneMask& lanes);

// Whether an instruction has a rule for single bits.
template <class Self, class... In>
inline constexpr bool follows_bits = requires {
  Self::open_bits(std::declval<PartlyOpen<In>>()...);
};
// Whether undefined operands may break one of its clauses: `may_break(PartlyOpen<T>...)` gives the
// clause that says so, or null.
template <class Self, class... In>
inline constexpr bool may_break = requires {
  Self::may_break(std::declval<PartlyOpen<In>>()...);
};

// The operands that the conditions of an instruction's clauses are about, as bits: all, or
// `static constexpr unsigned condition_operands`.
template <class Self>
inline constexpr unsigned condition_operands = ~0u;
template <class Self>
requires requires { Self::condition_operands; }
inline constexpr unsigned condition_operands<Self> = Self::condition_operands;

// What `Self` says of the active lanes with an open operand, after the header of its result became the
// union of those of its operands.
template <class Self, class Out, class... In>
struct OpenLanes {
  template <std::size_t... I>
  static void look(Subgroup& subgroup, const Op& op) {
    const LaneMask open = open_lanes(subgroup.header(op.result)) & subgroup.active;
    if constexpr (may_break<Self, In...>) {
      BrokenClauses broken;
      const LaneMask undefined = subgroup.header(op.result).undefined & open;
      undefined.for_each([&](unsigned lane) {
        const Clause* clause = Self::may_break(partly_open<In>(subgroup, op.operand[I], lane)...);
        if (clause != nullptr) broken.add(*clause, lane);
      });
      broken.report(subgroup, op);
    }
    if constexpr (follows_bits<Self, In...>) {
      open.for_each([&](unsigned lane) {
        set_open_bits<Out>(subgroup, op.result, lane,
                           Self::open_bits(partly_open<In>(subgroup, op.operand[I], lane)...));
      });
    }
  }
};

}  // namespace spirv_oracle
