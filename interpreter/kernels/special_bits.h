// The parts of a float of 16, 32 or 64 bits, and its zeros, denormals and NaNs: by bits, independent of the mode of the host.
#pragma once

namespace spirv_oracle {

constexpr unsigned significand_width_of(unsigned bytes) {
  return bytes == 2 ? 10 : bytes == 4 ? 23 : 52;
}
template <class Bits>
inline constexpr unsigned significand_width = significand_width_of(sizeof(Bits));
template <class Bits>
inline constexpr Bits float_sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
// Set in a quiet NaN, clear in a signaling one.
template <class Bits>
inline constexpr Bits quiet_bit = static_cast<Bits>(Bits{1} << (significand_width<Bits> - 1));
template <class Bits>
inline constexpr Bits magnitude_bits = static_cast<Bits>(~float_sign<Bits>);
template <class Bits>
inline constexpr Bits infinity_bits =
    static_cast<Bits>(magnitude_bits<Bits> >> significand_width<Bits> << significand_width<Bits>);

template <class Bits>
constexpr bool is_nan_bits(Bits bits) {
  return static_cast<Bits>(bits & magnitude_bits<Bits>) > infinity_bits<Bits>;
}
template <class Bits>
constexpr bool is_zero_bits(Bits bits) {
  return static_cast<Bits>(bits & magnitude_bits<Bits>) == 0;
}

// Between the denormals and the infinities.
template <class Bits>
constexpr bool is_normal_bits(Bits bits) {
  const auto magnitude = static_cast<Bits>(bits & magnitude_bits<Bits>);
  return magnitude >> significand_width<Bits> != 0 && magnitude < infinity_bits<Bits>;
}

// A denormal becomes a zero of its sign.
template <class Bits>
[[gnu::always_inline]] constexpr Bits flush_denormal_bits(Bits bits) {
  constexpr auto fraction = static_cast<Bits>((Bits{1} << significand_width<Bits>)-1);
  const bool normal = static_cast<Bits>(bits & magnitude_bits<Bits>) > fraction;
  return normal ? bits : static_cast<Bits>(bits & float_sign<Bits>);
}

// Changes only NaNs: gives them another sign and payload, and makes them quiet.
template <class Bits>
constexpr Bits with_other_nan_bits(Bits bits) {
  if (!is_nan_bits(bits)) return bits;
  constexpr auto other = static_cast<Bits>(float_sign<Bits> | (quiet_bit<Bits> - 1));
  return static_cast<Bits>((bits ^ other) | quiet_bit<Bits>);
}

}  // namespace spirv_oracle
