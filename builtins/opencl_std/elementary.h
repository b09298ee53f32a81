// Math instructions with only a mathematical meaning: computed in a wider type, rounded once. The
// special values are those of ISO/IEC 9899:TC2, section F.9, which the host's library follows, and
// of "Additional Requirements Beyond ISO/IEC 9899:TC2" of the OpenCL SPIR-V environment.
#pragma once

#include <cmath>
#include <numbers>

#include "builtins/opencl_std/instruction.h"

namespace spirv_oracle::opencl_std {

template <class T>
inline constexpr T pi = std::numbers::pi_v<T>;

// --- angles ---

struct sin : RoundedOnce<sin, listed::sin> {
  template <class T>
  static T value(T x) {
    return std::sin(x);
  }
};

struct cos : RoundedOnce<cos, listed::cos> {
  template <class T>
  static T value(T x) {
    return std::cos(x);
  }
};

struct tan : RoundedOnce<tan, listed::tan> {
  template <class T>
  static T value(T x) {
    return std::tan(x);
  }
};

struct asin : RoundedOnce<asin, listed::asin> {
  template <class T>
  static T value(T x) {
    return std::asin(x);
  }
};

struct acos : RoundedOnce<acos, listed::acos> {
  template <class T>
  static T value(T x) {
    return std::acos(x);
  }
};

struct atan : RoundedOnce<atan, listed::atan> {
  template <class T>
  static T value(T x) {
    return std::atan(x);
  }
};

struct atan2 : RoundedOnce2<atan2, listed::atan2> {
  template <class T>
  static T value(T y, T x) {
    return std::atan2(y, x);
  }
};

// --- angles in half turns ---

// sin(pi * x). The angle is moved to a quarter turn on either side of 0 before the multiplication
// by pi, which is exact. A zero has the sign of x.
struct sinpi : RoundedOnce<sinpi, listed::sinpi> {
  template <class T>
  static T value(T x) {
    const T turn = std::fmod(x, T(2));  // NaN for infinities
    const T from_zero = std::fabs(turn);
    if (from_zero == 0 || from_zero == 1) return std::copysign(T(0), x);
    // sin(pi * t) = sin(pi * (1 - t)) for t in (0, 1), -sin(pi * (t - 1)) in (1, 2)
    const T past = from_zero > 1 ? from_zero - 1 : from_zero;
    const T near = past > T(0.5) ? 1 - past : past;
    const T magnitude = near > T(0.25) ? std::cos(pi<T> * (T(0.5) - near)) : std::sin(pi<T> * near);
    return std::copysign(T(1), x) * (from_zero > 1 ? -magnitude : magnitude);
  }
};

// cos(pi * x)
struct cospi : RoundedOnce<cospi, listed::cospi> {
  template <class T>
  static T value(T x) {
    const T turn = std::fabs(std::fmod(x, T(2)));
    const T past = turn > 1 ? 2 - turn : turn;  // cos(pi * t) = cos(pi * (2 - t))
    if (past == T(0.5)) return T(0);
    // cos(pi * t) = sin(pi * (1/2 - t))
    if (past > T(0.25) && past < T(0.75)) return std::sin(pi<T> * (T(0.5) - past));
    return past > T(0.5) ? -std::cos(pi<T> * (1 - past)) : std::cos(pi<T> * past);
  }
};

// tan(pi * x)
struct tanpi : RoundedOnce<tanpi, listed::tanpi> {
  template <class T>
  static T value(T x) {
    const T turn = std::fmod(x, T(2));
    const T from_zero = std::fabs(turn);
    // "tanpi(n) is copysign(0.0, n) for even integers n, copysign(0.0, -n) for odd ones"
    if (from_zero == 0 || from_zero == 1) return std::copysign(T(0), from_zero == 1 ? -x : x);
    // "tanpi(n + 0.5) is +inf for even n, -inf for odd n"
    if (from_zero == T(0.5) || from_zero == T(1.5))
      return turn == T(0.5) || turn == T(-1.5) ? infinity<T> : -infinity<T>;
    // Where sine and cosine have the same magnitude, their quotient is exact.
    const T sine = sinpi::value(x), cosine = cospi::value(x);
    if (std::fmod(from_zero, T(0.5)) == T(0.25)) return std::copysign(T(1), sine * cosine);
    return sine / cosine;
  }
};

struct asinpi : RoundedOnce<asinpi, listed::asinpi> {
  template <class T>
  static T value(T x) {
    return std::asin(x) / pi<T>;
  }
};

struct acospi : RoundedOnce<acospi, listed::acospi> {
  template <class T>
  static T value(T x) {
    return std::acos(x) / pi<T>;
  }
};

struct atanpi : RoundedOnce<atanpi, listed::atanpi> {
  template <class T>
  static T value(T x) {
    return std::atan(x) / pi<T>;
  }
};

struct atan2pi : RoundedOnce2<atan2pi, listed::atan2pi> {
  template <class T>
  static T value(T y, T x) {
    return std::atan2(y, x) / pi<T>;
  }
};

// --- hyperbolic functions ---

struct sinh : RoundedOnce<sinh, listed::sinh> {
  template <class T>
  static T value(T x) {
    return std::sinh(x);
  }
};

struct cosh : RoundedOnce<cosh, listed::cosh> {
  template <class T>
  static T value(T x) {
    return std::cosh(x);
  }
};

struct tanh : RoundedOnce<tanh, listed::tanh> {
  template <class T>
  static T value(T x) {
    // Closer than the host's tanhl for small numbers: the next term of the series is -x^3 / 3.
    return std::fabs(x) < T(0x1p-33) ? x : std::tanh(x);
  }
};

struct asinh : RoundedOnce<asinh, listed::asinh> {
  template <class T>
  static T value(T x) {
    return std::asinh(x);
  }
};

struct acosh : RoundedOnce<acosh, listed::acosh> {
  template <class T>
  static T value(T x) {
    return std::acosh(x);
  }
};

struct atanh : RoundedOnce<atanh, listed::atanh> {
  template <class T>
  static T value(T x) {
    return std::atanh(x);
  }
};

// --- exponentials and logarithms ---

struct exp : RoundedOnce<exp, listed::exp> {
  template <class T>
  static T value(T x) {
    return std::exp(x);
  }
};

struct exp2 : RoundedOnce<exp2, listed::exp2> {
  template <class T>
  static T value(T x) {
    return std::exp2(x);
  }
};

struct exp10 : RoundedOnce<exp10, listed::exp10> {
  template <class T>
  static T value(T x) {
    return std::pow(T(10), x);
  }
};

struct expm1 : RoundedOnce<expm1, listed::expm1> {
  template <class T>
  static T value(T x) {
    return std::expm1(x);
  }
};

struct log : RoundedOnce<log, listed::log> {
  template <class T>
  static T value(T x) {
    return std::log(x);
  }
};

struct log2 : RoundedOnce<log2, listed::log2> {
  template <class T>
  static T value(T x) {
    return std::log2(x);
  }
};

struct log10 : RoundedOnce<log10, listed::log10> {
  template <class T>
  static T value(T x) {
    return std::log10(x);
  }
};

struct log1p : RoundedOnce<log1p, listed::log1p> {
  template <class T>
  static T value(T x) {
    return std::log1p(x);
  }
};

// --- roots and powers ---

struct sqrt : RoundedOnce<sqrt, listed::sqrt> {
  static constexpr bool rounds_on_request = true;

  template <class T>
  static T component(T x) {
    return std::sqrt(x);
  }
};

struct rsqrt : RoundedOnce<rsqrt, listed::rsqrt> {
  template <class T>
  static T value(T x) {
    return 1 / std::sqrt(x);
  }
};

struct cbrt : RoundedOnce<cbrt, listed::cbrt> {
  template <class T>
  static T value(T x) {
    return std::cbrt(x);
  }
};

// sqrt(x ^ 2 + y ^ 2)
struct hypot : RoundedOnce2<hypot, listed::hypot> {
  template <class T>
  static T value(T x, T y) {
    return std::hypot(x, y);
  }
};

struct pow : RoundedOnce2<pow, listed::pow> {
  template <class T>
  static T value(T x, T y) {
    return std::pow(x, y);
  }
};

// For x >= 0, exp(y * log(x)): unlike in pow, indeterminate forms are NaN.
struct powr : RoundedOnce2<powr, listed::powr> {
  template <class T>
  static T value(T x, T y) {
    if (is_nan(x) || is_nan(y) || x < 0) return not_a_number<T>;
    if (y == 0 && (x == 0 || std::isinf(x))) return not_a_number<T>;
    if (x == 1 && std::isinf(y)) return not_a_number<T>;
    return std::pow(std::fabs(x), y);
  }
};

// x ^ y for an integer y
struct pown : MathWithInteger<listed::pown, 2> {
  static constexpr Signedness signedness{.operands = true};  // i32, whose type has no sign
  using Float16Compute = double;

  template <class T>
  static T component(T x, std::int32_t y) {
    return static_cast<T>(std::pow(static_cast<Wide<T>>(x), static_cast<Wide<T>>(y)));
  }
};

// x ^ (1 / y) for an integer y
struct rootn : MathWithInteger<listed::rootn, 2> {
  static constexpr Signedness signedness{.operands = true};  // i32, whose type has no sign
  using Float16Compute = double;

  template <class T>
  static T component(T x, std::int32_t y) {
    return static_cast<T>(root(static_cast<Wide<T>>(x), y));
  }

  // The root in the wider type.
  template <class T>
  static T root(T x, std::int32_t y) {
    const bool odd = y % 2 != 0;
    if (y == 0 || is_nan(x) || (x < 0 && !odd)) return not_a_number<T>;
    const T magnitude = std::fabs(x);
    const T power = y == 1    ? magnitude
                    : y == -1 ? 1 / magnitude
                    : y == 2  ? std::sqrt(magnitude)
                    : y == 3  ? std::cbrt(magnitude)
                              : improved(std::pow(magnitude, 1 / static_cast<T>(y)), magnitude, y);
    return odd ? std::copysign(power, x) : power;
  }

 private:
  // One step of Newton's method, because the exponent 1 / y has an error.
  template <class T>
  static T improved(T power, T x, std::int32_t y) {
    const T error = std::pow(power, static_cast<T>(y)) / x - 1;
    return std::isfinite(error) ? power - power * error / static_cast<T>(y) : power;
  }
};

// --- gamma and error functions ---

struct tgamma : RoundedOnce<tgamma, listed::tgamma> {
  template <class T>
  static T value(T x) {
    return std::tgamma(x);
  }
};

// The logarithm of the magnitude of the gamma function. `sign` gets the sign of the latter: 1, -1,
// or 0 "if x is zero or a negative integer".
template <class T>
T log_gamma(T x, int& sign) {
  T value{};
  if constexpr (std::is_same_v<T, double>) {
    value = ::lgamma_r(x, &sign);
  } else {
    value = ::lgammal_r(x, &sign);
  }
  if (x == 0 || (x < 0 && std::trunc(x) == x)) sign = 0;
  return value;
}

struct lgamma : RoundedOnce<lgamma, listed::lgamma> {
  template <class T>
  static T value(T x) {
    int sign = 0;
    return log_gamma(x, sign);
  }
};

struct erf : RoundedOnce<erf, listed::erf> {
  template <class T>
  static T value(T x) {
    return std::erf(x);
  }
};

struct erfc : RoundedOnce<erfc, listed::erfc> {
  template <class T>
  static T value(T x) {
    return std::erfc(x);
  }
};

}  // namespace spirv_oracle::opencl_std
