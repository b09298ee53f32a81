// Non-Uniform Instructions: float minimum and maximum

#include <limits>

#include "interpreter/semantics/non_uniform_arithmetic.h"
#include "interpreter/semantics/non_uniform_float_format.h"

namespace spirv_oracle {
namespace {

template <internal::FixedString Name>
struct ExtremumClauses {
  static constexpr Clause all_nan{internal::Joined<Name, ".all-nan">::view, "nan-operand",
                                  Effect::undefined_result,
                                  "all Values that are used by the current invocation are NaN"};
  static constexpr Clause signed_zero{internal::Joined<Name, ".signed-zero">::view, "signed-zero",
                                      Effect::implementation_defined,
                                      "the result is -0 or +0, as both are among the Values"};
};

// "If for any two Values one of them is a NaN, the other is chosen."
template <class Self, class T>
struct ExtremumAccumulator {
  using Format = FloatFormat<T>;

  T value = Self::template identity<T>();
  bool empty = true, all_nan = true, minus_zero = false, plus_zero = false;

  void add(T contribution) {
    using Compute = typename ComputeType<T>::type;
    empty = false;
    if (Format::is_nan(contribution)) return;
    if (Format::is_zero(contribution)) {
      (Format::is_negative(contribution) ? minus_zero : plus_zero) = true;
    }
    value = all_nan ? contribution
                    : narrow<T>(Self::combine(widen<Compute>(value), widen<Compute>(contribution)));
    all_nan = false;
  }
  const Clause* broken() const {
    if (!empty && all_nan) return &Self::all_nan;
    return Format::is_zero(value) && minus_zero && plus_zero ? &Self::signed_zero : nullptr;
  }
};

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

struct OpGroupNonUniformFMin
    : GroupArithmetic<grammar::OpGroupNonUniformFMin, AnyFloat, "OpGroupNonUniformFMin">,
      ExtremumClauses<"OpGroupNonUniformFMin"> {
  static constexpr auto clauses = Clauses::with(all_nan, signed_zero);

  template <class T>
  static constexpr T identity() {
    return infinity<T>(false);
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return b < a ? b : a;
  }
  template <class T>
  using Accumulator = ExtremumAccumulator<OpGroupNonUniformFMin, T>;
  template <class T>
  [[gnu::always_inline]] static bool in_any_order(const T* values, unsigned count) {
    return extremum_in_any_order(values, count);
  }
};

struct OpGroupNonUniformFMax
    : GroupArithmetic<grammar::OpGroupNonUniformFMax, AnyFloat, "OpGroupNonUniformFMax">,
      ExtremumClauses<"OpGroupNonUniformFMax"> {
  static constexpr auto clauses = Clauses::with(all_nan, signed_zero);

  template <class T>
  static constexpr T identity() {
    return infinity<T>(true);
  }
  template <class T>
  [[gnu::always_inline]] static T combine(T a, T b) {
    return b > a ? b : a;
  }
  template <class T>
  using Accumulator = ExtremumAccumulator<OpGroupNonUniformFMax, T>;
  template <class T>
  [[gnu::always_inline]] static bool in_any_order(const T* values, unsigned count) {
    return extremum_in_any_order(values, count);
  }
};

}  // namespace

std::span<const InstructionDefinition> non_uniform_float_min_max_instructions() {
  return InstructionList<OpGroupNonUniformFMin, OpGroupNonUniformFMax>::definitions;
}

}  // namespace spirv_oracle
