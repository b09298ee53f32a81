// Powers of two, for the rounding of numbers.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "interpreter/kernels/number_format.h"

namespace spirv_oracle {

// 2^n. For the exponents of doubles, it does not take the time of std::ldexp.
inline Real power_of_two(int n) {
  constexpr int least = -1022, greatest = 1023, digits = 52;
  if (n < least || n > greatest) [[unlikely]]
    return std::ldexp(Real{1}, n);
  return static_cast<Real>(
      std::bit_cast<double>(static_cast<std::uint64_t>(n + greatest) << digits));
}

}  // namespace spirv_oracle
