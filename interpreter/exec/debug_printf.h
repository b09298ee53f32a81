// NonSemantic.DebugPrintf
#pragma once

#include "interpreter/ir/lowering.h"

namespace spirv_oracle {

// Emits a record that prints, once per active lane.
void lower_debug_printf(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
