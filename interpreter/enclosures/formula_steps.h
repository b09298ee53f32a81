// Formulas computed as they are written: each step at the ends of its operands, with no more than its own error. All results
// are permitted, so that one of them can be selected. Enclosures use FloatRules instead, whose results include everything that
// is permitted.
#pragma once

#include <span>

#include "interpreter/enclosures/polynomial.h"

namespace spirv_oracle {

// Sums and products are rounded as usual. A step that may give a NaN has the result Interval::everything(), and so has each
// step after it.
struct FormulaSteps {
  NumberFormat format;
  bool may_flush = false;  // denormal results of steps may be 0

  Interval add(const Interval& a, const Interval& b) const;
  Interval subtract(const Interval& a, const Interval& b) const;
  Interval multiply(const Interval& a, const Interval& b) const;
  // Within 2.5 ULP, for each divisor. Quotients of 0 and by infinities are exact.
  Interval divide(const Interval& a, const Interval& b) const;
  // The sum of the products of numbers, added in either order, or rounded only once.
  Interval dot(std::span<const Computed> x, std::span<const Computed> y) const;
  // The numbers of the format at a distance of at most `error` from x. Infinities are exact.
  Interval within(Real x, Real error) const;
  // As within(), with an error in ULP. 0 is exact.
  Interval within_ulps(Real x, Real ulps) const;

 private:
  Interval rounded(const Interval& exact) const;
};

}  // namespace spirv_oracle
