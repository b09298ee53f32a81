#include "interpreter/enclosures/functions.h"

#include <algorithm>
#include <cmath>

namespace spirv_oracle::exact {
namespace {

constexpr Real pi = 3.141592653589793238462643383279502884L;

// Functions of the host's library have an error below eight units in the last of the 64 digits of a Real.
Real less(Real x) { return std::isfinite(x) ? x - std::fabs(x) * 0x1p-60L : x; }
Real more(Real x) { return std::isfinite(x) ? x + std::fabs(x) * 0x1p-60L : x; }

Interval between(Real low, Real high, bool nan) {
  if (std::isnan(low) || std::isnan(high)) return Interval::everything();
  return {less(low), more(high), nan};
}

// The part of x inside the domain, and NaN for the part outside.
Interval inside(const Interval& x, Real first, Real last) {
  Interval part = intersection(numbers_of(x), {first, last, false});
  part.nan = x.nan || (x.has_numbers() && (x.low < first || x.high > last));
  return part;
}

// Whether a number offset + 2 * pi * n is in x, or may be.
bool may_contain_turn(const Interval& x, Real offset) {
  const Real first = std::ceil((x.low - offset) / (2 * pi) - 0x1p-50L);
  return first * (2 * pi) + offset <= more(x.high) + std::fabs(x.high) * 0x1p-50L;
}

}  // namespace

Interval increasing(Function f, const Interval& x, Real first, Real last) {
  const Interval part = inside(x, first, last);
  return part.has_numbers() ? between(f(part.low), f(part.high), part.nan) : part;
}

Interval decreasing(Function f, const Interval& x, Real first, Real last) {
  const Interval part = inside(x, first, last);
  return part.has_numbers() ? between(f(part.high), f(part.low), part.nan) : part;
}

Interval even(Function f, const Interval& x, Real first, Real last) {
  const Interval part = inside(x, first, last);
  if (!part.has_numbers()) return part;
  Interval magnitude = absolute(part);
  return between(f(magnitude.low), f(magnitude.high), part.nan);
}

Interval by_corners(Real (*f)(Real, Real), const Interval& x, const Interval& y) {
  Interval all = Interval::only_nan();
  all.nan = x.nan || y.nan;
  if (!x.has_numbers() || !y.has_numbers()) return all;
  for (const Real a : {x.low, x.high}) {
    for (const Real b : {y.low, y.high}) {
      const Real value = f(a, b);
      all = hull(all, between(value, value, false));
    }
  }
  return all;
}

Interval sin(const Interval& x) {
  if (!x.has_numbers() || !x.is_finite()) return Interval::everything();
  const Real a = std::sin(x.low), b = std::sin(x.high);
  Interval result = between(std::min(a, b), std::max(a, b), false);
  // The error of the host includes the rounding of large angles.
  result = widened(result, x.magnitude() * 0x1p-60L * (x.is_point() ? 0 : 1));
  if (may_contain_turn(x, pi / 2) && !x.is_point()) result.high = 1;
  if (may_contain_turn(x, -pi / 2) && !x.is_point()) result.low = -1;
  return intersection(result, {-1, 1, false});
}

Interval cos(const Interval& x) {
  if (!x.has_numbers() || !x.is_finite()) return Interval::everything();
  const Real a = std::cos(x.low), b = std::cos(x.high);
  Interval result = between(std::min(a, b), std::max(a, b), false);
  result = widened(result, x.magnitude() * 0x1p-60L * (x.is_point() ? 0 : 1));
  if (may_contain_turn(x, 0) && !x.is_point()) result.high = 1;
  if (may_contain_turn(x, pi) && !x.is_point()) result.low = -1;
  return intersection(result, {-1, 1, false});
}

Interval atan2(const Interval& y, const Interval& x) {
  Interval all = Interval::only_nan();
  all.nan = x.nan || y.nan;
  if (!x.has_numbers() || !y.has_numbers()) return all;
  // The signs of zeros are not known.
  if (y.contains_zero() && x.low <= 0) return {-more(pi), more(pi), all.nan};
  Interval angles = by_corners([](Real of_y, Real of_x) { return std::atan2(of_y, of_x); }, y, x);
  return {angles.low, angles.high, all.nan};
}

Interval atan2_above(const Interval& y, const Interval& x) {
  const Interval above{std::fabs(y.low), y.high, y.nan};
  Interval angles =
      by_corners([](Real of_y, Real of_x) { return std::atan2(of_y, of_x); }, above, x);
  // Around the origin, every angle is possible.
  if (above.low == 0 && x.contains_zero()) angles = hull(angles, {0, more(pi), false});
  angles.nan = x.nan || y.nan;
  return angles;
}

Interval power(const Interval& x, const Interval& y) {
  Interval result = inside(x, 0, infinite_real);
  const bool nan = result.nan || y.nan || (result.contains_zero() && y.contains_zero()) ||
                   (x.has_infinity() && y.contains_zero()) ||
                   (y.has_infinity() && result.contains(1));
  if (!result.has_numbers() || !y.has_numbers()) return {infinite_real, -infinite_real, true};
  Interval all =
      by_corners([](Real base, Real exponent) { return std::pow(base, exponent); }, result, y);
  // If the exponent may be 0, or the base 1, the function changes direction there.
  if (y.contains_zero() || result.contains(1)) all = hull(all, Interval::point(1));
  all.nan = nan;
  return all;
}

}  // namespace spirv_oracle::exact
