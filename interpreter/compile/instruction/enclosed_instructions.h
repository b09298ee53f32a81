// Emits records that enclose the results of instructions (Policy::record_enclosures).
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Must follow each instruction of a function.
void emit_enclosures(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
