// Determines whether all orders and associations of float additions or multiplications agree, with
// rounding in each step.
//
// The test is sound: a result counts as exact if no step of any order rounds, or if so few
// contributions matter that all orders can be tried. If the test fails, the result may still be the
// same in all orders; it then counts as implementation-dependent.
//
// No float control defines how group operations treat a NaN or a denormal. So a result is also
// implementation-dependent if it is a NaN, or if a denormal is an operand or result of a step,
// because it may be flushed to zero.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "interpreter/dispatch.h"
#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/instructions/group/combination/all_orders.h"
#include "interpreter/kernels/float_format.h"

namespace spirv_oracle {

enum class AnyOrder : std::uint8_t {
  exact,            // every order gives the same
  order,            // orders may differ
  nan_or_denormal,  // depends on the treatment of a NaN or a denormal
};

// One step of the operation `Combine` on storage values.
template <class Combine, class T>
inline T rounded_step(T a, T b) {
  using Compute = typename ComputeTypeOf<Combine, T>::type;
  return narrow<T>(Combine::combine(widen<Compute>(a), widen<Compute>(b)));
}

// Tries all orders of the first `count` values, which must be numbers that are not denormal.
// `expected` is the result of one order. (By value, so that callers can keep the state of their
// loops in registers.)
template <class Combine, class T>
[[gnu::noinline]] AnyOrder try_all_orders(std::array<T, max_tried_in_all_orders> values,
                                          std::size_t count, T expected) {
  using Format = FloatFormat<T>;
  AnyOrder outcome = AnyOrder::exact;
  const auto step = [&](T a, T b) -> std::optional<T> {
    const T result = rounded_step<Combine>(a, b);
    if (!Format::is_denormal(result)) return result;
    outcome = AnyOrder::nan_or_denormal;
    return std::nullopt;
  };
  const auto agrees = [&](T result) {
    if (Format::bits(result) != Format::bits(expected)) outcome = AnyOrder::order;
    return outcome == AnyOrder::exact;
  };
  for_each_order(std::span<const T>(values.data(), count), step, agrees);
  return outcome;
}

// Contributions that are combined in lane order.
template <class Combine, class T>
class InLaneOrder {
 public:
  // The identity until there is a contribution.
  T value = narrow<T>(Combine::template identity<typename ComputeTypeOf<Combine, T>::type>());
  // Only changes the value: for contributions after which any_order() is not called.
  [[gnu::always_inline]] void combine(T contribution) {
    value = empty_ ? contribution : rounded_step<Combine>(value, contribution);
    empty_ = false;
  }

 private:
  bool empty_ = true;
};

// A sum. All orders agree if all contributions are multiples of one power of two, and the sum of
// their magnitudes fits into the bits of the format.
template <class Combine, class T>
class SumInAnyOrder : public InLaneOrder<Combine, T> {
  using Format = FloatFormat<T>;
  using Bits = typename Format::Bits;
  using Base = InLaneOrder<Combine, T>;

 public:
  using Base::value;

  [[gnu::always_inline]] void add(T contribution) {
    Base::combine(contribution);
    const Bits bits = Format::bits(contribution);
    const auto magnitude = static_cast<Bits>(bits & Format::magnitude_mask);
    if (magnitude == 0 || magnitude >= Format::infinity) {  // A zero changes no other sum.
      infinite_ |= magnitude == Format::infinity;           // A NaN makes the sum a NaN.
      return;
    }
    if (count_ < values_.size()) values_[count_] = contribution;
    ++count_;
    denormal_ |= magnitude <= Format::fraction_mask;
    bits_of_any_ |= bits;
    bits_of_all_ &= bits;
    magnitudes_ += std::fabs(widen<double>(contribution));
    if (rounds_) return;
    quantum_ = std::min(quantum_, Format::quantum(contribution));
    // Once a sum of magnitudes reaches a power of two that bounds it, rounding keeps it there.
    const int exponent = FloatFormat<double>::exponent(magnitudes_);
    rounds_ = exponent >= std::min(quantum_ + Format::precision, Format::max_exponent + 1);
  }

  // Whether the order matters, whatever normal contributions follow.
  [[gnu::always_inline]] bool order_matters() const { return rounds_ && count_ > values_.size(); }

  [[gnu::always_inline]] AnyOrder any_order() const {
    if (Format::is_nan(value)) return AnyOrder::nan_or_denormal;
    if (infinite_) return any_order_with_infinity();
    if (denormal_) return AnyOrder::nan_or_denormal;
    if (count_ == 0) return AnyOrder::exact;
    const bool one_sign = !any_positive() || !any_negative();
    const bool no_step_is_denormal = one_sign || quantum_ >= Format::min_exponent;
    if (!rounds_ && no_step_is_denormal) return AnyOrder::exact;
    if (count_ <= values_.size()) return try_all_orders<Combine>(values_, count_, value);
    return rounds_ ? AnyOrder::order : AnyOrder::nan_or_denormal;
  }

 private:
  // The others must not overflow to the opposite infinity before the infinity is added.
  [[gnu::always_inline]] AnyOrder any_order_with_infinity() const {
    const bool any_opposite = Format::is_negative(value) ? any_positive() : any_negative();
    if (!any_opposite || magnitudes_ < std::ldexp(1.0, Format::max_exponent))
      return AnyOrder::exact;
    if (count_ >= values_.size()) return AnyOrder::order;
    auto values = values_;
    values[count_] = value;
    return try_all_orders<Combine>(values, count_ + 1, value);
  }

  // Of the finite contributions other than 0.
  bool any_negative() const { return (bits_of_any_ & Format::sign_mask) != 0; }
  bool any_positive() const { return (bits_of_all_ & Format::sign_mask) == 0; }

  bool infinite_ = false, denormal_ = false;
  Bits bits_of_any_ = 0, bits_of_all_ = static_cast<Bits>(~Bits{0});
  bool rounds_ = false;  // a step of some order rounds or overflows
  // The contributions up to the first that makes rounds_ true are multiples of 2^quantum_.
  int quantum_ = 1 << 20;
  double magnitudes_ = 0;  // the sum of all
  std::size_t count_ = 0;  // of finite contributions other than 0
  // The first of these. Last, because compilers keep no member after an indexed array in a register.
  std::array<T, max_tried_in_all_orders> values_{};
};

// The range of a sum of finite values in any order, with each step rounded to nearest or flushed to
// zero. Its distance from the exact sum is at most (n - 1) u times the sum of the magnitudes, where
// u is half a unit in the last place of 1, plus the smallest normal number for each step and each
// denormal contribution.
template <class T>
class OrderBounds {
  using Format = FloatFormat<T>;

 public:
  // None if a partial sum may overflow.
  static std::optional<ValueBounds> of_sum(std::span<const T> values) {
    long double sum = 0, magnitudes = 0, flushes = values.size();
    for (const T value : values) {
      sum += widen<double>(value);
      magnitudes += std::fabs(widen<double>(value));
      if (Format::is_denormal(value)) flushes += 1;
    }
    if (!(magnitudes < std::ldexp(1.0L, Format::max_exponent))) return std::nullopt;
    const long double steps = values.size();
    return around(sum,
                  slack(steps) * magnitudes + flushes * std::ldexp(1.0L, Format::min_exponent));
  }
  // A product is within (n - 1) u of the exact one, relatively. None if a partial product may not
  // be a normal number.
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
  // n u / (1 - n u), plus the rounding errors of this computation.
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

// The range of partial products of normal factors, in any order.
template <class T>
class RangeOfProducts {
  using Format = FloatFormat<T>;

 public:
  [[gnu::always_inline]] void add(T factor) {
    const bool is_power_of_two = (Format::bits(factor) & Format::fraction_mask) == 0;
    const int exponent = Format::biased_exponent(factor) - Format::bias;
    highest_ += std::max(0, is_power_of_two ? exponent : exponent + 1);
    lowest_ += std::min(0, exponent);
    const double magnitude = std::fabs(widen<double>(factor));
    above_ *= std::max(1.0, magnitude);
    below_ *= std::min(1.0, magnitude);
  }
  // Tests the exponents alone, or the products of the magnitudes, which 128 roundings change by
  // less than half.
  [[gnu::always_inline]] bool may_overflow() const {
    return highest_ > Format::max_exponent && !(above_ < std::ldexp(1.0, Format::max_exponent));
  }
  [[gnu::always_inline]] bool may_underflow() const {
    return lowest_ < Format::min_exponent && !(below_ > std::ldexp(1.0, Format::min_exponent + 1));
  }

 private:
  int highest_ = 0, lowest_ = 0;  // bounds of the exponents
  double above_ = 1, below_ = 1;
};

// A product. All orders agree if the product of the odd parts of all contributions fits into the
// format, and no partial product leaves the range of normal numbers.
template <class Combine, class T>
class ProductInAnyOrder : public InLaneOrder<Combine, T> {
  using Format = FloatFormat<T>;
  using Bits = typename Format::Bits;
  using Base = InLaneOrder<Combine, T>;

 public:
  using Base::value;

  [[gnu::always_inline]] void add(T contribution) {
    Base::combine(contribution);
    constexpr auto one = static_cast<Bits>(Bits{Format::bias} << Format::fraction_bits);
    const auto magnitude = static_cast<Bits>(Format::bits(contribution) & Format::magnitude_mask);
    if (magnitude == 0 || magnitude >= Format::infinity) {
      zero_ |= magnitude == 0;
      infinite_ |= magnitude == Format::infinity;  // A NaN makes the product a NaN.
      return;
    }
    if (magnitude <= Format::fraction_mask) {
      denormal_ = true;  // Then the others matter only if their product overflows.
      ++count_;
      return;
    }
    if (magnitude == one) {
      negative_ ^= Format::is_negative(contribution);
      return;  // 1 and -1 do not change the digits of a product
    }
    if (count_ < values_.size()) values_[count_] = contribution;
    ++count_;
    fits_ = fits_ && multiply_odd(Format::odd_part(contribution));
    range_.add(contribution);
  }

  // Whether the order matters, whatever normal contributions follow.
  [[gnu::always_inline]] bool order_matters() const { return !fits_ && count_ > values_.size(); }

  [[gnu::always_inline]] AnyOrder any_order() const {
    if (Format::is_nan(value)) return AnyOrder::nan_or_denormal;
    const bool may_overflow = count_ > 1 && range_.may_overflow();
    if (zero_) return may_overflow ? AnyOrder::order : AnyOrder::exact;
    if (denormal_) return AnyOrder::nan_or_denormal;
    const bool may_underflow = count_ > 1 && range_.may_underflow();
    if (infinite_) return may_underflow ? AnyOrder::order : AnyOrder::exact;
    if (count_ == 0 || (fits_ && !may_overflow && !may_underflow)) return AnyOrder::exact;
    if (count_ > values_.size()) return AnyOrder::order;
    auto values = values_;
    if (negative_) values[0] = negated(values[0]);
    return try_all_orders<Combine>(values, count_, value);
  }

 private:
  static T negated(T value) {
    return std::bit_cast<T>(static_cast<Bits>(Format::bits(value) ^ Format::sign_mask));
  }
  [[gnu::always_inline]] bool multiply_odd(std::uint64_t odd) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{odd_} * odd;
    if (product >> Format::precision != 0) return false;
    odd_ = static_cast<std::uint64_t>(product);
    return true;
  }

  bool infinite_ = false, denormal_ = false, zero_ = false, negative_ = false;
  bool fits_ = true;
  std::uint64_t odd_ = 1;
  RangeOfProducts<T> range_;
  std::size_t count_ = 0;  // of finite contributions other than 0, 1 and -1
  std::array<T, max_tried_in_all_orders> values_{};  // the first of these, as in SumInAnyOrder
};

}  // namespace spirv_oracle
