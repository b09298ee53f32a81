// Denormalized floats, by their bits, so that the host's own mode does not matter.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace spirv_oracle {

// The bits of a float, in which a denormal becomes a zero of the same sign.
template <class Bits>
[[gnu::always_inline]] constexpr Bits flush_denormal_bits(Bits bits) {
  constexpr unsigned fraction_bits = sizeof(Bits) == 2 ? 10 : sizeof(Bits) == 4 ? 23 : 52;
  constexpr Bits fraction = static_cast<Bits>((Bits{1} << fraction_bits) - 1);
  constexpr Bits sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
  const bool normal = static_cast<Bits>(bits & static_cast<Bits>(~sign)) > fraction;
  return normal ? bits : static_cast<Bits>(bits & sign);
}

}  // namespace spirv_oracle
