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

// The lanes, of the first `Count`, for whose bits `number` gives one that has the highest bit.
template <unsigned Count, class Machine, class T, class Number>
[[gnu::always_inline]] inline std::uint32_t first_lanes_where(const T* values, Number number) {
  using Bits = typename FloatFormat<T>::Bits;
  alignas(32) Bits numbers[Count];
  SPIRV_ORACLE_LANE_LOOP
  for (unsigned i = 0; i < Count; ++i)
    numbers[i] = static_cast<Bits>(number(FloatFormat<T>::bits(values[i])));
  return Machine::signs(numbers);
}

// Two normal numbers that have the last digit add up to twice the lesser one at least: that is one digit more than the
// format has.
struct TellingSummands {
  // Two numbers with a bit of these tell.
  template <class T>
  static constexpr typename FloatFormat<T>::Bits digits = 1;

  std::uint32_t with_last_digit = 0;

  // Of the first `Count` lanes, 8 or 32. Machine: as in non_uniform_wide_scan.h.
  template <unsigned Count, class Machine, class T>
  [[gnu::always_inline]] static TellingSummands of(const T* values) {
    return {first_lanes_where<Count, Machine>(
        values, [](auto bits) __attribute__((always_inline)) {
          return bits << (FloatFormat<T>::width - 1);
        })};
  }
  // Whether the order matters to the combination of these lanes, more than are tried in all orders.
  [[gnu::always_inline]] bool tell_of(std::uint32_t lanes) const {
    const std::uint32_t telling = with_last_digit & lanes;
    return (telling & (telling - 1)) != 0;
  }
};

// Two factors with more than half of the digits each have a product with more than all. Factors that are 1 or -1 do
// not count among those that are tried in all orders.
struct TellingFactors {
  template <class T>
  static constexpr int last_digits = FloatFormat<T>::precision -
                                     (FloatFormat<T>::precision + 1) / 2;
  // Two numbers with a bit of these tell.
  template <class T>
  static constexpr auto digits = static_cast<typename FloatFormat<T>::Bits>((std::uint64_t{1}
                                                                             << last_digits<T>)-1);

  template <unsigned Count, class Machine, class T>
  class Of {
    using Format = FloatFormat<T>;
    using Bits = typename Format::Bits;

   public:
    [[gnu::always_inline]] explicit Of(const T* values) : values_(values) {
      constexpr int last = last_digits<T>;
      long_ones_ = first_lanes_where<Count, Machine>(
          values_, [](Bits bits) __attribute__((always_inline)) {
            return (static_cast<Bits>(bits << (Format::width - last)) >> 1) + carry;
          });
    }
    [[gnu::always_inline]] bool tell_of(std::uint32_t lanes) const {
      constexpr int few = max_tried_in_all_orders;
      const int long_ones = std::popcount(long_ones_ & lanes);
      return long_ones > few || (long_ones >= 2 && std::popcount(not_one() & lanes) > few);
    }

   private:
    // What is not 0 carries into the highest bit.
    static constexpr Bits carry = Format::magnitude_mask;

    std::uint32_t not_one() const {
      constexpr auto one = static_cast<Bits>(Bits{Format::bias} << Format::fraction_bits);
      return first_lanes_where<Count, Machine>(
          values_, [](Bits bits) __attribute__((always_inline)) {
            return ((bits & Format::magnitude_mask) ^ one) + carry;
          });
    }

    const T* values_;
    std::uint32_t long_ones_ = 0;
  };

  template <unsigned Count, class Machine, class T>
  [[gnu::always_inline]] static Of<Count, Machine, T> of(const T* values) {
    return Of<Count, Machine, T>(values);
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
          in_chunk &= static_cast<Bits>(FloatFormat<T>::bits(values[lane + i]) + quarter);
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
    any |= (Format::bits(values[i]) & Format::magnitude_mask) - lowest;
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

  [[gnu::always_inline]] static ProductRange of(const Float16* values, unsigned count) {
    constexpr unsigned width = 8;
    float highest[width], lowest[width];
    std::fill_n(highest, width, 1.0f);
    std::fill_n(lowest, width, 1.0f);
    unsigned lane = 0;
    for (; lane + width <= count; lane += width) {
      for (unsigned i = 0; i < width; ++i) {
        const float magnitude = std::fabs(to_float(values[lane + i]));
        highest[i] *= std::max(magnitude, 1.0f);
        lowest[i] *= std::min(magnitude, 1.0f);
      }
    }
    ProductRange range;
    for (; lane < count; ++lane) {
      const float magnitude = std::fabs(to_float(values[lane]));
      range.highest *= std::max(magnitude, 1.0f);
      range.lowest *= std::min(magnitude, 1.0f);
    }
    for (unsigned i = 0; i < width; ++i) {
      range.highest *= highest[i];
      range.lowest *= lowest[i];
    }
    return range;
  }
  // 128 roundings change a product by less than a sixteenth.
  bool is_below_infinity() const { return highest < 0x1p15f; }
  bool is_above_denormals() const { return lowest > 0x1p-13f; }
  bool is_normal() const { return is_below_infinity() && is_above_denormals(); }
};

// What products of some of the values are.
enum class HalfProducts : std::uint8_t {
  normal,       // all are normal numbers
  leave_range,  // so are those of the first five, and HalfSteps does for the rest
  other
};

// How far products of some of these normal numbers come from 1, seen by sums of logarithms: the bits of a float are its
// logarithm to base 2, as a number with ten binary places, or less than it by 0.087 at most.
struct SumsOfLogarithms {
  int above = 0, below = 0;
  int count = 0;

  [[gnu::always_inline]] static SumsOfLogarithms of(const Float16* values, unsigned count) {
    using Format = FloatFormat<Float16>;
    constexpr int one = Format::bias << Format::fraction_bits;
    SumsOfLogarithms sums{0, 0, static_cast<int>(count)};
    for_each_lane(
        count, [&](auto chunk, unsigned lane) __attribute__((always_inline)) {
          int up = 0, down = 0;
          for (unsigned i = 0; i < chunk; ++i) {
            const int logarithm = (values[lane + i].bits & Format::magnitude_mask) - one;
            up += std::max(logarithm, 0);
            down += std::min(logarithm, 0);
          }
          sums.above += up;
          sums.below += down;
        });
    return sums;
  }
  // What is true of these is true of ProductRange, but not the other way round.
  bool is_below_infinity() const {
    return above + 90 * count < (15 << FloatFormat<Float16>::fraction_bits);
  }
  bool is_above_denormals() const { return below > -(13 << FloatFormat<Float16>::fraction_bits); }
};

// Whether products of some of the first five are normal numbers.
[[gnu::always_inline]] inline bool first_five_stay_normal(const Float16* values) {
  const auto sums = SumsOfLogarithms::of(values, 5);
  return (sums.is_below_infinity() && sums.is_above_denormals()) ||
         ProductRange::of(values, 5).is_normal();
}

[[gnu::always_inline]] inline HalfProducts half_products(const Float16* values, unsigned count) {
  if (!all_normal(values, count, FloatFormat<Float16>::max_exponent)) return HalfProducts::other;
  const auto sums = SumsOfLogarithms::of(values, count);
  bool is_below_infinity = sums.is_below_infinity();
  bool is_above_denormals = sums.is_above_denormals();
  // Where one of them is known, HalfSteps does, whatever the other is.
  if (!is_below_infinity && !is_above_denormals) {
    const ProductRange range = ProductRange::of(values, count);
    is_below_infinity = range.is_below_infinity();
    is_above_denormals = range.is_above_denormals();
  }
  if (is_below_infinity && is_above_denormals) return HalfProducts::normal;
  // No product of an infinity and 0 can come about, and float additions round to nearest even.
  const float one = 1;
  const bool is_right = (is_below_infinity || is_above_denormals) &&
                        first_five_stay_normal(values) && *opaque(&one) + 0x1.8p-24f != one;
  return is_right ? HalfProducts::leave_range : HalfProducts::other;
}

}  // namespace spirv_oracle
