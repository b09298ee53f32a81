// What an environment leaves open in operations on floats of one format, and the enclosures of their results.
#pragma once

#include <cstdint>

#include "interpreter/enclosures/interval.h"

namespace spirv_oracle {

enum class RoundingModes : std::uint8_t {
  nearest,      // to nearest even
  toward_zero,  // only that
  neighbor,     // to either neighbor of an inexact result
};

struct FloatRules {
  NumberFormat format;
  RoundingModes rounding = RoundingModes::nearest;
  bool may_flush = false;        // denormals, as operands and as results
  bool may_contract = false;     // products with sums
  bool may_reassociate = false;  // sums and products, by distributivity, too
  bool may_take_reciprocal = false;
  bool assumes_finite = false;  // of operands or results that are infinite or NaN nothing is known

  Real least_normal() const;
  // The greatest relative error of one rounding.
  Real unit() const;

  // The numbers of the format that exact results may become. What may overflow includes the infinity.
  Interval rounded(const Interval& exact) const;
  // All numbers of the format no farther away than the next ones outside of x, of which the ends need not be numbers of
  // the format: a result that may be within x, infinite where it exceeds the greatest number.
  Interval within(const Interval& x) const;
  // An operand, which may be flushed.
  Interval operand(const Interval& x) const;

  Interval add(const Interval& a, const Interval& b) const;
  Interval subtract(const Interval& a, const Interval& b) const;
  Interval multiply(const Interval& a, const Interval& b) const;
  Interval square(const Interval& x) const;

  // An error bound in ULP around each exact result. `ulps` may be a fraction.
  Interval within_ulps(const Interval& exact, Real ulps) const;
  // An absolute error.
  Interval within_error(const Interval& exact, Real error) const;

 private:
  Interval flushed(Interval x) const;
};

// Numbers of the format next to any number: no greater, no less. Beyond the greatest one: that one, or infinity.
Real round_down(const NumberFormat& format, Real x);
Real round_up(const NumberFormat& format, Real x);

}  // namespace spirv_oracle
