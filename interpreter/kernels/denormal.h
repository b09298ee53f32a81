// Denormalized floats, by their bits: the host's own mode need not be set.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace spirv_oracle {

// Bits of a float; a denormal becomes a zero of its sign.
template <class Bits>
[[gnu::always_inline]] constexpr Bits flush_denormal_bits(Bits bits) {
  constexpr unsigned fraction_bits = sizeof(Bits) == 2 ? 10 : sizeof(Bits) == 4 ? 23 : 52;
  constexpr Bits fraction = static_cast<Bits>((Bits{1} << fraction_bits) - 1);
  constexpr Bits sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
  const bool normal = static_cast<Bits>(bits & static_cast<Bits>(~sign)) > fraction;
  return normal ? bits : static_cast<Bits>(bits & sign);
}

}  // namespace spirv_oracle
