// Non-Uniform Instructions: bitwise operations

#include "interpreter/semantics/non_uniform_arithmetic.h"

namespace spirv_oracle {
namespace {

struct OpGroupNonUniformBitwiseAnd
    : GroupArithmetic<grammar::OpGroupNonUniformBitwiseAnd, AnyInt, "OpGroupNonUniformBitwiseAnd"> {
  static constexpr auto clauses = Clauses::with();

  template <class T>
  static constexpr T identity() {
    return static_cast<T>(~T{0});
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return static_cast<T>(a & b);
  }
};

struct OpGroupNonUniformBitwiseOr
    : GroupArithmetic<grammar::OpGroupNonUniformBitwiseOr, AnyInt, "OpGroupNonUniformBitwiseOr"> {
  static constexpr auto clauses = Clauses::with();

  template <class T>
  static constexpr T identity() {
    return 0;
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return static_cast<T>(a | b);
  }
};

struct OpGroupNonUniformBitwiseXor
    : GroupArithmetic<grammar::OpGroupNonUniformBitwiseXor, AnyInt, "OpGroupNonUniformBitwiseXor"> {
  static constexpr auto clauses = Clauses::with();

  template <class T>
  static constexpr T identity() {
    return 0;
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};

}  // namespace

std::span<const InstructionDefinition> non_uniform_bitwise_instructions() {
  return InstructionList<OpGroupNonUniformBitwiseAnd, OpGroupNonUniformBitwiseOr,
                         OpGroupNonUniformBitwiseXor>::definitions;
}

}  // namespace spirv_oracle
