// Functions of floats that work on their bits or are exact, and so do not depend on the host's rounding mode.
#pragma once

#include <bit>
#include <cmath>

#include "interpreter/exec/lanes/indeterminate_bit_rules.h"
#include "interpreter/kernels/special_bits.h"

namespace spirv_oracle::extended {

template <class T>
constexpr bool is_nan(T x) {
  return x != x;
}

// The encoding of x.
template <class T>
constexpr UnsignedOfSize<sizeof(T)> bits_of(T x) {
  return std::bit_cast<UnsignedOfSize<sizeof(T)>>(x);
}

// x with a clear sign bit, also of NaNs.
template <class T>
constexpr T absolute(T x) {
  using Bits = UnsignedOfSize<sizeof(T)>;
  return std::bit_cast<T>(static_cast<Bits>(bits_of(x) & magnitude_bits<Bits>));
}

// `magnitude` with the sign bit of `sign`, also of NaNs and zeros.
template <class T>
constexpr T with_sign_of(T magnitude, T sign) {
  using Bits = UnsignedOfSize<sizeof(T)>;
  return std::bit_cast<T>(static_cast<Bits>((bits_of(magnitude) & magnitude_bits<Bits>) |
                                            (bits_of(sign) & float_sign<Bits>)));
}

// A fraction of 0.5 rounds to the even neighbor. The difference from the whole number below the
// magnitude is exact; the difference from the one below x is not.
template <class T>
T round_even(T x) {
  const T magnitude = absolute(x);
  const T whole = std::trunc(magnitude);
  const T fraction = magnitude - whole;
  const bool odd = std::trunc(whole * T(0.5)) != whole * T(0.5);
  const T half_goes_up = odd ? T(1) : T(0);
  const T up = fraction > T(0.5) ? T(1) : fraction == T(0.5) ? half_goes_up : T(0);
  return with_sign_of(whole + up, x);
}

// Whether x lies halfway between two whole numbers.
template <class T>
bool is_halfway(T x) {
  const T magnitude = absolute(x);
  return magnitude - std::trunc(magnitude) == T(0.5);
}

}  // namespace spirv_oracle::extended
