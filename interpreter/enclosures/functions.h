// Elementary functions of intervals. The result contains the exact results for all numbers of the
// operands. The computation uses Real, and allows for its error.
#pragma once

#include "interpreter/enclosures/interval.h"

namespace spirv_oracle::exact {

using Function = Real (*)(Real);

// For functions that are monotone on [first, last]; outside that range, the result is a NaN.
Interval increasing(Function f, const Interval& x, Real first = -infinite_real,
                    Real last = infinite_real);
Interval decreasing(Function f, const Interval& x, Real first = -infinite_real,
                    Real last = infinite_real);
// For functions that decrease up to 0 and increase from there.
Interval even(Function f, const Interval& x, Real first = -infinite_real,
              Real last = infinite_real);

// For functions of two operands that are monotone in each operand.
Interval by_corners(Real (*f)(Real, Real), const Interval& x, const Interval& y);

Interval sin(const Interval& x);
Interval cos(const Interval& x);
// All quadrants. If x may be negative and y contains both signs, all angles.
Interval atan2(const Interval& y, const Interval& x);
// atan2 for a y that is +0 or greater.
Interval atan2_above(const Interval& y, const Interval& x);
// x to the power of y, for an x that is not negative.
Interval power(const Interval& x, const Interval& y);

}  // namespace spirv_oracle::exact
