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
#include "interpreter/semantics/non_uniform_float_format.h"

namespace spirv_oracle {

enum class AnyOrder : std::uint8_t {
  exact,            // every order gives the same
  order,            // orders may differ
  nan_or_denormal,  // depends on how a NaN or a denormal is treated
};

// More contributions than this are never tried in all orders.
inline constexpr unsigned max_tried_in_all_orders = 5;

// One step of the operation `Combine` on storage values.
template <class Combine, class T>
inline T rounded_step(T a, T b) {
  using Compute = typename ComputeTypeOf<Combine, T>::type;
  return narrow<T>(Combine::combine(widen<Compute>(a), widen<Compute>(b)));
}

// Tries all orders and associations of `count` values.
template <class Combine, class T>
class AllOrders {
  using Format = FloatFormat<T>;

 public:
  static constexpr unsigned max_count = max_tried_in_all_orders;

  template <std::size_t N>
  static AnyOrder compare(const std::array<T, N>& values, unsigned count, T expected) {
    if (all_subsets_agree(values, count, expected)) return AnyOrder::exact;
    AllOrders all;
    all.expected_ = Format::bits(expected);
    std::array<T, max_count> rest{};
    for (unsigned i = 0; i < count; ++i) rest[i] = values[i];
    all.combine_two(rest, count);
    return all.outcome_;
  }

 private:
  // Whether each subset of the values has one combination, whatever it is put together from. Then the
  // whole has; it may have, too, where this fails.
  template <std::size_t N>
  static bool all_subsets_agree(const std::array<T, N>& values, unsigned count, T expected) {
    std::array<T, 1u << max_count> combined{};
    for (unsigned subset = 1; subset < 1u << count; ++subset) {
      if (std::has_single_bit(subset)) {
        combined[subset] = values[static_cast<unsigned>(std::countr_zero(subset))];
        continue;
      }
      // Each way to cut it in two, once: the first part holds the lowest value.
      const unsigned lowest = subset & (0u - subset);
      const unsigned others = subset ^ lowest;
      bool first = true;
      for (unsigned part = (others - 1) & others;; part = (part - 1) & others) {
        const T value = rounded_step<Combine>(combined[lowest | part], combined[others ^ part]);
        if (Format::is_denormal(value)) return false;
        if (!first && Format::bits(value) != Format::bits(combined[subset])) return false;
        combined[subset] = value;
        first = false;
        if (part == 0) break;
      }
    }
    return Format::bits(combined[(1u << count) - 1]) == Format::bits(expected);
  }

  void combine_two(const std::array<T, max_count>& values, unsigned count) {
    if (count == 1) {
      if (Format::bits(values[0]) != expected_) outcome_ = AnyOrder::order;
      return;
    }
    for (unsigned i = 0; i + 1 < count; ++i) {
      for (unsigned j = i + 1; j < count; ++j) {
        std::array<T, max_count> rest = values;
        rest[i] = rounded_step<Combine>(values[i], values[j]);
        rest[j] = values[count - 1];
        if (Format::is_denormal(rest[i])) {
          outcome_ = AnyOrder::nan_or_denormal;
        } else {
          combine_two(rest, count - 1);
        }
        if (outcome_ != AnyOrder::exact) return;
      }
    }
  }

  typename Format::Bits expected_{};
  AnyOrder outcome_ = AnyOrder::exact;
};

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
      return AllOrders<Combine, T>::compare(values_, static_cast<unsigned>(count_), value);
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
    return AllOrders<Combine, T>::compare(values, static_cast<unsigned>(count_) + 1, value);
  }

  bool empty_ = true, infinite_ = false, denormal_ = false;
  std::size_t count_ = 0;  // of finite contributions other than 0
  std::array<T, AllOrders<Combine, T>::max_count> values_{};  // the first of these
  int quantum_ = 1 << 20;  // all of these are multiples of 2^quantum_
  // Once a sum reaches a power of two that bounds it, rounding keeps it there.
  double magnitudes_ = 0, positives_ = 0, negatives_ = 0;
};

// Of contributions that are all normal numbers, and too many to try all orders: whether the order
// matters to the first `prefix` of them, and so to any more. What SumInAnyOrder finds, but sooner.
template <class T>
inline bool order_of_sum_matters(const T* values, unsigned prefix, unsigned count) {
  using Format = FloatFormat<T>;
  // No partial sum overflows.
  const int highest =
      static_cast<int>(largest_magnitude(values, count) >> Format::fraction_bits) - Format::bias;
  if (highest + 1 + std::bit_width(count) >= std::min(Format::max_exponent, 1023)) return false;
  double magnitudes = 0;
  int quantum = 1 << 20;
  for (unsigned i = 0; i < prefix; ++i) {
    magnitudes += std::fabs(widen<double>(values[i]));
    quantum = std::min(quantum, Format::quantum(values[i]));
    if (i >= max_tried_in_all_orders &&
        FloatFormat<double>::exponent(magnitudes) >= quantum + Format::precision) {
      return true;
    }
  }
  return false;
}

// What AllOrders says of normal numbers, 5 at most, whose combination in order is `expected`. A few orders are
// tried first: often two of them differ.
template <class Combine, class T>
inline AnyOrder any_order_of_few(const T* values, unsigned count, T expected) {
  using Format = FloatFormat<T>;
  bool denormal = false, differ = false;
  const auto step = [&denormal](T a, T b) {
    const T combined = rounded_step<Combine>(a, b);
    denormal |= Format::is_denormal(combined);
    return combined;
  };
  // All but one in order, and that one last. Up to three values have no other orders.
  for (unsigned last = 0; last < count && count > 1; ++last) {
    const unsigned first = last == 0 ? 1 : 0;
    T combined = values[first];
    for (unsigned i = first + 1; i < count; ++i) {
      if (i != last) combined = step(combined, values[i]);
    }
    differ |= Format::bits(step(combined, values[last])) != Format::bits(expected);
  }
  if (!denormal && differ) return AnyOrder::order;
  if (!denormal && count <= 3) return AnyOrder::exact;
  std::array<T, max_tried_in_all_orders> all{};
  std::copy_n(values, count, all.begin());
  return AllOrders<Combine, T>::compare(all, count, expected);
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
    highest_ += std::max(0, odd == 1 ? exponent : exponent + 1);
    lowest_ += std::min(0, exponent);
  }

  AnyOrder any_order() const {
    if (Format::is_nan(value)) return AnyOrder::nan_or_denormal;
    const bool may_overflow = highest_ > Format::max_exponent && count_ > 1;
    const bool may_underflow = lowest_ < Format::min_exponent && count_ > 1;
    if (zero_) return may_overflow ? AnyOrder::order : AnyOrder::exact;
    if (denormal_) return AnyOrder::nan_or_denormal;
    if (infinite_) return may_underflow ? AnyOrder::order : AnyOrder::exact;
    if (count_ == 0 || (fits_ && !may_overflow && !may_underflow)) return AnyOrder::exact;
    if (count_ <= values_.size()) {
      auto values = values_;
      if (negative_) values[0] = negated(values[0]);
      return AllOrders<Combine, T>::compare(values, static_cast<unsigned>(count_), value);
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
  std::array<T, AllOrders<Combine, T>::max_count> values_{};  // the first of these
  std::uint64_t odd_ = 1;
  int highest_ = 0, lowest_ = 0;  // bounds of the exponents of all partial products
};

// The same of a product.
template <class T>
inline bool order_of_product_matters(const T* values, unsigned prefix) {
  using Format = FloatFormat<T>;
  __extension__ using Wide = unsigned __int128;
  std::uint64_t odd = 1;
  unsigned factors = 0;  // other than 1 and -1
  bool rounds = false;
  for (unsigned i = 0; i < prefix && !(rounds && factors > max_tried_in_all_orders); ++i) {
    if (std::fabs(widen<double>(values[i])) == 1) continue;
    ++factors;
    const Wide product = Wide{odd} * Format::odd_part(values[i]);
    rounds |= product >> Format::precision != 0;
    odd = static_cast<std::uint64_t>(product);
  }
  return rounds && factors > max_tried_in_all_orders;
}

}  // namespace spirv_oracle
