// Numbers that are wider than those of a float format, and how they become numbers of that format.
#pragma once

namespace spirv_oracle {

// Wide enough that a function of floats in it counts as exact.
using Real = long double;

struct Range {
  Real low = 0, high = 0;
  bool may_be_nan = false;  // a NaN is permitted besides what lies between
};

// What contains both; NaN at an end, which stands for no bound, stays.
Range hull(Range a, Range b);

// A binary format of IEEE 754.
struct NumberFormat {
  int digits = 24;            // of the significand
  int least_exponent = -126;  // of a normal number
  int greatest_exponent = 127;

  Real greatest() const;
  // "The minimum possible distance" between two numbers of the format around x.
  Real ulp(Real x) const;
  // x in the host's rounding mode.
  Real nearest(Real x) const;
  // The numbers of the format in [x - error, x + error]: the least and the greatest one. Where that reaches
  // beyond the greatest number, both that and an infinity are among them. Both NaN where x or the error is not finite.
  Range within(Real x, Real error) const;
};

inline constexpr NumberFormat binary16{11, -14, 15};
inline constexpr NumberFormat binary32{24, -126, 127};
inline constexpr NumberFormat binary64{53, -1022, 1023};

}  // namespace spirv_oracle
