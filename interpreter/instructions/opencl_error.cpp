#include "interpreter/instructions/opencl_error.h"

#include <algorithm>
#include <cmath>

#include "interpreter/kernels/power_of_two.h"

namespace spirv_oracle {

Real opencl_error_of_products(const NumberFormat& format, Real greatest, std::size_t steps) {
  const Real square = greatest * greatest;
  if (!(square <= format.greatest())) return infinite_real;
  const Real epsilon = power_of_two(1 - std::min(format.digits, binary32.digits));
  const Real above = 1 + 0x1p-36L;  // the exact result is rounded to Real, relative to its terms
  const Real least = power_of_two(format.least_exponent - format.digits + 1);
  return static_cast<Real>(steps) * std::max(square * epsilon * above, least / 2);
}

Interval opencl_range(const NumberFormat& format, Real exact, Real error) {
  const Real computed_within = std::fabs(exact) * 0x1p-60L;
  const Range range = format.within(exact, error + computed_within);
  const Real least_magnitude = std::fabs(exact) - error - computed_within;
  if (std::isfinite(exact) && least_magnitude > format.greatest())
    return Interval::point(std::copysign(infinite_real, exact));
  return {range.low, range.high, false};
}

}  // namespace spirv_oracle
