// Decodes and encodes single components.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "interpreter/images/texel_format.h"
#include "interpreter/kernels/float16.h"

namespace spirv_oracle {

// The number that represents 1 in a normalized component; exact.
inline float largest_normalized(const TexelComponent& component) {
  const unsigned bits =
      component.encoding == TexelEncoding::snorm ? component.bits - 1u : component.bits;
  return static_cast<float>((1u << bits) - 1);
}

// Rounds the quotient once. The lowest number of a signed component represents -1, like the next
// one.
template <class T>
[[gnu::always_inline]] inline float normalized_value(T bits, float largest) {
  const float value = static_cast<float>(bits) / largest;
  return std::is_signed_v<T> && value < -1 ? -1.0f : value;
}

// Small floats are the upper bits of a 16-bit float without its sign.
[[gnu::always_inline]] inline float small_float_value(std::uint32_t bits,
                                                      std::uint32_t fraction_bits) {
  return to_float(Float16{static_cast<std::uint16_t>(bits << (10 - fraction_bits))});
}

struct SmallFloat {
  std::uint32_t bits = 0;
  bool exact = true;  // or the only permitted result
};

// Rounds to nearest, ties to even. Negative numbers become 0. Numbers that are too large become the
// largest number.
inline SmallFloat to_small_float(float value, std::uint32_t fraction_bits) {
  const std::uint32_t exponent_mask = 31u << fraction_bits;
  if (std::isnan(value)) return {exponent_mask | 1u << (fraction_bits - 1), true};
  if (value <= 0) return {0, true};
  if (std::isinf(value)) return {exponent_mask, true};
  const std::uint32_t largest = exponent_mask - 1;
  const double largest_value = small_float_value(largest, fraction_bits);
  if (value >= largest_value) return {largest, value == largest_value};
  const int exponent = std::max(std::ilogb(value), -14);
  const double unit = std::ldexp(1.0, exponent - static_cast<int>(fraction_bits));
  const double steps = double{value} / unit;  // exact: a power of two
  const double nearest = std::nearbyint(steps);
  const double rounded = nearest * unit;
  std::uint32_t bits = 0;
  if (rounded < std::ldexp(1.0, -14)) {
    bits = static_cast<std::uint32_t>(nearest);
  } else {
    const int rounded_exponent = std::ilogb(rounded);
    const double fraction = std::ldexp(rounded, static_cast<int>(fraction_bits) - rounded_exponent);
    bits = static_cast<std::uint32_t>(rounded_exponent + 14) << fraction_bits;
    bits += static_cast<std::uint32_t>(fraction);
  }
  return {bits, nearest == steps};
}

// The sRGB transfer functions, for 8-bit components.
inline double srgb_decoded(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}
inline double srgb_encoded(double linear) {
  if (!(linear > 0)) return 0;
  if (linear >= 1) return 1;
  return linear < 0.0031308 ? linear * 12.92 : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}
inline float srgb_value(std::uint8_t bits) {
  return static_cast<float>(srgb_decoded(double{static_cast<float>(bits)} / 255));
}

}  // namespace spirv_oracle
