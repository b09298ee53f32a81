// 16-bit floating-point components.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include <half.hpp>

namespace spirv_oracle {

// Storage of a 16-bit float; arithmetic happens in a wider type (see ComputeType).
struct Float16 {
  std::uint16_t bits = 0;
};

// Storage of a 16-bit float for which an execution mode requires rounding toward zero.
struct Float16TowardZero {
  std::uint16_t bits = 0;
};

// These two functions have no branches, so that loops over them vectorize.
[[gnu::always_inline]] inline float to_float(Float16 value) {
  const std::uint32_t magnitude = value.bits & 0x7FFFu;
  const std::uint32_t sign = (value.bits & 0x8000u) << 16;
  // The bits at their places, with an exponent that is too small by the difference of the biases.
  const float scaled = std::bit_cast<float>(magnitude << 13) * 0x1p112f;
  const std::uint32_t infinity_or_nan = magnitude >= 0x7C00 ? 0x7F800000u : 0u;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) | infinity_or_nan | sign);
}

// Rounds to nearest even.
[[gnu::always_inline]] inline Float16 to_float16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t magnitude = bits & 0x7FFFFFFFu;
  constexpr std::uint32_t bias_difference = 112u << 23;
  // Computes with integers, because the floating-point environment may round toward zero.
  const std::uint32_t significand = (magnitude & 0x7FFFFFu) | 0x800000u;
  const std::uint32_t shift = 126u - std::max(magnitude >> 23, 100u);
  const std::uint32_t below_half = (1u << ((shift - 1) & 31u)) - 1u;
  const std::uint32_t denormal =
      (significand + below_half + (significand >> (shift & 31u) & 1u)) >> (shift & 31u);
  const std::uint32_t rounded = magnitude + 0x0FFFu + (magnitude >> 13 & 1u);
  const std::uint32_t normal = (rounded - bias_difference) >> 13;
  const std::uint32_t nan = 0x7E00u | (magnitude >> 13 & 0x3FFu);
  // Selects with masks, because these choices become branches in some loops.
  const std::uint32_t is_small = 0u - std::uint32_t{magnitude < 0x38800000u};
  const std::uint32_t finite = std::min((denormal & is_small) | (normal & ~is_small), 0x7C00u);
  const std::uint32_t result = magnitude > 0x7F800000u ? nan : finite;
  return {static_cast<std::uint16_t>((bits >> 16 & 0x8000u) | result)};
}
template <class T>
[[gnu::always_inline]] inline Float16 to_float16(T value) {
  return {static_cast<std::uint16_t>(half_float::detail::float2half<std::round_to_nearest>(value))};
}
template <class T>
[[gnu::always_inline]] inline Float16TowardZero to_float16_toward_zero(T value) {
  return {
      static_cast<std::uint16_t>(half_float::detail::float2half<std::round_toward_zero>(value))};
}

// A 16-bit number as a float; numbers that are too small for a normal one become zero.
inline float quantize_to_f16(float value) {
  constexpr float smallest_normal = 6.103515625e-05f;
  if (std::isnan(value)) return value;
  const float rounded = to_float(to_float16(value));
  return std::fabs(rounded) < smallest_normal ? std::copysign(0.0f, value) : rounded;
}

}  // namespace spirv_oracle
