// Parts of the errors in "ULP Values for Math Instructions - Full Profile" of OpenCL.
#pragma once

#include <cstddef>

#include "interpreter/enclosures/interval.h"

namespace spirv_oracle {

// The results within an error bound around the exact result, which was computed with an error of its own. "Result overflow
// within the specified ULP error is permitted": beyond that, an infinity is the only result.
Interval opencl_range(const NumberFormat& format, Real exact, Real error);
// max * max * steps * EPSILON, the tolerance of dot and cross, which has the same EPSILON for 64 bits as for 32. At least the
// error of rounding each step to a denormal. Infinite if max * max overflows, because an implementation may compute it.
Real opencl_error_of_products(const NumberFormat& format, Real greatest, std::size_t steps);

}  // namespace spirv_oracle
