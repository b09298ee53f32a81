// The conversions of single components between the bits of a texel and values, for handlers (exec/lanes/component_handler.h).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/images/texel_value.h"
#include "interpreter/instructions/image/texel_conversion.h"

namespace spirv_oracle::texel_steps {

// --- from bits to values; the second operand is a constant of the format ---

struct NormalizedToFloat {
  template <class T>
  static float component(T bits, float largest) {
    return normalized_value(bits, largest);
  }
};
struct Float16ToFloat {
  static float component(float value) { return value; }
};
struct SmallFloatToFloat {
  static float component(std::uint32_t bits, std::uint32_t fraction_bits) {
    return small_float_value(bits, fraction_bits);
  }
};
struct SrgbToFloat {
  static float component(std::uint8_t bits) { return srgb_value(bits); }
};
template <class To>
struct IntegerTo {
  template <class From>
  static To component(From bits) {
    return static_cast<To>(bits);
  }
  template <class From>
  static To indeterminate_bits(PartlyIndeterminate<From> bits) {
    return static_cast<To>(bits.indeterminate);
  }
};

// Extracts bits of a word. `place` is the first bit plus, from bit 8 on, their number.
struct ExtractField {
  static std::uint32_t component(std::uint32_t word, std::uint32_t place) {
    return word >> (place & 31) & ((1u << (place >> 8)) - 1);
  }
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> word, PartlyIndeterminate<T> place) {
    return component(word.indeterminate, place.value);
  }
};
struct InsertField {
  static std::uint32_t component(std::uint32_t word, std::uint32_t bits, std::uint32_t place) {
    return word | (bits & ((1u << (place >> 8)) - 1)) << (place & 31);
  }
  template <class T>
  static T indeterminate_bits(PartlyIndeterminate<T> word, PartlyIndeterminate<T> bits,
                              PartlyIndeterminate<T> place) {
    return component(word.indeterminate, bits.indeterminate, place.value);
  }
};
// Extracts the field with sign extension.
struct ExtractSigned {
  static std::int32_t component(std::uint32_t word, std::uint32_t place) {
    const std::uint32_t unused = 32 - (place >> 8);
    return static_cast<std::int32_t>(ExtractField::component(word, place) << unused) >>
           static_cast<std::int32_t>(unused);
  }
};

// --- from values to bits ---

// Numbers below -1 become -1 in shaders, and the least integer of the type in kernels. Shaders: Vulkan, "Conversion From
// Floating-Point to Normalized Fixed-Point". Kernels: OpenCL, "Converting Floating-point Values to Normalized Integer
// Channel Data Types".
template <class To, bool InKernel>
struct FloatToNormalized {
  static Checked<To> component(float value, float largest) {
    if (!std::isfinite(value)) {
      const float bound = std::isnan(value) ? 0.0f : (value > 0 ? largest : lowest(largest));
      return {texel_clauses::not_a_number, static_cast<To>(bound)};
    }
    const double scaled =
        std::clamp(double{value} * largest, double{lowest(largest)}, double{largest});
    const double nearest = std::nearbyint(scaled);
    const auto bits = static_cast<To>(static_cast<std::int64_t>(nearest));
    if (is_certain(scaled, nearest)) return bits;
    return {texel_clauses::rounded, bits};
  }
  // OpenCL permits any result at most 0.6 from the exact one. Vulkan permits both neighbors of a number, but the number
  // itself if that is an integer; the number is a float.
  static bool is_certain(double scaled, double nearest) {
    if constexpr (InKernel) return std::abs(scaled - nearest) < 0.4;
    return static_cast<double>(static_cast<float>(scaled)) == nearest;
  }
  static float lowest(float largest) {
    return std::is_signed_v<To> ? -largest - (InKernel ? 1.0f : 0.0f) : 0.0f;
  }
};

struct FloatToFloat16 {
  static float component(float value) { return value; }
};

// In shaders: rounded to either neighbor (Vulkan, "Floating-Point Format Conversions").
struct ShaderFloatToFloat16 {
  static Checked<std::uint16_t> component(float value) {
    const Float16 half = to_float16(value);
    if (std::isnan(value) || to_float(half) == value) return half.bits;
    return {texel_clauses::half_rounded, half.bits};
  }
};

// In kernels: rounded to the nearest or toward zero, and denormals may become 0 ("Conversion Rules for Half Precision
// Floating-point Channel Data Type").
struct KernelFloatToFloat16 {
  static Checked<std::uint16_t> component(float value) {
    const Float16 half = to_float16(value);
    const std::uint16_t bits = half.bits;
    if (std::isnan(value)) return bits;
    const bool is_denormal = (bits & 0x7C00) == 0 && (bits & 0x3FF) != 0;
    if (is_denormal) return {texel_clauses::denormal, bits};
    if (to_float(half) != value) return {texel_clauses::half_rounded, bits};
    return bits;
  }
};

// In kernels: denormals may become 0 ("Conversion Rules for Floating-point Channel Data Type").
struct KernelFloat {
  static Checked<float> component(float value) {
    if (std::fpclassify(value) == FP_SUBNORMAL) return {texel_clauses::denormal, value};
    return value;
  }
};

struct FloatToSmallFloat {
  static Checked<std::uint32_t> component(float value, std::uint32_t fraction_bits) {
    const SmallFloat stored = to_small_float(value, fraction_bits);
    if (stored.exact) return stored.bits;
    return {texel_clauses::small_float_rounded, stored.bits};
  }
};

// In shaders, only the bounds are certain: the precision of the transfer function is not specified.
template <bool InKernel>
struct FloatToSrgb {
  static Checked<std::uint8_t> component(float value) {
    if (!std::isfinite(value)) return {texel_clauses::not_a_number, std::uint8_t{0}};
    const double scaled = srgb_encoded(value) * 255;
    const double nearest = std::nearbyint(scaled);
    const auto bits = static_cast<std::uint8_t>(nearest);
    const bool is_certain =
        InKernel ? std::abs(scaled - nearest) < 0.4 : scaled == 0 || scaled == 255;
    if (is_certain) return bits;
    return {texel_clauses::rounded, bits};
  }
};

// In kernels: the nearest integer of the type ("Conversion Rules for Signed and Unsigned Integer Channel Data
// Types"). `limits`: the number of bits; bit 8 is set for signed formats.
template <class To>
struct ToNearestInteger {
  static To component(std::uint32_t value, std::uint32_t limits) {
    const unsigned bits = limits & 0xFF;
    if ((limits & 0x100) == 0)
      return static_cast<To>(std::min<std::uint64_t>(value, (std::uint64_t{1} << bits) - 1));
    const std::int64_t most = (std::int64_t{1} << (bits - 1)) - 1;
    return static_cast<To>(
        std::clamp<std::int64_t>(static_cast<std::int32_t>(value), -most - 1, most));
  }
};

// `limits`: as above.
template <class To>
struct ToInteger {
  template <class From>
  static Checked<To> component(From value, std::uint32_t limits) {
    const unsigned bits = limits & 0xFF;
    const auto stored = static_cast<To>(value);
    bool fits = false;
    if ((limits & 0x100) != 0) {
      const auto number = static_cast<std::int64_t>(static_cast<std::make_signed_t<From>>(value));
      fits = bits == 64 ||
             (number >= -(std::int64_t{1} << (bits - 1)) && number < std::int64_t{1} << (bits - 1));
    } else {
      fits = bits == 64 || static_cast<std::uint64_t>(value) >> bits == 0;
    }
    if (!fits) return {texel_clauses::not_representable, stored};
    return stored;
  }
};

}  // namespace spirv_oracle::texel_steps
