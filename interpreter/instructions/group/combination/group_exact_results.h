// Fast sufficient tests, as loops over lanes, for float group operations whose result does not
// depend on the order. If a test fails, the definition decides (non_uniform_float_order.h).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>

#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/kernels/float_format.h"

namespace spirv_oracle {

// The sum of the magnitudes, in some order.
template <class T>
[[gnu::always_inline]] inline auto sum_of_magnitudes(const T* values, unsigned count) {
  using Compute = typename ComputeType<T>::type;
  constexpr unsigned width = 8;
  Compute sums[width] = {};
  unsigned lane = 0;
  for (; lane + width <= count; lane += width) {
    for (unsigned i = 0; i < width; ++i) sums[i] += std::fabs(widen<Compute>(values[lane + i]));
  }
  for (unsigned i = 0; lane + i < count; ++i)
    sums[i] += std::fabs(widen<Compute>(values[lane + i]));
  for (unsigned half = width / 2; half != 0; half /= 2) {
    for (unsigned i = 0; i < half; ++i) sums[i] += sums[half + i];
  }
  return sums[0];
}

// Tests normal numbers whose magnitudes add up to `magnitudes`, with rounding in each step: whether
// the sum needs more digits than the format has, so that a step of some order may round. While no
// step rounds, all sums are multiples of the last place of any of the values. The first inexact sum
// has reached the power of two from which sums may round, and rounding keeps it there. So any order
// suffices for the test.
template <class T, class Compute>
[[gnu::always_inline]] inline bool has_too_many_digits(const T* values, unsigned count,
                                                       Compute magnitudes) {
  using Format = FloatFormat<Compute>;
  using Bits = typename Format::Bits;
  const auto power =
      std::bit_cast<Compute>(static_cast<Bits>(std::bit_cast<Bits>(magnitudes) & Format::infinity));
  // Its last place is that of `magnitudes` in T.
  const Compute large = power * (Bits{1} << (Format::precision - FloatFormat<T>::precision));
  Bits differs = 0;
  for_each_lane(
      count, [&](auto chunk, unsigned lane) __attribute__((always_inline)) {
        Bits any = 0;
        for (unsigned i = 0; i < chunk; ++i) {
          // Adding the large number removes the digits below that place. Values of at least that
          // power have none.
          const Compute value = std::fabs(widen<Compute>(values[lane + i]));
          const Bits below = value < power ? Bits{1} : Bits{0};
          const Bits changes = (value + large) - large != value ? Bits{1} : Bits{0};
          any |= below & changes;
        }
        differs |= any;
      });
  return differs != 0;
}

// Whether no partial sum rounds or is denormal.
template <class T>
[[gnu::always_inline]] inline bool sums_are_exact(const T* values, unsigned count) {
  using Format = FloatFormat<T>;
  const auto magnitudes = sum_of_magnitudes(values, count);
  if (magnitudes == 0) return true;
  const int exponent = FloatFormat<typename ComputeType<T>::type>::exponent(magnitudes);
  // All contributions are multiples of the last place of their sum, which must be a normal number.
  return exponent <= Format::max_exponent &&
         exponent - Format::fraction_bits >= Format::min_exponent &&
         !has_too_many_digits(values, count, magnitudes);
}

// Whether no partial product rounds or leaves the range of normal numbers. A factor that is not a
// power of two needs at most one digit more than the longest fraction, and a product needs the sum
// of the digits of its factors.
template <class T>
[[gnu::always_inline]] inline bool products_are_exact(const T* values, unsigned count) {
  using Format = FloatFormat<T>;
  using Bits = typename Format::Bits;
  using Signed = std::make_signed_t<Bits>;
  Bits fractions = 0;
  Signed odd_factors = 0, highest = 0, lowest = 0, normal = 1;
  for_each_lane(
      count, [&](auto chunk, unsigned lane) __attribute__((always_inline)) {
        Bits any = 0;
        Signed odd = 0, up = 0, down = 0, all_normal = 1;
        for (unsigned i = 0; i < chunk; ++i) {
          const Bits bits = Format::bits(values[lane + i]);
          const Bits fraction = bits & Format::fraction_mask;
          const auto biased =
              static_cast<Signed>((bits & Format::infinity) >> Format::fraction_bits);
          const Signed exponent = biased - Format::bias;
          const Signed is_odd = fraction != 0 ? 1 : 0;
          any |= fraction;
          odd += is_odd;
          up += std::max<Signed>(exponent + is_odd, 0);
          down += std::min<Signed>(exponent, 0);
          all_normal &= biased > 0 && biased <= 2 * Format::bias ? 1 : 0;
        }
        fractions |= any;
        odd_factors += odd;
        highest += up;
        lowest += down;
        normal &= all_normal;
      });
  const int digits = fractions == 0 ? 1 : Format::precision - std::countr_zero(fractions);
  return normal != 0 && odd_factors * digits <= Format::precision &&
         highest <= Format::max_exponent && lowest >= Format::min_exponent;
}

// Neither NaN nor zeros of both signs.
template <class T>
[[gnu::always_inline]] inline bool extremum_in_any_order(const T* values, unsigned count) {
  return largest_magnitude(values, count) <= FloatFormat<T>::infinity &&
         !has_minus_zero(values, count);
}

}  // namespace spirv_oracle
