// Common instructions.
#pragma once

#include <numbers>

#include "builtins/opencl_std/exact.h"

namespace spirv_oracle::opencl_std {

// fmin(fmax(x, minval), maxval)
struct fclamp : Math<listed::fclamp, 3> {
  static constexpr Clause min_greater_than_max{"OpenCL.std.fclamp.min-greater-than-max",
                                               math_domain, Effect::undefined_result,
                                               "minval is greater than maxval"};
  static constexpr auto clauses = clause_list(min_greater_than_max);

  template <class T>
  static Checked<T> component(T x, T minval, T maxval) {
    const T clamped = fmin::component(fmax::component(x, minval), maxval);
    if (minval > maxval) return {min_greater_than_max, clamped};
    return clamped;
  }
};

// radians * 180 / pi
struct degrees : RoundedOnce<degrees, listed::degrees> {
  template <class T>
  static T value(T radians) {
    return radians * (180 / std::numbers::pi_v<T>);
  }
};

// degrees * pi / 180
struct radians : RoundedOnce<radians, listed::radians> {
  template <class T>
  static T value(T degrees) {
    return degrees * (std::numbers::pi_v<T> / 180);
  }
};

// y if x < y, otherwise x
struct fmax_common : Math<listed::fmax_common, 2> {
  static constexpr Clause not_finite{"OpenCL.std.fmax_common.not-finite", math_domain,
                                     Effect::undefined_result, "x or y is an infinity or a NaN"};
  static constexpr auto clauses = clause_list(not_finite);

  template <class T>
  static Checked<T> component(T x, T y) {
    const T maximum = x < y ? y : x;
    if (!(absolute(x) < infinity<T> && absolute(y) < infinity<T>)) return {not_finite, maximum};
    return maximum;
  }
};

// y if y < x, otherwise x
struct fmin_common : Math<listed::fmin_common, 2> {
  static constexpr Clause not_finite{"OpenCL.std.fmin_common.not-finite", math_domain,
                                     Effect::undefined_result, "x or y is an infinity or a NaN"};
  static constexpr auto clauses = clause_list(not_finite);

  template <class T>
  static Checked<T> component(T x, T y) {
    const T minimum = y < x ? y : x;
    if (!(absolute(x) < infinity<T> && absolute(y) < infinity<T>)) return {not_finite, minimum};
    return minimum;
  }
};

// x + (y - x) * a, each step rounded
struct mix : Math<listed::mix, 3> {
  template <class T>
  static T component(T x, T y, T a) {
    return x + (y - x) * a;
  }
};

// 0.0 if x < edge, otherwise 1.0
struct step : Math<listed::step, 2> {
  template <class T>
  static T component(T edge, T x) {
    return x < edge ? T(0) : T(1);
  }
};

// 0.0 if x <= edge0, 1.0 if x >= edge1, otherwise t * t * (3 - 2 * t).
struct smoothstep : Math<listed::smoothstep, 3> {
  static constexpr Clause edges_not_ascending{"OpenCL.std.smoothstep.edges-not-ascending",
                                              math_domain, Effect::undefined_result,
                                              "edge0 is greater than or equal to edge1"};
  static constexpr Clause operand_nan{"OpenCL.std.smoothstep.operand-nan", math_domain,
                                      Effect::undefined_result, "x, edge0 or edge1 is a NaN"};
  static constexpr auto clauses = clause_list(edges_not_ascending, operand_nan);

  template <class T>
  static Checked<T> component(T edge0, T edge1, T x) {
    const T t = fclamp::component((x - edge0) / (edge1 - edge0), T(0), T(1)).value;
    const T blend = t * t * (3 - 2 * t);
    const T result = x <= edge0 ? T(0) : x >= edge1 ? T(1) : blend;
    if (edge0 >= edge1) return {edges_not_ascending, result};
    if (is_nan(x) || is_nan(edge0) || is_nan(edge1)) return {operand_nan, result};
    return result;
  }
};

// 1.0 if x > 0, -1.0 if x < 0, x if it is a zero, 0.0 if it is a NaN
struct sign : Math<listed::sign, 1> {
  template <class T>
  static T component(T x) {
    if (is_nan(x)) return T(0);
    return x == 0 ? x : with_sign_of(T(1), x);
  }
};

}  // namespace spirv_oracle::opencl_std
