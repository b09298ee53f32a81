#include "interpreter/enclosures/interval.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace spirv_oracle {

Interval intersection(const Interval& a, const Interval& b) {
  const Interval common{std::max(a.low, b.low), std::min(a.high, b.high), a.nan && b.nan};
  if (common.has_numbers()) return common;
  return {infinite_real, -infinite_real, common.nan};
}

Interval widened(const Interval& x, Real by) {
  if (!x.has_numbers()) return x;
  return {exact::add_down(x.low, -by), exact::add_up(x.high, by), x.nan};
}

namespace exact {
namespace {

// Beyond this magnitude, and below its reciprocal, parts of a number may not be numbers of Real.
constexpr Real far = 0x1p8000L;

// The next greater Real. Between a half and one and a half spacings away, wherever x is in its binade, is always nearest to it.
Real next_above(Real x) {
  const Real magnitude = std::fabs(x);
  if (!(magnitude > 1 / far && magnitude < far)) [[unlikely]]
    return std::nextafter(x, infinite_real);
  return x + magnitude * (std::numeric_limits<Real>::epsilon() * Real{0.625});
}

// The operations below round to nearest. The sign of a nonzero error is the side on which the exact result lies.
Real below(Real rounded, Real error) { return error < 0 ? -next_above(-rounded) : rounded; }
Real above(Real rounded, Real error) { return error > 0 ? next_above(rounded) : rounded; }

// The exact result minus the rounded one ("TwoSum"); 0 unless the result is finite.
Real error_of_sum(Real a, Real b, Real sum) {
  if (!std::isfinite(sum)) return 0;
  const Real b_part = sum - a;
  return (a - (sum - b_part)) + (b - b_part);
}
// The upper half of the digits of x, for |x| below `far` (Veltkamp).
Real upper_half(Real x) {
  constexpr int lower_digits = (std::numeric_limits<Real>::digits + 1) / 2;
  constexpr Real factor = static_cast<Real>((std::uint64_t{1} << lower_digits) + 1);
  const Real scaled = x * factor;
  return scaled - (scaled - x);
}
// a * b + c, where c is nearly -(a * b), so that the sum is exact ("TwoProduct" by Dekker). std::fma takes a hundred times as
// long in Real.
Real multiply_and_add(Real a, Real b, Real c) {
  const bool is_near = std::fabs(a) < far && std::fabs(b) < far && std::fabs(c) > 1 / far;
  if (!is_near) [[unlikely]]
    return std::fma(a, b, c);
  const Real a_upper = upper_half(a), a_lower = a - a_upper;
  const Real b_upper = upper_half(b), b_lower = b - b_upper;
  return ((a_upper * b_upper + c) + a_upper * b_lower + a_lower * b_upper) + a_lower * b_lower;
}

// The sign is that of the error. It is exact unless products underflow in Real, far below any float format.
Real error_of_product(Real a, Real b, Real product) {
  if (a == 0 || b == 0 || !std::isfinite(product)) return 0;
  return multiply_and_add(a, b, -product);
}
Real error_of_quotient(Real a, Real b, Real quotient) {
  if (a == 0 || !std::isfinite(quotient) || !std::isfinite(b)) return 0;
  const Real rest = multiply_and_add(-quotient, b, a);
  return b < 0 ? -rest : rest;
}

bool is_infinite(const Interval& x) { return x.low == x.high && std::isinf(x.low); }

// Products of an infinite factor are infinities or NaN.
Interval times_infinity(const Interval& x, Real infinity, bool nan) {
  Interval product = Interval::only_nan();
  product.nan = nan;
  if (x.low < 0) product = hull(product, {-infinity, -infinity, false});
  if (x.high > 0) product = hull(product, {infinity, infinity, false});
  return product;
}

// 0 times infinity at the end of an interval: nearby products come arbitrarily close to 0.
Real product_of_ends(Real a, Real b) { return a == 0 || b == 0 ? 0 : a * b; }

}  // namespace

Real add_down(Real a, Real b) { return below(a + b, error_of_sum(a, b, a + b)); }
Real add_up(Real a, Real b) { return above(a + b, error_of_sum(a, b, a + b)); }
Real multiply_down(Real a, Real b) { return below(a * b, error_of_product(a, b, a * b)); }
Real multiply_up(Real a, Real b) { return above(a * b, error_of_product(a, b, a * b)); }
Real divide_down(Real a, Real b) { return below(a / b, error_of_quotient(a, b, a / b)); }
Real divide_up(Real a, Real b) { return above(a / b, error_of_quotient(a, b, a / b)); }

Interval negate(const Interval& x) { return {-x.high, -x.low, x.nan}; }

Interval absolute(const Interval& x) {
  if (!x.has_numbers()) return x;
  return {x.least_magnitude(), x.magnitude(), x.nan};
}

Interval add(const Interval& a, const Interval& b) {
  Interval sum = Interval::only_nan();
  sum.nan = a.nan || b.nan;
  if (!a.has_numbers() || !b.has_numbers()) return sum;
  const bool cancels = (a.high == infinite_real && b.low == -infinite_real) ||
                       (a.low == -infinite_real && b.high == infinite_real);
  if (cancels) {
    // Finite terms do not matter beside an infinity.
    if (is_infinite(a) && is_infinite(b)) return Interval::only_nan();
    if (is_infinite(a)) return {a.low, a.high, true};
    if (is_infinite(b)) return {b.low, b.high, true};
    return Interval::everything();
  }
  return {add_down(a.low, b.low), add_up(a.high, b.high), sum.nan};
}

Interval subtract(const Interval& a, const Interval& b) { return add(a, negate(b)); }

Interval multiply(const Interval& a, const Interval& b) {
  Interval product = Interval::only_nan();
  product.nan = a.nan || b.nan || (a.contains_zero() && b.has_infinity()) ||
                (a.has_infinity() && b.contains_zero());
  if (!a.has_numbers() || !b.has_numbers()) return product;
  if (is_infinite(b)) return times_infinity(a, b.low, product.nan);
  if (is_infinite(a)) return times_infinity(b, a.low, product.nan);
  if (a.low >= 0 && b.low >= 0 && a.high < infinite_real && b.high < infinite_real)
    return {multiply_down(a.low, b.low), multiply_up(a.high, b.high), product.nan};
  if (a.high < 0) return negate(multiply(negate(a), b));
  if (b.high < 0) return negate(multiply(a, negate(b)));
  const Real ends[4][2] = {{a.low, b.low}, {a.low, b.high}, {a.high, b.low}, {a.high, b.high}};
  // Only the least and the greatest product need to be rounded outward: the others are not beyond their neighbors.
  Real products[4], least = infinite_real, greatest = -infinite_real;
  for (int i = 0; i < 4; ++i) {
    products[i] = product_of_ends(ends[i][0], ends[i][1]);
    least = std::min(least, products[i]);
    greatest = std::max(greatest, products[i]);
  }
  for (int i = 0; i < 4; ++i) {
    const Real error = error_of_product(ends[i][0], ends[i][1], products[i]);
    if (products[i] == least) product.low = std::min(product.low, below(least, error));
    if (products[i] == greatest) product.high = std::max(product.high, above(greatest, error));
  }
  return product;
}

Interval square(const Interval& x) {
  const Interval magnitude = absolute(x);
  if (!magnitude.has_numbers()) return magnitude;
  return {multiply_down(magnitude.low, magnitude.low), multiply_up(magnitude.high, magnitude.high),
          x.nan};
}

Interval divide(const Interval& a, const Interval& b) {
  Interval quotient = Interval::only_nan();
  quotient.nan = a.nan || b.nan || (a.contains_zero() && b.contains_zero()) ||
                 (a.has_infinity() && b.has_infinity());
  if (!a.has_numbers() || !b.has_numbers()) return quotient;
  if (is_infinite(a) && is_infinite(b)) return quotient;
  if (b.contains_zero()) {
    return {-infinite_real, infinite_real, quotient.nan};
  }
  for (const Real x : {a.low, a.high}) {
    for (const Real y : {b.low, b.high}) {
      if (std::isinf(x) && std::isinf(y)) {
        // The quotients fill the range between 0 and the infinity of that sign.
        quotient = hull(quotient, {0, 0, false});
        quotient = hull(
            quotient,
            Interval::point(std::signbit(x) == std::signbit(y) ? infinite_real : -infinite_real));
        continue;
      }
      quotient.low = std::min(quotient.low, divide_down(x, y));
      quotient.high = std::max(quotient.high, divide_up(x, y));
    }
  }
  return quotient;
}

Interval sqrt(const Interval& x) {
  const Interval inside = intersection(x, {0, infinite_real, true});
  Interval root{inside.low, inside.high, x.nan || x.low < 0};
  if (!inside.has_numbers()) return root;
  const auto error = [](Real of, Real rounded) {
    return of != 0 && std::isfinite(of) ? multiply_and_add(-rounded, rounded, of) : 0;
  };
  root.low = below(std::sqrt(inside.low), error(inside.low, std::sqrt(inside.low)));
  root.high = above(std::sqrt(inside.high), error(inside.high, std::sqrt(inside.high)));
  return root;
}

Interval minimum(const Interval& a, const Interval& b) {
  return {std::min(a.low, b.low), std::min(a.high, b.high), a.nan || b.nan};
}

Interval maximum(const Interval& a, const Interval& b) {
  return {std::max(a.low, b.low), std::max(a.high, b.high), a.nan || b.nan};
}

}  // namespace exact

}  // namespace spirv_oracle
