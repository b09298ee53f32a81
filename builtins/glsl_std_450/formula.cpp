#include "builtins/glsl_std_450/formula.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace spirv_oracle::glsl_std_450 {
namespace {

// Functions of the host for Real. These wrappers select one of the overloads in std.
namespace host {
Real exp(Real x) { return std::exp(x); }
Real exp2(Real x) { return std::exp2(x); }
Real log(Real x) { return std::log(x); }
Real log2(Real x) { return std::log2(x); }
Real atan(Real x) { return std::atan(x); }
Real inverse_sqrt(Real x) { return 1 / std::sqrt(x); }
}  // namespace host

constexpr Interval inner_logarithms{Real{0.5}, 2, false};
constexpr Real log_ulps = 3;
constexpr Real inverse_sqrt_ulps = 2;

}  // namespace

// --- the bounds of the table ---

// 2 ^ -single for 32 bits, 2 ^ -half for 16 bits. For 64 bits, smaller in proportion to the longer significand.
Real Formula::power(int single, int half) const {
  if (is_half()) return std::ldexp(Real{1}, -half);
  return std::ldexp(Real{1}, -single - (rules.format.digits - binary32.digits));
}
// exp, exp2: 3 + 2 * |x| ULP; half precision: 1 + 2 * |x| ULP
Real Formula::exp_ulps(Real magnitude) const { return (is_half() ? 1 : 3) + 2 * magnitude; }
// log, log2: 3 ULP outside of [0.5, 2.0], absolute error < 2^-21 inside; half precision: 2^-7
Real Formula::log_error() const { return power(21, 7); }
// sin, cos: absolute error <= 2^-11 in [-pi, pi]; half precision: 2^-7. Unbounded elsewhere.
Real Formula::angle_error() const { return power(11, 7); }
// atan, atan2: 4096 ULP; half precision: 5 ULP
Real Formula::angle_ulps() const { return is_half() ? 5 : 4096; }

// --- functions ---

Interval Formula::exp(const Interval& x) const {
  return as_written ? from_ends(&Formula::exp_of, x.low, x.high, x.nan)
                    : enclose_exp(&host::exp, x);
}
Interval Formula::exp2(const Interval& x) const {
  return as_written ? from_ends(&Formula::exp2_of, x.low, x.high, x.nan)
                    : enclose_exp(&host::exp2, x);
}
Interval Formula::log(const Interval& x) const {
  return as_written ? from_ends(&Formula::log_of, x.low, x.high, x.nan || x.low < 0)
                    : enclose_log(&host::log, x);
}
Interval Formula::log2(const Interval& x) const {
  return as_written ? from_ends(&Formula::log2_of, x.low, x.high, x.nan || x.low < 0)
                    : enclose_log(&host::log2, x);
}
Interval Formula::sin(const Interval& x) const {
  return as_written ? angle_within(x, std::sin(x.low)) : enclose_wave(&exact::sin, x);
}
Interval Formula::cos(const Interval& x) const {
  return as_written ? angle_within(x, std::cos(x.low)) : enclose_wave(&exact::cos, x);
}

Interval Formula::inverse_sqrt(const Interval& x) const {
  if (as_written) return from_ends(&Formula::inverse_sqrt_of, x.high, x.low, x.nan || x.low < 0);
  return rules.within_ulps(exact::decreasing(&host::inverse_sqrt, rules.operand(x), 0),
                           inverse_sqrt_ulps);
}

Computed Formula::sqrt(const Interval& x) const {
  const Computed one{Interval::point(1)};
  if (x.low == 0 && x.high == 0) return {x};
  if (as_written) return divide(one, {inverse_sqrt(x)});
  // 1 / inversesqrt(0) is 1 / infinity.
  const Interval inside = intersection(x, {0, infinite_real, true});
  const Interval root = exact::sqrt(inside);
  if (inside.contains_zero()) {
    const Interval upper = rules.within_ulps(Interval::point(root.high), 8);
    return {{0, upper.high, x.nan || x.low < 0}};
  }
  Computed result = divide(one, {inverse_sqrt(x)});
  result.value.nan |= x.nan || x.low < 0;
  return result;
}

Interval Formula::atan2(const Interval& y, const Interval& x) const {
  if (as_written) return angle_of_corners(y, x);
  const Interval of_y = rules.operand(y), of_x = rules.operand(x);
  if (of_y.contains_zero() && of_x.contains_zero()) return Interval::everything();
  return rules.within_ulps(exact::atan2(of_y, of_x), angle_ulps());
}
Interval Formula::angle_above(const Interval& y, const Interval& x) const {
  if (as_written) return angle_of_corners(y, x);
  return rules.within_ulps(exact::atan2_above(rules.operand(y), rules.operand(x)), angle_ulps());
}
Interval Formula::atan(const Interval& x) const {
  if (as_written) return angle_of_corners(x, Interval::point(1));
  return rules.within_ulps(exact::increasing(&host::atan, rules.operand(x)), angle_ulps());
}

// --- as written ---

Interval Formula::from_ends(OfNumber f, Real least, Real greatest, bool may_be_nan) const {
  if (may_be_nan) return Interval::everything();
  const Interval low = (this->*f)(least), high = (this->*f)(greatest);
  return low.nan || high.nan ? Interval::everything() : Interval{low.low, high.high, false};
}
Interval Formula::exp_of(Real x) const {
  return steps.within_ulps(std::exp(x), exp_ulps(std::fabs(x)));
}
Interval Formula::exp2_of(Real x) const {
  return steps.within_ulps(std::exp2(x), exp_ulps(std::fabs(x)));
}
Interval Formula::log_of(Real x) const { return log_within(x, std::log(x)); }
Interval Formula::log2_of(Real x) const { return log_within(x, std::log2(x)); }
Interval Formula::log_within(Real x, Real exact) const {
  if (!inner_logarithms.contains(x)) return steps.within_ulps(exact, log_ulps);
  // "<": excludes the bound itself.
  return steps.within(exact, log_error() * (1 - std::ldexp(Real{1}, -40)));
}
Interval Formula::inverse_sqrt_of(Real x) const {
  return steps.within_ulps(host::inverse_sqrt(x), inverse_sqrt_ulps);
}
Interval Formula::angle_of_corners(const Interval& y, const Interval& x) const {
  if (y.nan || x.nan) return Interval::everything();
  Interval angles{infinite_real, -infinite_real, false};
  for (const Real of_y : {y.low, y.high}) {
    for (const Real of_x : {x.low, x.high})
      angles = hull(angles, steps.within_ulps(std::atan2(of_y, of_x), angle_ulps()));
  }
  return angles;
}
// Outside of the range with a stated bound, the error grows with the angle, as if multiples of a rounded pi were subtracted.
// The number of the format next to pi counts as pi.
bool Formula::is_beyond_pi(const Interval& x) const {
  return x.magnitude() > rules.format.nearest(std::numbers::pi_v<Real>);
}

Interval Formula::angle_within(const Interval& x, Real exact) const {
  if (x.nan) return Interval::everything();
  const Real turns = is_beyond_pi(x) ? std::fabs(x.low) / std::numbers::pi_v<Real> : 1;
  return steps.within(exact, angle_error() * turns);
}

// --- enclosures ---

Interval Formula::enclose_exp(exact::Function f, const Interval& operand) const {
  const Interval x = rules.operand(operand);
  if (!x.is_finite()) return Interval::everything();
  return rules.within_ulps(exact::increasing(f, x), exp_ulps(x.magnitude()));
}

Interval Formula::enclose_log(exact::Function f, const Interval& operand) const {
  const Interval x = rules.operand(operand), &inner = inner_logarithms;
  Interval result = Interval::only_nan();
  result.nan = x.nan || (x.has_numbers() && x.low < 0);
  const auto add = [&](const Interval& part, bool is_inner) {
    if (!part.has_numbers()) return;
    const Interval exact = exact::increasing(f, part, 0);
    result = hull(result, numbers_of(is_inner ? rules.within_error(exact, log_error())
                                              : rules.within_ulps(exact, log_ulps)));
  };
  const Interval positive = intersection(numbers_of(x), {0, infinite_real, false});
  if (!positive.has_numbers()) return result;
  add(intersection(positive, inner), true);
  if (positive.low < inner.low) add({positive.low, std::min(positive.high, inner.low)}, false);
  if (positive.high > inner.high) add({std::max(positive.low, inner.high), positive.high}, false);
  return result;
}

Interval Formula::enclose_wave(Interval (*f)(const Interval&), const Interval& operand) const {
  const Interval x = rules.operand(operand);
  if (!x.is_finite() || is_beyond_pi(x)) return Interval::everything();
  return rules.within_error(f(x), angle_error());
}

}  // namespace spirv_oracle::glsl_std_450
