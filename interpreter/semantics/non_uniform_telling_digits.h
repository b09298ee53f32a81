// Quick proofs that the order of additions or multiplications may show, by the
// last digits of the values: what is usual where steps round is seen so at
// once. What they do not prove is left to non_uniform_float_order.h.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "interpreter/semantics/kernel.h"
#include "interpreter/semantics/non_uniform_few_orders.h"
#include "interpreter/semantics/non_uniform_float_format.h"

namespace spirv_oracle {

// The lanes, of the first eight, whose values have some of these bits.
template <class T>
[[gnu::always_inline]] inline std::uint32_t lanes_with(const T* values,
                                                       typename FloatFormat<T>::Bits digits) {
  using Bits = typename FloatFormat<T>::Bits;
  alignas(32) Bits flags[8];
  SPIRV_ORACLE_LANE_LOOP
  for (unsigned i = 0; i < 8; ++i) {
    const auto found = static_cast<Bits>(std::bit_cast<Bits>(values[i]) & digits);
    flags[i] = found != 0 ? static_cast<Bits>(~Bits{0}) : Bits{0};
  }
  return flags_to_bits(flags);
}

// Two normal numbers that have the last digit add up to twice the lesser one at least: that is one digit more than the
// format has.
struct TellingOfSums {
  // Of `lanes` among the first eight, more than are tried in all orders.
  template <class T>
  [[gnu::always_inline]] static bool in(const T* values, std::uint32_t lanes) {
    return std::popcount(lanes_with<T>(values, 1) & lanes) >= 2;
  }
};

// Two factors with more than half of the digits each have a product with more than all. Factors that are 1 or -1 do
// not count among those that are tried in all orders.
struct TellingOfProducts {
  template <class T>
  [[gnu::always_inline]] static bool in(const T* values, std::uint32_t lanes) {
    using Format = FloatFormat<T>;
    using Bits = typename Format::Bits;
    constexpr int more_than_half = (Format::precision + 1) / 2 + 1;
    constexpr auto last =
        static_cast<Bits>((Bits{1} << (Format::precision - more_than_half + 1)) - 1);
    constexpr auto one = static_cast<Bits>(Bits{Format::bias} << Format::fraction_bits);
    if (std::popcount(lanes_with<T>(values, last) & lanes) < 2) return false;
    alignas(32) Bits flags[8];
    SPIRV_ORACLE_LANE_LOOP
    for (unsigned i = 0; i < 8; ++i) {
      const auto magnitude =
          static_cast<Bits>(std::bit_cast<Bits>(values[i]) & Format::magnitude_mask);
      flags[i] = magnitude != one ? static_cast<Bits>(~Bits{0}) : Bits{0};
    }
    return std::popcount(flags_to_bits(flags) & lanes) > static_cast<int>(max_tried_in_all_orders);
  }
};

// Whether all have exponents in the middle half of the range: so they are
// normal numbers, and sums of some of them stay such numbers, or are 0.
template <class T>
[[gnu::always_inline]] inline bool all_in_middle_range(const T* values, unsigned count) {
  using Bits = typename FloatFormat<T>::Bits;
  constexpr int width = 8 * sizeof(Bits);
  constexpr Bits quarter = Bits{1} << (width - 3);
  Bits all = static_cast<Bits>(~Bits{0});
  for_each_lane(
      count, [&](auto chunk, unsigned lane) __attribute__((always_inline)) {
        Bits in_chunk = static_cast<Bits>(~Bits{0});
        for (unsigned i = 0; i < chunk; ++i)
          in_chunk &= static_cast<Bits>(std::bit_cast<Bits>(values[lane + i]) + quarter);
        all &= in_chunk;
      });
  return (all >> (width - 2) & 1) != 0;
}

// Whether the magnitudes of the first eight are so near to 1 that products of
// five of them are normal numbers.
template <class T>
[[gnu::always_inline]] inline bool first_are_near_one(const T* values) {
  using Format = FloatFormat<T>;
  using Bits = typename Format::Bits;
  constexpr unsigned exponents = sizeof(T) == 8 ? 256 : 32;
  constexpr Bits lowest = Bits{Format::bias - exponents / 2} << Format::fraction_bits;
  constexpr Bits beyond = ~((Bits{exponents} << Format::fraction_bits) - 1);
  Bits any = 0;
  for (unsigned i = 0; i < 8; ++i)
    any |= (std::bit_cast<Bits>(values[i]) & Format::magnitude_mask) - lowest;
  return (any & beyond) == 0;
}

// Whether no sum of 16-bit floats overflows, and those of the first five are 0
// or normal numbers.
inline bool half_sums_stay_normal(const Float16* values, unsigned count) {
  using Format = FloatFormat<Float16>;
  if (!all_normal(values, count, Format::max_exponent - std::bit_width(count) - 1)) return false;
  // As multiples of the smallest normal number, or as they do not cancel each
  // other.
  int lowest = Format::max_exponent, negative = 0;
  for (unsigned i = 0; i < 5; ++i) {
    lowest = std::min(lowest, Format::exponent(values[i]));
    negative += Format::is_negative(values[i]) ? 1 : 0;
  }
  return lowest >= Format::min_exponent + Format::fraction_bits || negative % 5 == 0;
}

// How far products of some of the values can come from 1, each step rounded.
struct ProductRange {
  float highest = 1, lowest = 1;

  static ProductRange of(const Float16* values, unsigned count) {
    constexpr unsigned width = 8;
    float highest[width], lowest[width];
    std::fill_n(highest, width, 1.0f);
    std::fill_n(lowest, width, 1.0f);
    for (unsigned lane = 0; lane < count; lane += width) {
      for (unsigned i = 0; i < std::min(width, count - lane); ++i) {
        const float magnitude = std::fabs(to_float(values[lane + i]));
        highest[i] *= std::max(magnitude, 1.0f);
        lowest[i] *= std::min(magnitude, 1.0f);
      }
    }
    ProductRange range;
    for (unsigned i = 0; i < width; ++i) {
      range.highest *= highest[i];
      range.lowest *= lowest[i];
    }
    return range;
  }
  // 128 roundings change a product by less than a sixteenth.
  bool is_below_infinity() const { return highest < 0x1p15f; }
  bool is_normal() const { return is_below_infinity() && lowest > 0x1p-13f; }
};

// Whether all products of some of them are normal numbers.
inline bool half_products_stay_normal(const Float16* values, unsigned count) {
  return all_normal(values, count, FloatFormat<Float16>::max_exponent) &&
         ProductRange::of(values, count).is_normal();
}

// Whether all are normal numbers, and so are products of some of the first five; and HalfSteps does the rest: no product
// of an infinity and 0 can come about, and float additions round to nearest even.
inline bool half_products_leave_range(const Float16* values, unsigned count) {
  if (!all_normal(values, count, FloatFormat<Float16>::max_exponent)) return false;
  const ProductRange range = ProductRange::of(values, count);
  const float one = *opaque(&range.highest) * 0.0f + 1.0f;
  return (range.is_below_infinity() || range.lowest > 0x1p-13f) &&
         ProductRange::of(values, 5).is_normal() && one + 0x1.8p-24f != one;
}

}  // namespace spirv_oracle
