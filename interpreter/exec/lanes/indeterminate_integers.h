// Rules for single bits of integer arithmetic (exec/lanes/indeterminate_bit_rules.h), from the least and the greatest value that an
// operand may have: `u % 4` and `min(u, 3)` have two indeterminate bits, whatever u is. They may return too many bits, never too few.
#pragma once

#include <bit>
#include <limits>
#include <type_traits>

#include "interpreter/exec/lanes/indeterminate_bit_rules.h"

namespace spirv_oracle {

template <class T>
struct IntegerRange {
  T least{}, greatest{};
};

// The values that a component has for all patterns of its indeterminate bits.
template <class T>
constexpr IntegerRange<T> range_of(PartlyIndeterminate<T> component) {
  const auto zeros = static_cast<T>(component.value & ~component.indeterminate);
  const auto ones = static_cast<T>(component.value | component.indeterminate);
  if constexpr (std::is_signed_v<T>) {
    // The sign bit counts negatively.
    const auto sign = static_cast<T>(component.indeterminate & std::numeric_limits<T>::min());
    return {static_cast<T>(zeros | sign), static_cast<T>(ones & ~sign)};
  }
  return {zeros, ones};
}

// The bits in which values of the range may differ: all from the highest one on in which its ends differ.
template <class T>
constexpr T differing_bits(IntegerRange<T> range) {
  using Bits = std::make_unsigned_t<T>;
  const auto ends =
      static_cast<Bits>(static_cast<Bits>(range.least) ^ static_cast<Bits>(range.greatest));
  if (ends == 0) return T{0};
  return static_cast<T>(static_cast<Bits>(static_cast<Bits>(~Bits{0}) >> std::countl_zero(ends)));
}

// Of an operation whose result grows with each of its operands.
template <class Self, class... T>
constexpr auto indeterminate_bits_if_monotonic(PartlyIndeterminate<T>... operands) {
  const auto least = Self::component(range_of(operands).least...);
  const auto greatest = Self::component(range_of(operands).greatest...);
  return differing_bits<std::remove_const_t<decltype(least)>>({least, greatest});
}

// Whether both answers to operand_1 < operand_2 are possible.
template <class T>
constexpr bool may_be_less_or_not(PartlyIndeterminate<T> operand_1,
                                  PartlyIndeterminate<T> operand_2) {
  const IntegerRange<T> range_1 = range_of(operand_1), range_2 = range_of(operand_2);
  return range_1.least < range_2.greatest && range_1.greatest >= range_2.least;
}

}  // namespace spirv_oracle
