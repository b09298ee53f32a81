// 16-bit floating-point components.
#pragma once

#include <cmath>
#include <cstdint>

#include <half.hpp>

namespace spirv_oracle {

// Storage of a 16-bit float; arithmetic happens in a wider type (see ComputeType).
struct Float16 {
  std::uint16_t bits = 0;
};

// The same, where an execution mode asks for rounding toward zero.
struct Float16TowardZero {
  std::uint16_t bits = 0;
};

[[gnu::always_inline]] inline float to_float(Float16 value) {
  return half_float::detail::half2float<float>(value.bits);
}

// Rounds to nearest even.
template <class T>
[[gnu::always_inline]] inline Float16 to_float16(T value) {
  return {static_cast<std::uint16_t>(half_float::detail::float2half<std::round_to_nearest>(value))};
}
template <class T>
[[gnu::always_inline]] inline Float16TowardZero to_float16_toward_zero(T value) {
  return {
      static_cast<std::uint16_t>(half_float::detail::float2half<std::round_toward_zero>(value))};
}

// A number of 16 bits, as a float; what is too small for a normal one becomes zero.
inline float quantize_to_f16(float value) {
  constexpr float smallest_normal = 6.103515625e-05f;
  if (std::isnan(value)) return value;
  const float rounded = to_float(to_float16(value));
  return std::fabs(rounded) < smallest_normal ? std::copysign(0.0f, value) : rounded;
}

}  // namespace spirv_oracle
