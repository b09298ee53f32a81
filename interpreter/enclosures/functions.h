// Elementary functions of intervals: what the exact results for all numbers of an operand lie in. They are computed with
// Real, whose own error they allow for.
#pragma once

#include "interpreter/enclosures/interval.h"

namespace spirv_oracle::exact {

using Function = Real (*)(Real);

// Of functions that are monotone on [first, last]; outside of that, the result is a NaN.
Interval increasing(Function f, const Interval& x, Real first = -infinite_real,
                    Real last = infinite_real);
Interval decreasing(Function f, const Interval& x, Real first = -infinite_real,
                    Real last = infinite_real);
// Falls up to 0, rises from there on.
Interval even(Function f, const Interval& x, Real first = -infinite_real,
              Real last = infinite_real);

// Of a function of two operands that is monotone in each of them while the other one is fixed.
Interval by_corners(Real (*f)(Real, Real), const Interval& x, const Interval& y);

Interval sin(const Interval& x);
Interval cos(const Interval& x);
// In all quadrants. Where x may be negative and y changes its sign, all angles.
Interval atan2(const Interval& y, const Interval& x);
// atan2 of a y that is +0 or greater.
Interval atan2_above(const Interval& y, const Interval& x);
// x to the power of y, of x that is not negative.
Interval power(const Interval& x, const Interval& y);

}  // namespace spirv_oracle::exact
