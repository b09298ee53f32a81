#include "interpreter/kernels/number_format.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "interpreter/kernels/power_of_two.h"

namespace spirv_oracle {
namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();

// The distance from |x| to the next larger number of the format.
Real spacing(const NumberFormat& format, Real x) {
  const int exponent = x == 0 ? format.least_exponent : std::ilogb(x);
  const int limited = std::clamp(exponent, format.least_exponent, format.greatest_exponent);
  return power_of_two(limited - format.digits + 1);
}

template <class Round>
Real rounded(const NumberFormat& format, Real x, Round round) {
  const Real step = spacing(format, x);
  return round(x / step) * step;
}

}  // namespace

Real NumberFormat::greatest() const {
  return (2 - power_of_two(1 - digits)) * power_of_two(greatest_exponent);
}

Real NumberFormat::ulp(Real x) const {
  // Below a power of two, numbers are closer together.
  const Real magnitude = std::fabs(x);
  return spacing(*this, std::nextafter(magnitude, Real{0}));
}

Real NumberFormat::nearest(Real x) const {
  if (!std::isfinite(x)) return x;
  const Real number = rounded(*this, x, [](Real steps) { return std::nearbyint(steps); });
  return std::fabs(number) > greatest() ? std::copysign(infinity, x) : number;
}

Range NumberFormat::within(Real x, Real error) const {
  if (!std::isfinite(x) || !std::isfinite(error)) {
    const Real nan = std::numeric_limits<Real>::quiet_NaN();
    return {nan, nan};
  }
  const auto limited = [&](Real number, Real beyond) {
    const bool exceeds = std::fabs(number) > greatest();
    if (!exceeds) return number;
    // Rounds to the greatest number if the direction is toward zero, and to an infinity otherwise.
    return std::signbit(number) == std::signbit(beyond) ? std::copysign(infinity, number)
                                                        : std::copysign(greatest(), number);
  };
  const Real low = rounded(*this, x - error, [](Real steps) { return std::ceil(steps); });
  const Real high = rounded(*this, x + error, [](Real steps) { return std::floor(steps); });
  return {limited(low, -1), limited(high, 1)};
}

}  // namespace spirv_oracle
