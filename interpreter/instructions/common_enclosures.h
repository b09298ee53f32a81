// Enclosures of instructions that both GLSL.std.450 and OpenCL.std have: exact functions, monotone
// functions, minimum and maximum.
#pragma once

#include <cmath>

#include "interpreter/ir/enclosure_rule.h"

namespace spirv_oracle::common_enclosures {

// "Correctly rounded" or "correct result", and monotone. The results are whole numbers.
template <Real (*F)(Real)>
Computed monotone(const EnclosedOperands& in) {
  const Interval x = in.operand_rules.operand(in.x().value);
  if (!x.has_numbers()) return {x};
  return whole_numbers({F(x.low), F(x.high), x.nan});
}
inline Real truncated(Real x) { return std::trunc(x); }
inline Real floored(Real x) { return std::floor(x); }
inline Real ceiled(Real x) { return std::ceil(x); }
inline Real half_to_even(Real x) { return std::nearbyint(x); }
inline Real sign(Real x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

Computed absolute(const EnclosedOperands& in);

// If an operand is NaN, the result is undefined.
Computed minimum(const EnclosedOperands& in);
Computed maximum(const EnclosedOperands& in);
// If an operand is NaN, the result is the other one.
Computed number_minimum(const EnclosedOperands& in);
Computed number_maximum(const EnclosedOperands& in);
// The result is undefined if the lower limit exceeds the upper one.
Computed clamp(const EnclosedOperands& in);
Computed number_clamp(const EnclosedOperands& in);
// 0 if x < edge, otherwise 1.
Computed step(const EnclosedOperands& in);

}  // namespace spirv_oracle::common_enclosures
