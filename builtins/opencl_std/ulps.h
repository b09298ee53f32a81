// "ULP Values for Math Instructions - Full Profile" of OpenCL: the error bounds in ULP.
#pragma once

#include "interpreter/kernels/number_format.h"

namespace spirv_oracle::opencl_std {

struct Ulps {
  Real for_64, for_32, for_16;

  constexpr Real of(const NumberFormat& format) const {
    if (format.digits == binary16.digits) return for_16;
    return format.digits == binary32.digits ? for_32 : for_64;
  }
};

namespace ulps_of {
inline constexpr Ulps acos{4, 4, 2};
inline constexpr Ulps acosh{4, 4, 2};
inline constexpr Ulps acospi{5, 5, 2};
inline constexpr Ulps asin{4, 4, 2};
inline constexpr Ulps asinh{4, 4, 2};
inline constexpr Ulps asinpi{5, 5, 2};
inline constexpr Ulps atan{5, 5, 2};
inline constexpr Ulps atan2{6, 6, 2};
inline constexpr Ulps atan2pi{6, 6, 2};
inline constexpr Ulps atanh{5, 5, 2};
inline constexpr Ulps atanpi{5, 5, 2};
inline constexpr Ulps cbrt{2, 2, 2};
inline constexpr Ulps cos{4, 4, 2};
inline constexpr Ulps cosh{4, 4, 2};
inline constexpr Ulps cospi{4, 4, 2};
inline constexpr Ulps erf{16, 16, 4};
inline constexpr Ulps erfc{16, 16, 4};
inline constexpr Ulps exp{3, 3, 2};
inline constexpr Ulps exp10{3, 3, 2};
inline constexpr Ulps exp2{3, 3, 2};
inline constexpr Ulps expm1{3, 3, 2};
inline constexpr Ulps hypot{4, 4, 2};
inline constexpr Ulps lgamma{16, 16, 4};
inline constexpr Ulps log{3, 3, 2};
inline constexpr Ulps log10{3, 3, 2};
inline constexpr Ulps log1p{2, 2, 2};
inline constexpr Ulps log2{3, 3, 2};
inline constexpr Ulps pow{16, 16, 4};
inline constexpr Ulps pown{16, 16, 4};
inline constexpr Ulps powr{16, 16, 4};
inline constexpr Ulps rootn{16, 16, 4};
inline constexpr Ulps rsqrt{2, 2, 1};
inline constexpr Ulps sin{4, 4, 2};
inline constexpr Ulps sinh{4, 4, 2};
inline constexpr Ulps sinpi{4, 4, 2};
inline constexpr Ulps tan{5, 5, 2.5L};
inline constexpr Ulps tanh{5, 5, 2};
inline constexpr Ulps tanpi{6, 6, 2};
inline constexpr Ulps tgamma{16, 16, 4};
inline constexpr Ulps angle{2, 2, 2};  // degrees, radians
// Correctly rounded in 64 bits.
inline constexpr Ulps sqrt{0, 3, 1.5L};
inline constexpr Ulps correct{0.5L, 0.5L, 0.5L};
// For half_ instructions, and some fast_ ones.
inline constexpr Ulps fast{8192, 8192, 8192};
}  // namespace ulps_of

}  // namespace spirv_oracle::opencl_std
