// Numbers with more precision than a float format, and their rounding to that format.
#pragma once

namespace spirv_oracle {

// Wide enough that a float function computed in it counts as exact.
using Real = long double;

struct Range {
  Real low = 0, high = 0;
};

// A binary format of IEEE 754.
struct NumberFormat {
  int digits = 24;            // of the significand
  int least_exponent = -126;  // of a normal number
  int greatest_exponent = 127;

  Real greatest() const;
  // "The minimum possible distance" between two numbers of the format around x.
  Real ulp(Real x) const;
  // x, rounded in the host's rounding mode.
  Real nearest(Real x) const;
  // The least and the greatest number of the format in [x - error, x + error]. If that exceeds the
  // greatest number, the range includes that number and infinity. Both are NaN if x or the error is
  // not finite.
  Range within(Real x, Real error) const;
};

inline constexpr NumberFormat binary16{11, -14, 15};
inline constexpr NumberFormat binary32{24, -126, 127};
inline constexpr NumberFormat binary64{53, -1022, 1023};

}  // namespace spirv_oracle
