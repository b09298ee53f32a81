// Non-Uniform Instructions: integer minimum and maximum

#include <limits>

#include "interpreter/semantics/non_uniform_arithmetic.h"

namespace spirv_oracle {
namespace {

struct OpGroupNonUniformSMin
    : GroupArithmetic<grammar::OpGroupNonUniformSMin, SignedInt, "OpGroupNonUniformSMin"> {
  static constexpr auto clauses = Clauses::with();

  template <class T>
  static constexpr T identity() {
    return std::numeric_limits<T>::max();
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return a < b ? a : b;
  }
};

struct OpGroupNonUniformSMax
    : GroupArithmetic<grammar::OpGroupNonUniformSMax, SignedInt, "OpGroupNonUniformSMax"> {
  static constexpr auto clauses = Clauses::with();

  template <class T>
  static constexpr T identity() {
    return std::numeric_limits<T>::min();
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return a > b ? a : b;
  }
};

struct OpGroupNonUniformUMin
    : GroupArithmetic<grammar::OpGroupNonUniformUMin, UnsignedInt, "OpGroupNonUniformUMin"> {
  static constexpr auto clauses = Clauses::with();

  template <class T>
  static constexpr T identity() {
    return std::numeric_limits<T>::max();
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return a < b ? a : b;
  }
};

struct OpGroupNonUniformUMax
    : GroupArithmetic<grammar::OpGroupNonUniformUMax, UnsignedInt, "OpGroupNonUniformUMax"> {
  static constexpr auto clauses = Clauses::with();

  template <class T>
  static constexpr T identity() {
    return std::numeric_limits<T>::min();
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return a > b ? a : b;
  }
};

}  // namespace

std::span<const InstructionDefinition> non_uniform_integer_min_max_instructions() {
  return InstructionList<OpGroupNonUniformSMin, OpGroupNonUniformUMin, OpGroupNonUniformSMax,
                         OpGroupNonUniformUMax>::definitions;
}

}  // namespace spirv_oracle
