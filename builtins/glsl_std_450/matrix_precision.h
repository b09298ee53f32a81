// The results of Determinant and MatrixInverse that can be selected. Their precision is not in the table, so the implementation
// defines it. This is a guess: one ULP per column of the sum of the magnitudes that a determinant adds, and another 2.5 for
// quotients.
#pragma once

#include "interpreter/ir/enclosure_rule.h"

namespace spirv_oracle::glsl_std_450 {

Computed determinant_near(const EnclosedOperands& in);
Computed inverse_near(const EnclosedOperands& in);

}  // namespace spirv_oracle::glsl_std_450
