// Float expressions that are computed differently from how they are written.
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// If PipelineOptions::arithmetic requests it and the module permits it, fuses products with sums, splits Fma, regroups sums and
// products, or multiplies by reciprocals. False: there is nothing to rearrange, and nothing was emitted.
bool lower_rearranged(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
