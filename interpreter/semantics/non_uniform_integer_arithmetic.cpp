// Non-Uniform Instructions: integer addition and multiplication

#include "interpreter/semantics/non_uniform_arithmetic.h"

namespace spirv_oracle {
namespace {

struct OpGroupNonUniformIAdd
    : GroupArithmetic<grammar::OpGroupNonUniformIAdd, AnyInt, "OpGroupNonUniformIAdd"> {
  static constexpr auto clauses = Clauses::with();

  template <class T>
  static constexpr T identity() {
    return 0;
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return static_cast<T>(a + b);
  }
};

struct OpGroupNonUniformIMul
    : GroupArithmetic<grammar::OpGroupNonUniformIMul, AnyInt, "OpGroupNonUniformIMul"> {
  static constexpr auto clauses = Clauses::with();

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

}  // namespace

std::span<const InstructionDefinition> non_uniform_integer_arithmetic_instructions() {
  return InstructionList<OpGroupNonUniformIAdd, OpGroupNonUniformIMul>::definitions;
}

}  // namespace spirv_oracle
