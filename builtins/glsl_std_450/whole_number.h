// Rounds to whole numbers, independent of the host's rounding mode.
#pragma once

#include <cmath>

#include "builtins/glsl_std_450/instruction.h"

namespace spirv_oracle::glsl_std_450 {

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

}  // namespace spirv_oracle::glsl_std_450
