// Enclosures of the functions of OpenCL.std without an error: their results are exact unless
// denormals may be flushed. Nothing is known if an operand is not exact.
#pragma once

#include "interpreter/ir/enclosure_rule.h"

namespace spirv_oracle::opencl_std::exact_functions {

using spirv_oracle::Computed;  // not the one of instruction.h

// Whether all operands are numbers, or NaN, that no flushing changes.
bool are_points(const EnclosedOperands& in);

Computed exact_function(const EnclosedOperands& in);
// A function of x whose result for a zero is a zero: fract, modf, frexp.
Computed zero_of_zero(const EnclosedOperands& in);
Computed ldexp(const EnclosedOperands& in);
Computed remquo(const EnclosedOperands& in);
Computed copysign(const EnclosedOperands& in);
Computed logb(const EnclosedOperands& in);
// minmag and maxmag.
Computed by_magnitude(const EnclosedOperands& in);
Computed nextafter(const EnclosedOperands& in);

}  // namespace spirv_oracle::opencl_std::exact_functions
