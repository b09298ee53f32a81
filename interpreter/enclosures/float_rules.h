// What an environment permits in operations on floats of one format, and the enclosures of their
// results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "interpreter/enclosures/interval.h"
#include "interpreter/kernels/power_of_two.h"

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

  Real least_normal() const { return power_of_two(format.least_exponent); }
  // The greatest relative error of one rounding.
  Real unit() const {
    return power_of_two(rounding == RoundingModes::nearest ? -format.digits : 1 - format.digits);
  }

  // The numbers of the format to which exact results may be rounded. Includes infinity if an
  // overflow is possible.
  Interval rounded(const Interval& exact) const;
  // Encloses a result that may be anywhere within x: all numbers of the format up to the next ones
  // outside x, whose ends need not be in the format. Infinite if x exceeds the greatest number.
  Interval within(const Interval& x) const;
  // An operand that may be flushed.
  Interval operand(const Interval& x) const { return flushed(x); }

  Interval add(const Interval& a, const Interval& b) const;
  Interval subtract(const Interval& a, const Interval& b) const;
  Interval multiply(const Interval& a, const Interval& b) const;
  Interval square(const Interval& x) const;

  // An error bound in ULP around each exact result. `ulps` may be a fraction.
  Interval within_ulps(const Interval& exact, Real ulps) const;
  // An absolute error bound around each exact result.
  Interval within_error(const Interval& exact, Real error) const;

 private:
  Interval flushed(const Interval& x) const {
    // Denormals of one sign alone, because an interval with others contains 0.
    const bool has_one_sign = may_flush && x.has_numbers() && (x.low > 0 || x.high < 0);
    if (!has_one_sign || x.least_magnitude() >= least_normal()) return x;
    return x.low > 0 ? Interval{0, x.high, x.nan} : Interval{x.low, 0, x.nan};
  }
};

// The nearest number of the format that is not greater, or not less. Beyond the greatest number:
// that number, or infinity.
Real round_down(const NumberFormat& format, Real x);
Real round_up(const NumberFormat& format, Real x);

// All numbers of the format in an interval, ascending; none if there are more than `max`, or a NaN.
std::optional<std::vector<Real>> numbers_in(const NumberFormat& format, const Interval& x,
                                            std::size_t max);

}  // namespace spirv_oracle
