// Checks of values that only some modules and environments need (ir/value_check_clauses.h).
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Must follow the lowering of an instruction. Emits checks of its operands and results: for fast-math flags, and for what
// Vulkan's chapter on precision leaves undefined.
void check_values(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
