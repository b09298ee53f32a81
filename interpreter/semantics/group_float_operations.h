// The operations that group instructions combine floats by. Their clauses have the name of the
// instruction, of the grammar type G.
#pragma once

#include <limits>

#include "interpreter/semantics/group_operation.h"
#include "interpreter/semantics/non_uniform_cluster.h"
#include "interpreter/semantics/non_uniform_float_format.h"
#include "interpreter/semantics/non_uniform_float_order.h"
#include "interpreter/semantics/non_uniform_telling_digits.h"

namespace spirv_oracle {

// The method that combines the contributions is implementation-defined.
template <class G>
struct OrderClauses {
  static constexpr Clause order{internal::ClauseId<G, ".order">::view, "order-of-operations",
                                Effect::implementation_defined,
                                "the order in which the contributions are combined may change the "
                                "result"};
  static constexpr Clause nan_or_denormal{
      internal::ClauseId<G, ".nan-or-denormal">::view, "nan-or-denormal",
      Effect::implementation_defined,
      "a NaN or a denormal takes part, whose treatment no float control binds"};

  static constexpr auto clauses = clause_list(order, nan_or_denormal);

  // More contributions than this are never tried in all orders.
  static constexpr unsigned max_tried = max_tried_in_all_orders;

  static const Clause* clause_of(AnyOrder any_order) {
    switch (any_order) {
      case AnyOrder::exact:
        return nullptr;
      case AnyOrder::order:
        return &order;
      case AnyOrder::nan_or_denormal:
        break;
    }
    return &nan_or_denormal;
  }

  // What the combinations of the first 1, 2, ... values break, of normal numbers; null: nothing.
  template <class Combine, class T>
  [[gnu::noinline]] static std::array<const Clause*, max_tried> broken_by_few(const T* values) {
    const FirstFewInAnyOrder<Combine, T> few(values);
    std::array<const Clause*, max_tried> broken{};
    for (unsigned count = 2; count <= max_tried; ++count)
      broken[count - 1] = clause_of(few.of_first(count));
    return broken;
  }
};

// Whether no partial sum rounds or is denormal.
template <class T>
[[gnu::always_inline]] inline bool sums_are_exact(const T* values, unsigned count) {
  using Format = FloatFormat<T>;
  const LaneType<T> magnitudes = sum_of_magnitudes(values, count);
  if (magnitudes == 0) return true;
  const int exponent = FloatFormat<LaneType<T>>::exponent(magnitudes);
  // All contributions are multiples of the last place of their sum, which is to be a normal number.
  return exponent <= Format::max_exponent &&
         exponent - Format::fraction_bits >= Format::min_exponent &&
         !has_too_many_digits(values, count, magnitudes);
}

// For factors so moderate and so few that their products stay in range (64 doubles between 2^-7 and
// 2^9, 32 floats between 1/2 and 8): whether no partial product rounds, by less work than below. Says in
// `applies` whether they are such.
template <class T>
[[gnu::always_inline]] inline bool moderate_products_are_exact(const T* values, unsigned count,
                                                               bool& applies) {
  using Format = FloatFormat<T>;
  using Bits = typename Format::Bits;
  constexpr bool wide = sizeof(T) == 8;
  constexpr Bits lowest = Bits{static_cast<unsigned>(Format::bias - (wide ? 7 : 1))}
                          << Format::fraction_bits;
  constexpr Bits beyond = ~((Bits{wide ? 16 : 4} << Format::fraction_bits) - 1);
  Bits fractions = 0, offsets = 0, odd_factors = 0;
  for_each_lane(
      count, [&](auto chunk, unsigned lane) __attribute__((always_inline)) {
        Bits any = 0, any_offset = 0, odd = 0;
        for (unsigned i = 0; i < chunk; ++i) {
          const Bits bits = Format::bits(values[lane + i]) & Format::magnitude_mask;
          const Bits fraction = bits & Format::fraction_mask;
          any |= fraction;
          any_offset |= bits - lowest;
          odd += fraction != 0 ? Bits{1} : Bits{0};
        }
        fractions |= any;
        offsets |= any_offset;
        odd_factors += odd;
      });
  applies = count <= (wide ? 64 : 32) && (offsets & beyond) == 0;
  const int digits = fractions == 0 ? 1 : Format::precision - std::countr_zero(fractions);
  return odd_factors * static_cast<unsigned>(digits) <= unsigned{Format::precision};
}

// Whether no partial product rounds or leaves the range of normal numbers. A factor that is no
// power of two needs at most one digit more than the longest fraction has, and a product the sum of
// that.
template <class T>
[[gnu::always_inline]] inline bool products_are_exact(const T* values, unsigned count) {
  using Format = FloatFormat<T>;
  using Bits = typename Format::Bits;
  using Signed = std::make_signed_t<Bits>;
  if constexpr (sizeof(T) >= 4) {
    bool applies = false;
    const bool exact = moderate_products_are_exact(values, count, applies);
    if (applies) return exact;
  }
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

struct FloatSum {
  using Domain = AnyFloat;
  using Telling = TellingSummands;
  static constexpr bool of_magnitudes = false;  // of combinations: see FirstFewInAnyOrder
  static constexpr bool multiplies = false;
  template <class T>
  static constexpr T identity() {
    return T{};
  }
  template <class T>
  static constexpr T neutral() {
    return -T{};  // adding +0 would change -0
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return a + b;
  }
  template <class T>
  [[gnu::always_inline]] static bool in_any_order(const T* values, unsigned count) {
    return sums_are_exact(values, count);
  }
  template <class T>
  static bool order_matters(const T* values, unsigned prefix, unsigned count) {
    return order_of_sum_matters(values, prefix, count);
  }
  template <class T>
  [[gnu::always_inline]] static bool steps_stay_normal(const T* values, unsigned count) {
    if constexpr (std::is_same_v<T, Float16>) {
      return half_sums_stay_normal(values, count);
    } else {
      return all_in_middle_range(values, count);
    }
  }
  template <class T>
  static std::optional<ValueBounds> bounds(std::span<const T> values) {
    return OrderBounds<T>::of_sum(values);
  }
};

template <class G>
struct FloatAddition : FloatSum, OrderClauses<G> {
  template <class T>
  static auto clauses_of_few(const T* values) {
    return OrderClauses<G>::template broken_by_few<FloatSum>(values);
  }
  template <class T>
  struct Accumulator : SumInAnyOrder<FloatSum, T> {
    const Clause* broken() const { return OrderClauses<G>::clause_of(this->any_order()); }
  };
};

struct FloatProduct {
  using Domain = AnyFloat;
  using Telling = TellingFactors;
  static constexpr bool of_magnitudes = true;
  static constexpr bool multiplies = true;
  template <class T>
  static constexpr T identity() {
    return T{1};
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return a * b;
  }
  template <class T>
  [[gnu::always_inline]] static bool in_any_order(const T* values, unsigned count) {
    return products_are_exact(values, count);
  }
  template <class T>
  static bool order_matters(const T* values, unsigned prefix, unsigned count) {
    return order_of_product_matters(values, prefix, count);
  }
  template <class T>
  [[gnu::always_inline]] static bool steps_stay_normal(const T* values, unsigned count) {
    if constexpr (std::is_same_v<T, Float16>) {
      return half_products(values, count) == HalfProducts::normal;
    } else {
      return all_in_middle_range(values, count) && first_are_near_one(values);
    }
  }
  [[gnu::always_inline]] static HalfProducts range(const Float16* values, unsigned count) {
    return half_products(values, count);
  }
  template <class T>
  static std::optional<ValueBounds> bounds(std::span<const T> values) {
    return OrderBounds<T>::of_product(values);
  }
};

template <class G>
struct FloatMultiplication : FloatProduct, OrderClauses<G> {
  template <class T>
  static auto clauses_of_few(const T* values) {
    return OrderClauses<G>::template broken_by_few<FloatProduct>(values);
  }
  template <class T>
  struct Accumulator : ProductInAnyOrder<FloatProduct, T> {
    const Clause* broken() const { return OrderClauses<G>::clause_of(this->any_order()); }
  };
};

// --- minimum and maximum ---

// Neither NaN nor zeros that may be of both signs.
template <class T>
[[gnu::always_inline]] inline bool extremum_in_any_order(const T* values, unsigned count) {
  return largest_magnitude(values, count) <= FloatFormat<T>::infinity &&
         !has_minus_zero(values, count);
}

template <class T>
constexpr T infinity(bool negative) {
  using Format = FloatFormat<T>;
  return std::bit_cast<T>(static_cast<typename Format::Bits>(
      Format::infinity | (negative ? Format::sign_mask : typename Format::Bits{0})));
}

struct FloatMinimum {
  using Domain = AnyFloat;
  static constexpr bool takes_greater = false;
  template <class T>
  static constexpr T identity() {
    return infinity<T>(false);
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return b < a ? b : a;
  }
  template <class T>
  [[gnu::always_inline]] static bool in_any_order(const T* values, unsigned count) {
    return extremum_in_any_order(values, count);
  }
};

struct FloatMaximum {
  using Domain = AnyFloat;
  static constexpr bool takes_greater = true;
  template <class T>
  static constexpr T identity() {
    return infinity<T>(true);
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return b > a ? b : a;
  }
  template <class T>
  [[gnu::always_inline]] static bool in_any_order(const T* values, unsigned count) {
    return extremum_in_any_order(values, count);
  }
};

// The minimum or maximum of the numbers, and what else takes part; a NaN where there is no number.
template <class Extremum, class T>
struct ExtremumAccumulator {
  using Format = FloatFormat<T>;

  T value = Extremum::template identity<T>();
  bool any_number = false, any_nan = false, minus_zero = false, plus_zero = false;

  void add(T contribution) {
    using Compute = typename ComputeType<T>::type;
    if (Format::is_nan(contribution)) {
      any_nan = true;
      return;
    }
    if (Format::is_zero(contribution)) {
      (Format::is_negative(contribution) ? minus_zero : plus_zero) = true;
    }
    value = any_number
                ? narrow<T>(Extremum::combine(widen<Compute>(value), widen<Compute>(contribution)))
                : contribution;
    any_number = true;
  }
  bool zeros_of_both_signs() const { return Format::is_zero(value) && minus_zero && plus_zero; }
};

template <class G>
struct SignedZeroClause {
  static constexpr Clause signed_zero{internal::ClauseId<G, ".signed-zero">::view, "signed-zero",
                                      Effect::implementation_defined,
                                      "the result is -0 or +0, as both are among the Values"};
};

// Of the non-uniform instructions: "If for any two Values one of them is a NaN, the other is chosen."
template <class G, class Extremum>
struct NumberExtremum : Extremum, SignedZeroClause<G> {
  static constexpr Clause all_nan{internal::ClauseId<G, ".all-nan">::view, "nan-operand",
                                  Effect::undefined_result,
                                  "all Values that are used by the current invocation are NaN"};
  static constexpr auto clauses = clause_list(all_nan, SignedZeroClause<G>::signed_zero);

  template <class T>
  struct Accumulator : ExtremumAccumulator<Extremum, T> {
    const Clause* broken() const {
      if (this->any_nan && !this->any_number) return &all_nan;
      return this->zeros_of_both_signs() ? &SignedZeroClause<G>::signed_zero : nullptr;
    }
  };
};

// Of the instructions whose text does not say what the minimum of a NaN and a number is.
template <class G, class Extremum>
struct PlainExtremum : Extremum, SignedZeroClause<G> {
  static constexpr Clause any_nan{internal::ClauseId<G, ".nan">::view, "nan-operand",
                                  Effect::implementation_defined,
                                  "a NaN takes part, and whether it is the result is not defined"};
  static constexpr auto clauses = clause_list(any_nan, SignedZeroClause<G>::signed_zero);

  template <class T>
  struct Accumulator : ExtremumAccumulator<Extremum, T> {
    const Clause* broken() const {
      if (this->any_nan) return &any_nan;
      return this->zeros_of_both_signs() ? &SignedZeroClause<G>::signed_zero : nullptr;
    }
  };
};

}  // namespace spirv_oracle
