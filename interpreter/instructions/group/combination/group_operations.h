// The integer, bitwise and Boolean operations of group instructions.
#pragma once

#include <cstddef>
#include <limits>

#include "interpreter/instructions/group/combination/group_indeterminate_bits.h"
#include "interpreter/instructions/group/combination/group_operation.h"

namespace spirv_oracle {

struct IntegerAddition {
  using Domain = AnyInt;
  template <class T>
  using Indeterminate = IndeterminateSum<T>;
  template <class T>
  static constexpr T identity() {
    return 0;
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return static_cast<T>(a + b);
  }
};

struct IntegerMultiplication {
  using Domain = AnyInt;
  static constexpr std::size_t max_vectorized_bytes = 4;
  template <class T>
  using Indeterminate = IndeterminateProduct<T>;
  template <class T>
  static constexpr T identity() {
    return 1;
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(1u * a * b);  // 16-bit factors must not be promoted to int
    } else {
      return a * b;
    }
  }
};

template <class AnySignedness>
struct IntegerMinimum {
  using Domain = AnySignedness;
  template <class T>
  using Indeterminate = IndeterminateExtremum<T, false>;
  template <class T>
  static constexpr T identity() {
    return std::numeric_limits<T>::max();
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return a < b ? a : b;
  }
};
using SignedMinimum = IntegerMinimum<SignedInt>;
using UnsignedMinimum = IntegerMinimum<UnsignedInt>;

template <class AnySignedness>
struct IntegerMaximum {
  using Domain = AnySignedness;
  template <class T>
  using Indeterminate = IndeterminateExtremum<T, true>;
  template <class T>
  static constexpr T identity() {
    return std::numeric_limits<T>::min();
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return a > b ? a : b;
  }
};
using SignedMaximum = IntegerMaximum<SignedInt>;
using UnsignedMaximum = IntegerMaximum<UnsignedInt>;

struct BitwiseAnd {
  using Domain = AnyInt;
  template <class T>
  using Indeterminate = IndeterminateAnd<T>;
  template <class T>
  static constexpr T identity() {
    return static_cast<T>(~T{0});
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return static_cast<T>(a & b);
  }
};

struct BitwiseOr {
  using Domain = AnyInt;
  template <class T>
  using Indeterminate = IndeterminateOr<T>;
  template <class T>
  static constexpr T identity() {
    return 0;
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return static_cast<T>(a | b);
  }
};

struct BitwiseXor {
  using Domain = AnyInt;
  template <class T>
  using Indeterminate = IndeterminateXor<T>;
  template <class T>
  static constexpr T identity() {
    return 0;
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};

// The identity is true: a and b equals not (not a or not b).
struct LogicalAnd {
  using Domain = internal::Boolean;
  using Indeterminate = IndeterminateAnd<bool>;
  static constexpr bool negated = true;
  static std::uint64_t combine(std::uint64_t a, std::uint64_t b) { return a | b; }
};

struct LogicalOr {
  using Domain = internal::Boolean;
  using Indeterminate = IndeterminateOr<bool>;
  static constexpr bool negated = false;
  static std::uint64_t combine(std::uint64_t a, std::uint64_t b) { return a | b; }
};

struct LogicalXor {
  using Domain = internal::Boolean;
  using Indeterminate = IndeterminateXor<bool>;
  static constexpr bool negated = false;
  static std::uint64_t combine(std::uint64_t a, std::uint64_t b) { return a ^ b; }
};

// Instantiated once, beside the non-uniform instruction of the operation.
extern template GroupCode group_code<IntegerAddition>(Lowering&, ScalarType, spv::GroupOperation);
extern template GroupCode group_code<IntegerMultiplication>(Lowering&, ScalarType,
                                                            spv::GroupOperation);
extern template GroupCode group_code<SignedMinimum>(Lowering&, ScalarType, spv::GroupOperation);
extern template GroupCode group_code<SignedMaximum>(Lowering&, ScalarType, spv::GroupOperation);
extern template GroupCode group_code<UnsignedMinimum>(Lowering&, ScalarType, spv::GroupOperation);
extern template GroupCode group_code<UnsignedMaximum>(Lowering&, ScalarType, spv::GroupOperation);
extern template GroupCode group_code<BitwiseAnd>(Lowering&, ScalarType, spv::GroupOperation);
extern template GroupCode group_code<BitwiseOr>(Lowering&, ScalarType, spv::GroupOperation);
extern template GroupCode group_code<BitwiseXor>(Lowering&, ScalarType, spv::GroupOperation);
extern template GroupCode group_code<LogicalAnd>(Lowering&, ScalarType, spv::GroupOperation);
extern template GroupCode group_code<LogicalOr>(Lowering&, ScalarType, spv::GroupOperation);
extern template GroupCode group_code<LogicalXor>(Lowering&, ScalarType, spv::GroupOperation);

}  // namespace spirv_oracle
