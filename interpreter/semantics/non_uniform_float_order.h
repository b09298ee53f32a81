// Float additions and multiplications in any order and association, each step rounded: whether all
// orders agree.
//
// The test is sound and cheap: a result counts as exact if no step of any order rounds, or if so
// few contributions matter that all orders can be tried. Where it fails, the result may still be
// the same in all orders; it then counts as implementation-dependent nevertheless.
//
// No float control binds what the group operations do with a NaN or a denormal. So a result also
// depends on the implementation where a NaN comes out, and where a denormal takes part or may come
// out of a step, as it may be flushed to zero.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "interpreter/dispatch.h"
#include "interpreter/semantics/kernel.h"
#include "interpreter/semantics/non_uniform_few_orders.h"
#include "interpreter/semantics/non_uniform_float_format.h"

namespace spirv_oracle {

// A sum of contributions in lane order. All orders agree where all contributions are multiples of
// one power of two and the sum of their magnitudes needs no more bits than the format has.
template <class Combine, class T>
class SumInAnyOrder {
  using Format = FloatFormat<T>;

 public:
  T value{};  // +0, the identity, until there is a contribution

  void add(T contribution) {
    value = empty_ ? contribution : rounded_step<Combine>(value, contribution);
    empty_ = false;
    if (Format::is_zero(contribution)) return;  // changes no other sum
    if (Format::is_nan(contribution)) return;   // so is the sum then
    if (Format::is_infinite(contribution)) {
      infinite_ = true;
      return;
    }
    if (count_ < values_.size()) values_[count_] = contribution;
    ++count_;
    denormal_ |= Format::is_denormal(contribution);
    quantum_ = std::min(quantum_, Format::quantum(contribution));
    const double magnitude = std::fabs(widen<double>(contribution));
    magnitudes_ += magnitude;
    (Format::is_negative(contribution) ? negatives_ : positives_) += magnitude;
  }

  AnyOrder any_order() const {
    if (Format::is_nan(value)) return AnyOrder::nan_or_denormal;
    if (infinite_) return any_order_with_infinity();
    if (denormal_) return AnyOrder::nan_or_denormal;
    if (count_ == 0) return AnyOrder::exact;
    const int limit = std::min(quantum_ + Format::precision, Format::max_exponent + 1);
    const bool no_step_rounds = limit <= 1023 ? magnitudes_ < std::ldexp(1.0, limit)
                                              : magnitudes_ <= std::numeric_limits<double>::max();
    const bool one_sign = positives_ == 0 || negatives_ == 0;
    const bool no_step_is_denormal = one_sign || quantum_ >= Format::min_exponent;
    if (no_step_rounds && no_step_is_denormal) return AnyOrder::exact;
    if (count_ <= values_.size()) {
      return few_in_any_order<Combine, T>(values_, static_cast<unsigned>(count_), value);
    }
    return no_step_rounds ? AnyOrder::nan_or_denormal : AnyOrder::order;
  }

 private:
  // The others must not overflow to the opposite infinity before they meet the infinity.
  AnyOrder any_order_with_infinity() const {
    const double opposite = Format::is_negative(value) ? positives_ : negatives_;
    if (opposite < std::ldexp(1.0, Format::max_exponent)) return AnyOrder::exact;
    if (count_ >= values_.size()) return AnyOrder::order;
    auto values = values_;
    values[count_] = value;
    return AllOrders<Combine, T>::compare({values.data(), count_ + 1}, value);
  }

  bool empty_ = true, infinite_ = false, denormal_ = false;
  std::size_t count_ = 0;                            // of finite contributions other than 0
  std::array<T, max_tried_in_all_orders> values_{};  // the first of these
  int quantum_ = 1 << 20;                            // all of these are multiples of 2^quantum_
  // Once a sum reaches a power of two that bounds it, rounding keeps it there.
  double magnitudes_ = 0, positives_ = 0, negatives_ = 0;
};

// The sum of the magnitudes, in whatever order.
template <class T>
[[gnu::always_inline]] inline LaneType<T> sum_of_magnitudes(const T* values, unsigned count) {
  using Lane = LaneType<T>;
  constexpr unsigned width = 8;
  Lane sums[width] = {};
  unsigned lane = 0;
  for (; lane + width <= count; lane += width) {
    for (unsigned i = 0; i < width; ++i) sums[i] += std::fabs(widen<Lane>(values[lane + i]));
  }
  for (unsigned i = 0; lane + i < count; ++i) sums[i] += std::fabs(widen<Lane>(values[lane + i]));
  for (unsigned half = width / 2; half != 0; half /= 2) {
    for (unsigned i = 0; i < half; ++i) sums[i] += sums[half + i];
  }
  return sums[0];
}

// Of normal numbers whose magnitudes add up to `magnitudes`, each step rounded: whether these have more digits
// than the format, and so a step of some order may round. As long as no step does, they are all
// multiples of the last place that any of the values has; the first sum that is not exact has reached the
// power of two at which they may round, and rounding keeps it there. So any order serves to find that out.
template <class T>
[[gnu::always_inline]] inline bool has_too_many_digits(const T* values, unsigned count,
                                                       LaneType<T> magnitudes) {
  using Lane = LaneType<T>;
  using Format = FloatFormat<Lane>;
  using Bits = typename Format::Bits;
  const auto power =
      std::bit_cast<Lane>(static_cast<Bits>(std::bit_cast<Bits>(magnitudes) & Format::infinity));
  // Whose last place in a lane is that of `magnitudes` in T.
  const Lane large = power * (Bits{1} << (Format::precision - FloatFormat<T>::precision));
  Bits differs = 0;
  for_each_lane(
      count, [&](auto chunk, unsigned lane) __attribute__((always_inline)) {
        Bits any = 0;
        for (unsigned i = 0; i < chunk; ++i) {
          // Adding the large number takes away the digits below that place. What is not below the power
          // has none.
          const Lane value = std::fabs(widen<Lane>(values[lane + i]));
          const Bits below = value < power ? Bits{1} : Bits{0};
          const Bits changes = (value + large) - large != value ? Bits{1} : Bits{0};
          any |= below & changes;
        }
        differs |= any;
      });
  return differs != 0;
}

// Of contributions that are too many to try all orders: whether the order matters to the first `prefix` of
// them, and so to any more, where all are normal numbers. What SumInAnyOrder finds, but sooner.
template <class T>
[[gnu::always_inline]] inline bool order_of_sum_matters(const T* values, unsigned prefix,
                                                        unsigned count) {
  using Format = FloatFormat<T>;
  // No partial sum overflows.
  const int highest = Format::max_exponent - std::bit_width(count) - 1;
  return all_normal(values, count, highest) &&
         has_too_many_digits(values, prefix, sum_of_magnitudes(values, prefix));
}

// What a sum of finite values can be in any order, each step rounded to nearest or flushed to zero: its
// distance from the exact sum is at most (n - 1) u times the sum of the magnitudes, with u half a unit
// in the last place of 1, and the smallest normal number for each step.
template <class T>
class OrderBounds {
  using Format = FloatFormat<T>;

 public:
  // None where a partial sum may overflow.
  static std::optional<ValueBounds> of_sum(std::span<const T> values) {
    long double sum = 0, magnitudes = 0;
    for (const T value : values) {
      sum += widen<double>(value);
      magnitudes += std::fabs(widen<double>(value));
    }
    if (!(magnitudes < std::ldexp(1.0L, Format::max_exponent))) return std::nullopt;
    const long double steps = values.size();
    return around(sum, slack(steps) * magnitudes + steps * std::ldexp(1.0L, Format::min_exponent));
  }
  // The same of a product: (n - 1) u of the exact one. None where a partial product may be no normal number.
  static std::optional<ValueBounds> of_product(std::span<const T> values) {
    long double product = 1, above = 0, below = 0;
    for (const T value : values) {
      product *= widen<double>(value);
      const long double exponent =
          std::log2(std::fabs(static_cast<long double>(widen<double>(value))));
      (exponent > 0 ? above : below) += exponent;
    }
    if (!(above < Format::max_exponent && below > Format::min_exponent + 1)) return std::nullopt;
    return around(product, slack(static_cast<long double>(values.size())) * std::fabs(product));
  }

 private:
  // n u / (1 - n u), and room for the rounding of this computation itself.
  static long double slack(long double steps) {
    const long double nu = 2 * steps * std::ldexp(1.0L, -Format::precision);
    return nu / (1 - nu);
  }
  // Doubles that are not inside.
  static ValueBounds around(long double value, long double error) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return {std::nextafter(static_cast<double>(value - error), -infinity),
            std::nextafter(static_cast<double>(value + error), infinity)};
  }
};

// How far partial products of finite factors other than 0 can come from 1, in any order.
template <class T>
class RangeOfProducts {
  using Format = FloatFormat<T>;

 public:
  void add(T factor) {
    const int exponent = Format::quantum(factor) + std::bit_width(Format::odd_part(factor)) - 1;
    highest_ += std::max(0, Format::odd_part(factor) == 1 ? exponent : exponent + 1);
    lowest_ += std::min(0, exponent);
    const double magnitude = std::fabs(widen<double>(factor));
    above_ *= std::max(1.0, magnitude);
    below_ *= std::min(1.0, magnitude);
  }
  // By the exponents alone, or by the products of the magnitudes, which 128 roundings change by less than half.
  bool may_overflow() const {
    return highest_ > Format::max_exponent && !(above_ < std::ldexp(1.0, Format::max_exponent));
  }
  bool may_underflow() const {
    return lowest_ < Format::min_exponent && !(below_ > std::ldexp(1.0, Format::min_exponent + 1));
  }

 private:
  int highest_ = 0, lowest_ = 0;  // bounds of the exponents
  double above_ = 1, below_ = 1;
};

// A product of contributions in lane order. All orders agree where the product of the odd parts of
// all contributions fits into the format and no partial product leaves the range of normal numbers.
template <class Combine, class T>
class ProductInAnyOrder {
  using Format = FloatFormat<T>;

 public:
  T value = narrow<T>(typename ComputeTypeOf<Combine, T>::type{1});

  void add(T contribution) {
    value = empty_ ? contribution : rounded_step<Combine>(value, contribution);
    empty_ = false;
    if (Format::is_nan(contribution)) return;  // so is the product then
    if (Format::is_zero(contribution)) {
      zero_ = true;
      return;
    }
    if (Format::is_infinite(contribution)) {
      infinite_ = true;
      return;
    }
    denormal_ |= Format::is_denormal(contribution);
    const std::uint64_t odd = Format::odd_part(contribution);
    const int exponent = Format::quantum(contribution) + std::bit_width(odd) - 1;
    if (odd == 1 && exponent == 0) {
      negative_ ^= Format::is_negative(contribution);
      return;  // 1 and -1 change no digit of any product
    }
    if (count_ < values_.size()) values_[count_] = contribution;
    ++count_;
    if (odd != 1) fits_ = fits_ && multiply_odd(odd);
    range_.add(contribution);
  }

  AnyOrder any_order() const {
    if (Format::is_nan(value)) return AnyOrder::nan_or_denormal;
    const bool may_overflow = count_ > 1 && range_.may_overflow();
    const bool may_underflow = count_ > 1 && range_.may_underflow();
    if (zero_) return may_overflow ? AnyOrder::order : AnyOrder::exact;
    if (denormal_) return AnyOrder::nan_or_denormal;
    if (infinite_) return may_underflow ? AnyOrder::order : AnyOrder::exact;
    if (count_ == 0 || (fits_ && !may_overflow && !may_underflow)) return AnyOrder::exact;
    if (count_ <= values_.size()) {
      auto values = values_;
      if (negative_) values[0] = negated(values[0]);
      return few_in_any_order<Combine, T>(values, static_cast<unsigned>(count_), value);
    }
    return AnyOrder::order;
  }

 private:
  static T negated(T value) {
    return std::bit_cast<T>(
        static_cast<typename Format::Bits>(Format::bits(value) ^ Format::sign_mask));
  }
  bool multiply_odd(std::uint64_t odd) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{odd_} * odd;
    if (product >> Format::precision != 0) return false;
    odd_ = static_cast<std::uint64_t>(product);
    return true;
  }

  bool empty_ = true, infinite_ = false, denormal_ = false, zero_ = false, negative_ = false;
  bool fits_ = true;
  std::size_t count_ = 0;  // of finite contributions other than 0, 1 and -1
  std::array<T, max_tried_in_all_orders> values_{};  // the first of these
  std::uint64_t odd_ = 1;
  RangeOfProducts<T> range_;
};

// Whether no partial product of normal numbers leaves the range of these.
template <class T>
bool products_stay_in_range(const T* values, unsigned count) {
  RangeOfProducts<T> range;
  for (unsigned i = 0; i < count; ++i) range.add(values[i]);
  return !range.may_overflow() && !range.may_underflow();
}

// The same as order_of_sum_matters(), of a product.
template <class T>
inline bool order_of_product_matters(const T* values, unsigned prefix, unsigned count) {
  using Format = FloatFormat<T>;
  __extension__ using Wide = unsigned __int128;
  std::uint64_t odd = 1;
  unsigned factors = 0;  // other than 1 and -1
  bool rounds = false;
  if (!all_normal(values, count, Format::max_exponent)) return false;
  for (unsigned i = 0; i < prefix && !(rounds && factors > max_tried_in_all_orders); ++i) {
    if (std::fabs(widen<double>(values[i])) == 1) continue;
    ++factors;
    const Wide product = Wide{odd} * Format::odd_part(values[i]);
    rounds |= product >> Format::precision != 0;
    odd = static_cast<std::uint64_t>(product);
  }
  if (!rounds || factors <= max_tried_in_all_orders) return false;
  // Steps in wider lanes do not round as the type does outside of its range.
  return std::is_same_v<LaneType<T>, T> || products_stay_in_range(values, count);
}

}  // namespace spirv_oracle
