// Exponential Functions.
#pragma once

#include <cmath>

#include "builtins/glsl_std_450/trigonometry.h"

namespace spirv_oracle::glsl_std_450 {

// x raised to the y power.
struct Pow : Binary<listed::Pow, Float16Or32> {
  using Float16Compute = double;
  static constexpr Clause x_negative{"GLSL.std.450.Pow.x-negative", math_domain,
                                     Effect::undefined_result, "x is negative"};
  static constexpr Clause x_zero_and_y_not_positive{"GLSL.std.450.Pow.x-zero-and-y-not-positive",
                                                    math_domain, Effect::undefined_result,
                                                    "x is 0 and y is not positive"};
  static constexpr auto clauses = clause_list(x_negative, x_zero_and_y_not_positive);

  template <class T>
  static Checked<T> component(T x, T y) {
    const T power = static_cast<T>(accurate::pow(x, y));
    if (x < 0) return {x_negative, power};
    if (x == 0 && y <= 0) return {x_zero_and_y_not_positive, power};
    return power;
  }
};

// exp(Inf) = Inf, exp(-Inf) = +0
struct Exp : RoundedOnce<Exp, listed::Exp> {
  static double value(double x) { return accurate::exp(x); }
};

// NaN if x < 0; log(Inf) = Inf, log(1.0) = +0, log(+-0) = -Inf
struct Log : RoundedOnce<Log, listed::Log> {
  static double value(double x) { return accurate::log(x); }
};

// exp2(Inf) = Inf, exp2(-Inf) = +0
struct Exp2 : RoundedOnce<Exp2, listed::Exp2> {
  static double value(double x) { return accurate::exp2(x); }
};

// NaN if x < 0; log2(Inf) = Inf, log2(1.0) = +0, log2(+-0) = -Inf
struct Log2 : RoundedOnce<Log2, listed::Log2> {
  static double value(double x) { return accurate::log2(x); }
};

// NaN if x < 0; sqrt(Inf) = Inf, sqrt(+-0) = +-0
struct Sqrt : Unary<listed::Sqrt, AnyFloat> {
  template <class T>
  static T component(T x) {
    return std::sqrt(x);
  }
};

// The reciprocal of sqrt x: NaN if x < 0; inversesqrt(Inf) = +0, inversesqrt(+-0) = +-Inf
struct InverseSqrt : Unary<listed::InverseSqrt, AnyFloat> {
  template <class T>
  static T component(T x) {
    using Wider = std::conditional_t<std::is_same_v<T, float>, double, long double>;
    return static_cast<T>(1 / std::sqrt(static_cast<Wider>(x)));
  }
};

}  // namespace spirv_oracle::glsl_std_450
