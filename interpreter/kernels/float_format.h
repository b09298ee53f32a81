// The parts of floats, by storage type.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "interpreter/kernels/float16.h"
#include "interpreter/kernels/special_bits.h"

namespace spirv_oracle {

template <class Storage>
struct FloatFormat;

template <class Storage, class BitsType>
struct FloatFormatOf {
  using Bits = BitsType;
  static constexpr int width = 8 * sizeof(Bits);
  static constexpr int fraction_bits = significand_width<Bits>;
  static constexpr int precision = fraction_bits + 1;
  static constexpr int bias = (1 << (width - fraction_bits - 2)) - 1;
  static constexpr int max_exponent = bias;      // of the largest finite value
  static constexpr int min_exponent = 1 - bias;  // of the smallest normal value
  static constexpr Bits sign_mask = float_sign<Bits>;
  static constexpr Bits fraction_mask = Bits((Bits{1} << fraction_bits) - 1);
  static constexpr Bits magnitude_mask = magnitude_bits<Bits>;
  static constexpr Bits infinity = infinity_bits<Bits>;

  [[gnu::always_inline]] static constexpr Bits bits(Storage value) {
    if constexpr (requires { value.bits; }) {
      return value.bits;  // this vectorizes, unlike a cast of the struct
    } else {
      return std::bit_cast<Bits>(value);
    }
  }
  static constexpr bool is_negative(Storage value) { return (bits(value) & sign_mask) != 0; }
  static constexpr bool is_nan(Storage value) {
    return Bits(bits(value) & magnitude_mask) > infinity;
  }
  static constexpr bool is_infinite(Storage value) {
    return Bits(bits(value) & magnitude_mask) == infinity;
  }
  static constexpr bool is_zero(Storage value) { return (bits(value) & magnitude_mask) == 0; }
  static constexpr bool is_denormal(Storage value) {
    return !is_zero(value) && Bits(bits(value) & magnitude_mask) <= fraction_mask;
  }
  // The parts of a finite nonzero value: odd * 2^quantum with an odd integer; or, for a normal
  // number, a number in [2^exponent, 2^(exponent + 1)).
  static constexpr int biased_exponent(Storage value) {
    return static_cast<int>((bits(value) & infinity) >> fraction_bits);
  }
  static constexpr std::uint64_t significand(Storage value) {
    const std::uint64_t fraction = bits(value) & fraction_mask;
    return biased_exponent(value) == 0 ? fraction : fraction | std::uint64_t{1} << fraction_bits;
  }
  static constexpr int exponent(Storage value) {
    const int biased = biased_exponent(value);
    return (biased == 0 ? 1 : biased) - bias;
  }
  static constexpr int quantum(Storage value) {
    return exponent(value) - fraction_bits + std::countr_zero(significand(value));
  }
  static constexpr std::uint64_t odd_part(Storage value) {
    const std::uint64_t all = significand(value);
    return all >> std::countr_zero(all);
  }
};

template <>
struct FloatFormat<Float16> : FloatFormatOf<Float16, std::uint16_t> {};
template <>
struct FloatFormat<Float16TowardZero> : FloatFormatOf<Float16TowardZero, std::uint16_t> {};
template <>
struct FloatFormat<float> : FloatFormatOf<float, std::uint32_t> {};
template <>
struct FloatFormat<double> : FloatFormatOf<double, std::uint64_t> {};

// Calls action(count, first_lane) for parts of the lanes 0 to count - 1. Most parts have 32 lanes,
// which are then constants for the compiler.
template <class Action>
[[gnu::always_inline]] inline void for_each_lane(unsigned count, Action&& action) {
  if (count % 32 != 0) return action(count, 0u);
  for (unsigned lane = 0; lane < count; lane += 32) {
    action(std::integral_constant<unsigned, 32>{}, lane);
  }
}

// The bits of the largest magnitude. NaNs count as larger than infinities.
template <class T>
[[gnu::always_inline]] inline typename FloatFormat<T>::Bits largest_magnitude(const T* values,
                                                                              unsigned count) {
  using Bits = typename FloatFormat<T>::Bits;
  using Signed = std::make_signed_t<Bits>;
  Signed largest = 0;
  for_each_lane(
      count, [&](auto chunk, unsigned lane) __attribute__((always_inline)) {
        Signed in_chunk = 0;
        for (unsigned i = 0; i < chunk; ++i) {
          const Bits bits = FloatFormat<T>::bits(values[lane + i]) & FloatFormat<T>::magnitude_mask;
          in_chunk = std::max(in_chunk, static_cast<Signed>(bits));
        }
        largest = std::max(largest, in_chunk);
      });
  return static_cast<Bits>(largest);
}

// Whether all are normal numbers: not 0, denormal, infinite or NaN.
template <class T>
[[gnu::always_inline]] inline bool all_normal(const T* values, unsigned count) {
  using Format = FloatFormat<T>;
  using Bits = typename Format::Bits;
  constexpr Bits lowest = Bits{1} << Format::fraction_bits, highest = Format::infinity - 1;
  Bits outside = 0;  // the sign bit
  for_each_lane(
      count, [&](auto chunk, unsigned lane) __attribute__((always_inline)) {
        Bits in_chunk = 0;
        for (unsigned i = 0; i < chunk; ++i) {
          const Bits bits = Format::bits(values[lane + i]) & Format::magnitude_mask;
          in_chunk |= static_cast<Bits>(bits - lowest) | static_cast<Bits>(highest - bits);
        }
        outside |= in_chunk;
      });
  return (outside & Format::sign_mask) == 0;
}

// Whether there is a -0.
template <class T>
[[gnu::always_inline]] inline bool has_minus_zero(const T* values, unsigned count) {
  using Bits = typename FloatFormat<T>::Bits;
  using Signed = std::make_signed_t<Bits>;
  Signed least = 0;  // -0 has the least bits of all
  for_each_lane(
      count, [&](auto chunk, unsigned lane) __attribute__((always_inline)) {
        Signed in_chunk = 0;
        for (unsigned i = 0; i < chunk; ++i) {
          in_chunk =
              std::min(in_chunk, static_cast<Signed>(FloatFormat<T>::bits(values[lane + i])));
        }
        least = std::min(least, in_chunk);
      });
  return static_cast<Bits>(least) == FloatFormat<T>::sign_mask;
}

}  // namespace spirv_oracle
