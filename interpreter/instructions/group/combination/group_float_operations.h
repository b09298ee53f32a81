// The float operations of group instructions.
#pragma once

#include "interpreter/instructions/group/combination/group_exact_results.h"
#include "interpreter/instructions/group/combination/group_operation.h"
#include "interpreter/instructions/group/combination/non_uniform_cluster.h"
#include "interpreter/instructions/group/combination/non_uniform_float_order.h"
#include "interpreter/kernels/float_format.h"

namespace spirv_oracle {

// The method that combines the contributions is implementation-defined.
struct OrderClauses {
  static constexpr Clause order{".order", "order-of-operations", Effect::implementation_defined,
                                "the order in which the contributions are combined may change the "
                                "result"};
  static constexpr Clause nan_or_denormal{
      ".nan-or-denormal", "nan-or-denormal", Effect::implementation_defined,
      "a contribution is a NaN or a denormal, and no float control defines how it is treated"};

  static constexpr auto clauses = clause_list(order, nan_or_denormal);

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
};

struct FloatSum {
  static constexpr auto enclosure = &enclosures::group_sum;
  static constexpr std::string_view noun = "a sum";
  using Domain = AnyFloat;
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
  static std::optional<ValueBounds> bounds(std::span<const T> values) {
    return OrderBounds<T>::of_sum(values);
  }
};

struct FloatAddition : FloatSum, OrderClauses {
  template <class T>
  struct Accumulator : SumInAnyOrder<FloatSum, T> {
    [[gnu::always_inline]] const Clause* broken() const { return clause_of(this->any_order()); }
  };
};

struct FloatProduct {
  static constexpr auto enclosure = &enclosures::group_product;
  static constexpr std::string_view noun = "a product";
  using Domain = AnyFloat;
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
  static std::optional<ValueBounds> bounds(std::span<const T> values) {
    return OrderBounds<T>::of_product(values);
  }
};

struct FloatMultiplication : FloatProduct, OrderClauses {
  template <class T>
  struct Accumulator : ProductInAnyOrder<FloatProduct, T> {
    [[gnu::always_inline]] const Clause* broken() const { return clause_of(this->any_order()); }
  };
};

// --- minimum and maximum ---

template <class T>
constexpr T infinity(bool negative) {
  using Format = FloatFormat<T>;
  return std::bit_cast<T>(static_cast<typename Format::Bits>(
      Format::infinity | (negative ? Format::sign_mask : typename Format::Bits{0})));
}

struct FloatMinimum {
  static constexpr auto enclosure = &enclosures::group_minimum;
  static constexpr std::string_view noun = "a minimum";
  using Domain = AnyFloat;
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
  static constexpr auto enclosure = &enclosures::group_maximum;
  static constexpr std::string_view noun = "a maximum";
  using Domain = AnyFloat;
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

// The minimum or maximum of the numbers, with other participants; NaN without a number.
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

struct SignedZeroClause {
  static constexpr Clause signed_zero{
      ".signed-zero", "signed-zero", Effect::implementation_defined,
      "the result may be -0 or +0, because both occur among the Values"};
};

// For non-uniform instructions: "If for any two Values one of them is a NaN, the other is chosen."
template <class Extremum>
struct NumberExtremum : Extremum, SignedZeroClause {
  static constexpr Clause all_nan{".all-nan", "nan-operand", Effect::undefined_result,
                                  "all Values that are used by the current invocation are NaN"};
  static constexpr auto clauses = clause_list(all_nan, signed_zero);
  // Vulkan lists them among the instructions that respect float controls.
  static constexpr bool flushes_denormals = true, ignores_special_mode = false;

  template <class T>
  struct Accumulator : ExtremumAccumulator<Extremum, T> {
    const Clause* broken() const {
      if (this->any_nan && !this->any_number) return &all_nan;
      return this->zeros_of_both_signs() ? &signed_zero : nullptr;
    }
  };
};

// For instructions whose text does not define the minimum of a NaN and a number.
template <class Extremum>
struct PlainExtremum : Extremum, SignedZeroClause {
  static constexpr Clause any_nan{".nan", "nan-operand", Effect::implementation_defined,
                                  "one of the Values is a NaN; the result may be a NaN or not"};
  static constexpr auto clauses = clause_list(any_nan, signed_zero);

  template <class T>
  struct Accumulator : ExtremumAccumulator<Extremum, T> {
    const Clause* broken() const {
      if (this->any_nan) return &any_nan;
      return this->zeros_of_both_signs() ? &signed_zero : nullptr;
    }
  };
};

// Instantiated once: beside the non-uniform instruction of the operation, or in group_arithmetic.cpp.
extern template GroupCode group_code<FloatAddition>(Lowering&, ScalarType, spv::GroupOperation);
extern template GroupCode group_code<FloatMultiplication>(Lowering&, ScalarType,
                                                          spv::GroupOperation);
extern template GroupCode group_code<PlainExtremum<FloatMinimum>>(Lowering&, ScalarType,
                                                                  spv::GroupOperation);
extern template GroupCode group_code<PlainExtremum<FloatMaximum>>(Lowering&, ScalarType,
                                                                  spv::GroupOperation);

}  // namespace spirv_oracle
