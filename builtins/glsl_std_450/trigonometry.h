// Angle and Trigonometry Functions. All operands have 16-bit or 32-bit components.
#pragma once

#include "builtins/glsl_std_450/accurate.h"
#include "builtins/glsl_std_450/instruction.h"

namespace spirv_oracle::glsl_std_450 {

inline constexpr double pi = 3.14159265358979323846;

// A function of one operand, computed in double precision by Self::value and rounded once.
template <class Self, class G>
struct RoundedOnce : Unary<G, Float16Or32> {
  using Float16Compute = double;

  template <class T>
  static T component(T x) {
    return static_cast<T>(Self::value(static_cast<double>(x)));
  }
};

// degrees * pi / 180
struct Radians : RoundedOnce<Radians, listed::Radians> {
  static double value(double degrees) { return degrees * (pi / 180); }
};

// radians * 180 / pi
struct Degrees : RoundedOnce<Degrees, listed::Degrees> {
  static double value(double radians) { return radians * (180 / pi); }
};

// sin(+-Inf) = NaN
struct Sin : RoundedOnce<Sin, listed::Sin> {
  static double value(double x) { return accurate::sin(x); }
};

// cos(+-Inf) = NaN
struct Cos : RoundedOnce<Cos, listed::Cos> {
  static double value(double x) { return accurate::cos(x); }
};

// tan(+-Inf) = NaN
struct Tan : RoundedOnce<Tan, listed::Tan> {
  static double value(double x) { return accurate::tan(x); }
};

// In [-pi / 2, pi / 2]; NaN if abs x > 1.
struct Asin : RoundedOnce<Asin, listed::Asin> {
  static double value(double x) { return accurate::asin(x); }
};

// In [0, pi]; NaN if abs x > 1.
struct Acos : RoundedOnce<Acos, listed::Acos> {
  static double value(double x) { return accurate::acos(x); }
};

// In [-pi / 2, pi / 2].
struct Atan : RoundedOnce<Atan, listed::Atan> {
  static double value(double y_over_x) { return accurate::atan(y_over_x); }
};

// sinh(+-Inf) = +-Inf
struct Sinh : RoundedOnce<Sinh, listed::Sinh> {
  static double value(double x) { return accurate::sinh(x); }
};

// cosh(+-Inf) = Inf
struct Cosh : RoundedOnce<Cosh, listed::Cosh> {
  static double value(double x) { return accurate::cosh(x); }
};

// tanh(+-Inf) = +-1
struct Tanh : RoundedOnce<Tanh, listed::Tanh> {
  static double value(double x) { return accurate::tanh(x); }
};

// asinh(+-Inf) = +-Inf
struct Asinh : RoundedOnce<Asinh, listed::Asinh> {
  static double value(double x) { return accurate::asinh(x); }
};

// Not negative; NaN if x < 1; acosh(Inf) = Inf.
struct Acosh : RoundedOnce<Acosh, listed::Acosh> {
  static double value(double x) { return accurate::acosh(x); }
};

// "The resulting value is NaN if abs x >= 1", including +-1, where the limit is an infinity.
struct Atanh : RoundedOnce<Atanh, listed::Atanh> {
  static double value(double x) {
    if (absolute(x) >= 1) return std::numeric_limits<double>::quiet_NaN();
    return accurate::atanh(x);
  }
};

// An angle whose tangent is y / x, in [-pi, pi].
struct Atan2 : Binary<listed::Atan2, Float16Or32> {
  using Float16Compute = double;
  static constexpr Clause both_zero{"GLSL.std.450.Atan2.both-zero", math_domain,
                                    Effect::undefined_result, "x and y are both 0"};
  static constexpr auto clauses = clause_list(both_zero);

  template <class T>
  static Checked<T> component(T y, T x) {
    const T angle = static_cast<T>(accurate::atan2(y, x));
    if (x == 0 && y == 0) return {both_zero, angle};
    return angle;
  }
};

}  // namespace spirv_oracle::glsl_std_450
