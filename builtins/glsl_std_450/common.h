// Common Functions, floating-point.
#pragma once

#include <cmath>

#include "builtins/glsl_std_450/instruction.h"
#include "interpreter/instructions/fused_multiply_add.h"

namespace spirv_oracle::glsl_std_450 {

// --- whole numbers; for all of them f(+-0) = +-0 and f(+-Inf) = +-Inf ---

// "The fraction 0.5 rounds in a direction chosen by the implementation."
struct Round : Unary<listed::Round, AnyFloat> {
  static constexpr Clause fraction_half{
      "GLSL.std.450.Round.fraction-half", one_of_several, Effect::implementation_defined,
      "the fraction of x is 0.5; implementations may round it up or down"};
  static constexpr auto clauses = clause_list(fraction_half);

  template <class T>
  static Checked<T> component(T x) {
    const T whole = round_even(x);
    if (is_halfway(x)) return {fraction_half, whole};
    return whole;
  }
};

struct RoundEven : Unary<listed::RoundEven, AnyFloat> {
  template <class T>
  static T component(T x) {
    return round_even(x);
  }
};

struct Trunc : Unary<listed::Trunc, AnyFloat> {
  template <class T>
  static T component(T x) {
    return std::trunc(x);
  }
};

struct Floor : Unary<listed::Floor, AnyFloat> {
  template <class T>
  static T component(T x) {
    return std::floor(x);
  }
};

struct Ceil : Unary<listed::Ceil, AnyFloat> {
  template <class T>
  static T component(T x) {
    return std::ceil(x);
  }
};

// x - floor x; fract(+-0) = +0, fract(+-Inf) = NaN
struct Fract : Unary<listed::Fract, AnyFloat> {
  template <class T>
  static T component(T x) {
    return x - std::floor(x);
  }
};

// --- signs ---

struct FAbs : Unary<listed::FAbs, AnyFloat> {
  static constexpr auto sign_operation = SignOperation::sets;

  template <class T>
  static T component(T x) {
    return absolute(x);
  }
};

// "1.0 if x > 0, -1.0 if x < 0, +0.0 if x = +0.0, and +-0.0 if x = -0.0", that is, either zero.
struct FSign : Unary<listed::FSign, AnyFloat> {
  static constexpr Clause x_nan{"GLSL.std.450.FSign.x-nan", one_of_several,
                                Effect::implementation_defined,
                                "x is a NaN; the result may be +1.0, -1.0, +0.0 or -0.0"};
  static constexpr Clause x_negative_zero{"GLSL.std.450.FSign.x-negative-zero", one_of_several,
                                          Effect::implementation_defined,
                                          "x is -0.0; the result may be -0.0 or +0.0"};
  static constexpr auto clauses = clause_list(x_nan, x_negative_zero);

  template <class T>
  static Checked<T> component(T x) {
    const bool has_sign = absolute(x) > 0;
    const T sign = with_sign_of(has_sign ? T{1} : T{0}, x);
    if (!has_sign && bits_of(x) != 0) return {is_nan(x) ? x_nan : x_negative_zero, sign};
    return sign;
  }
};

// --- smaller and greater; -0 compares less than +0 ---

// Equal numbers have the same bits, except for the zeros.
template <class T>
constexpr T lesser(T x, T y) {
  if (x == y) return std::bit_cast<T>(bits_of(x) | bits_of(y));
  return y < x ? y : x;
}

template <class T>
constexpr T greater(T x, T y) {
  if (x == y) return std::bit_cast<T>(bits_of(x) & bits_of(y));
  return x < y ? y : x;
}

// "Which operand is the result is undefined if one of the operands is a NaN", but it is one of
// them.
template <class G>
struct ExtremumOrNan : Binary<G, AnyFloat> {
  static constexpr Clause operand_nan{internal::ClauseId<InSet<G>, ".operand-nan">::view,
                                      one_of_several, Effect::implementation_defined,
                                      "x or y is a NaN; either may be the result"};
  static constexpr auto clauses = clause_list(operand_nan);

  // The extremum, as far as the operands determine it.
  template <class T>
  static Checked<T> checked(T x, T y, T extremum) {
    if (is_nan(x) != is_nan(y)) return {operand_nan, extremum};
    return extremum;
  }
};

struct FMin : ExtremumOrNan<listed::FMin> {
  template <class T>
  static Checked<T> component(T x, T y) {
    return checked(x, y, lesser(x, y));
  }
};

struct FMax : ExtremumOrNan<listed::FMax> {
  template <class T>
  static Checked<T> component(T x, T y) {
    return checked(x, y, greater(x, y));
  }
};

// min(max(x, minVal), maxVal), with the min and max of FMin and FMax.
struct FClamp : Ternary<listed::FClamp, AnyFloat> {
  static constexpr Clause min_greater_than_max{"GLSL.std.450.FClamp.min-greater-than-max",
                                               math_domain, Effect::undefined_result,
                                               "minVal is greater than maxVal"};
  static constexpr Clause operand_nan{"GLSL.std.450.FClamp.operand-nan", one_of_several,
                                      Effect::implementation_defined,
                                      "an operand is a NaN; any operand may be the result"};
  static constexpr auto clauses = clause_list(min_greater_than_max, operand_nan);

  template <class T>
  static Checked<T> component(T x, T min_val, T max_val) {
    const T clamped = lesser(greater(x, min_val), max_val);
    const bool descending = min_val > max_val;
    if (descending || is_nan(x) != is_nan(min_val) || is_nan(x) != is_nan(max_val)) {
      return {descending ? min_greater_than_max : operand_nan, clamped};
    }
    return clamped;
  }
};

// "If one operand is a NaN, the other operand is the result. If both operands are NaN, the result is
// a NaN."
template <class T>
constexpr T lesser_number(T x, T y) {
  return is_nan(x) ? y : is_nan(y) ? x : lesser(x, y);
}

template <class T>
constexpr T greater_number(T x, T y) {
  return is_nan(x) ? y : is_nan(y) ? x : greater(x, y);
}

struct NMin : Binary<listed::NMin, AnyFloat> {
  static constexpr std::uint32_t twin_for_nans = listed::FMin::number;

  template <class T>
  static T component(T x, T y) {
    return lesser_number(x, y);
  }
};

struct NMax : Binary<listed::NMax, AnyFloat> {
  static constexpr std::uint32_t twin_for_nans = listed::FMax::number;

  template <class T>
  static T component(T x, T y) {
    return greater_number(x, y);
  }
};

// min(max(x, minVal), maxVal), with the min and max of NMin and NMax.
struct NClamp : Ternary<listed::NClamp, AnyFloat> {
  static constexpr std::uint32_t twin_for_nans = listed::FClamp::number;
  static constexpr Clause min_greater_than_max{"GLSL.std.450.NClamp.min-greater-than-max",
                                               math_domain, Effect::undefined_result,
                                               "minVal is greater than maxVal"};
  static constexpr auto clauses = clause_list(min_greater_than_max);

  template <class T>
  static Checked<T> component(T x, T min_val, T max_val) {
    const T clamped = lesser_number(greater_number(x, min_val), max_val);
    if (min_val > max_val) return {min_greater_than_max, clamped};
    return clamped;
  }
};

// --- blends and steps ---

// x * (1 - a) + y * a
struct FMix : Ternary<listed::FMix, AnyFloat> {
  template <class T>
  static T component(T x, T y, T a) {
    return x * (1 - a) + y * a;
  }
};

// 0.0 if x < edge; otherwise 1.0, also if one of them is a NaN.
struct Step : Binary<listed::Step, AnyFloat> {
  template <class T>
  static T component(T edge, T x) {
    return x < edge ? T{0} : T{1};
  }
};

// 0.0 if x <= edge0, 1.0 if x >= edge1, otherwise t * t * (3 - 2 * t).
struct SmoothStep : Ternary<listed::SmoothStep, AnyFloat> {
  static constexpr Clause edges_not_ascending{"GLSL.std.450.SmoothStep.edges-not-ascending",
                                              math_domain, Effect::undefined_result,
                                              "edge0 is greater than or equal to edge1"};
  static constexpr Clause t_nan{"GLSL.std.450.SmoothStep.t-nan", one_of_several,
                                Effect::implementation_defined,
                                "t is a NaN; clamp may return any of several values for it"};
  static constexpr auto clauses = clause_list(edges_not_ascending, t_nan);

  template <class T>
  static Checked<T> component(T edge0, T edge1, T x) {
    const T ratio = (x - edge0) / (edge1 - edge0);
    const T t = ratio < 0 ? T{0} : ratio > 1 ? T{1} : ratio;  // a NaN remains a NaN
    const T blend = t * t * (3 - 2 * t);
    const T step = x <= edge0 ? T{0} : x >= edge1 ? T{1} : blend;
    if (edge0 >= edge1) return {edges_not_ascending, step};
    if (is_nan(step)) return {t_nan, step};
    return step;
  }
};

// Rounded once: the exact result among those that client APIs permit.
struct Fma : FusedMultiplyAdd<listed::Fma> {};

}  // namespace spirv_oracle::glsl_std_450
