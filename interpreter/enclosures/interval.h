// Intervals of extended real numbers for enclosures: the result of each operation contains the
// exact results for all numbers of the operands. Independent of float formats; see float_rules.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "interpreter/kernels/number_format.h"

namespace spirv_oracle {

inline constexpr Real infinite_real = std::numeric_limits<Real>::infinity();

// All numbers from low to high, and NaN if `nan` is set. Zeros of both signs count as one number.
// Empty if low > high.
struct Interval {
  Real low = 0, high = 0;
  bool nan = false;

  // A NaN gives only_nan().
  static Interval point(Real x) { return std::isnan(x) ? only_nan() : Interval{x, x, false}; }
  static constexpr Interval everything() { return {-infinite_real, infinite_real, true}; }
  static constexpr Interval numbers() { return {-infinite_real, infinite_real, false}; }
  static constexpr Interval only_nan() { return {infinite_real, -infinite_real, true}; }

  bool has_numbers() const { return low <= high; }
  bool is_point() const { return low == high && !nan; }
  bool contains(Real x) const { return low <= x && x <= high; }
  bool contains_zero() const { return contains(0); }
  // Whether every value is a finite number.
  bool is_finite() const { return low > -infinite_real && high < infinite_real && !nan; }
  bool has_infinity() const {
    return has_numbers() && (low == -infinite_real || high == infinite_real);
  }
  bool is_everything() const { return low == -infinite_real && high == infinite_real && nan; }
  // The greatest magnitude; 0 without numbers.
  Real magnitude() const { return has_numbers() ? std::max(std::fabs(low), std::fabs(high)) : 0; }
  // The least magnitude; 0 without numbers.
  Real least_magnitude() const {
    return !has_numbers() || contains_zero() ? 0 : std::min(std::fabs(low), std::fabs(high));
  }

  friend bool operator==(const Interval&, const Interval&) = default;
};

inline Interval hull(const Interval& a, const Interval& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high), a.nan || b.nan};
}
Interval intersection(const Interval& a, const Interval& b);
// The numbers at a distance of at most `by` from x. `by` must not be negative.
Interval widened(const Interval& x, Real by);
// Removes NaN.
inline Interval numbers_of(const Interval& x) { return {x.low, x.high, false}; }

// Exact results, rounded outward to Real. NaN is included if an operand may be NaN, or if the
// operation is invalid for some of the numbers.
namespace exact {

Interval negate(const Interval& x);
Interval absolute(const Interval& x);
Interval add(const Interval& a, const Interval& b);
Interval subtract(const Interval& a, const Interval& b);
Interval multiply(const Interval& a, const Interval& b);
Interval square(const Interval& x);
// If b contains zero: all numbers, and both infinities.
Interval divide(const Interval& a, const Interval& b);
Interval sqrt(const Interval& x);
Interval minimum(const Interval& a, const Interval& b);
Interval maximum(const Interval& a, const Interval& b);

// Sums, products and quotients of two numbers, rounded down or up.
Real add_down(Real a, Real b);
Real add_up(Real a, Real b);
Real multiply_down(Real a, Real b);
Real multiply_up(Real a, Real b);
Real divide_down(Real a, Real b);
Real divide_up(Real a, Real b);

}  // namespace exact

}  // namespace spirv_oracle
