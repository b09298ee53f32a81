// What an environment permits in operations on floats of one format, and the enclosures of their
// results.
#pragma once

#include <cstdint>

#include "interpreter/enclosures/interval.h"

namespace spirv_oracle {

enum class RoundingModes : std::uint8_t {
  nearest,      // only to nearest even
  toward_zero,  // only toward zero
  neighbor,     // to either neighbor of an inexact result
};

struct FloatRules {
  NumberFormat format;
  RoundingModes rounding = RoundingModes::nearest;
  bool may_flush = false;        // flush denormal operands and results
  bool may_contract = false;     // fuse products with sums
  bool may_reassociate = false;  // regroup sums and products, also by distributivity
  bool may_take_reciprocal = false;
  bool assumes_finite = false;  // nothing is known about infinite or NaN operands and results

  Real least_normal() const;
  // The greatest relative error of one rounding.
  Real unit() const;

  // The numbers of the format to which exact results may be rounded. Includes infinity if an
  // overflow is possible.
  Interval rounded(const Interval& exact) const;
  // Encloses a result that may be anywhere within x: all numbers of the format up to the next ones
  // outside x, whose ends need not be in the format. Infinite if x exceeds the greatest number.
  Interval within(const Interval& x) const;
  // An operand that may be flushed.
  Interval operand(const Interval& x) const;

  Interval add(const Interval& a, const Interval& b) const;
  Interval subtract(const Interval& a, const Interval& b) const;
  Interval multiply(const Interval& a, const Interval& b) const;
  Interval square(const Interval& x) const;

  // An error bound in ULP around each exact result. `ulps` may be a fraction.
  Interval within_ulps(const Interval& exact, Real ulps) const;
  // An absolute error bound around each exact result.
  Interval within_error(const Interval& exact, Real error) const;

 private:
  Interval flushed(Interval x) const;
};

// The nearest number of the format that is not greater, or not less. Beyond the greatest number:
// that number, or infinity.
Real round_down(const NumberFormat& format, Real x);
Real round_up(const NumberFormat& format, Real x);

}  // namespace spirv_oracle
