// The operands through which an instruction accesses memory.
#pragma once

#include <vector>

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// The memory operands in its definition that are pointers with a value. Empty if the instruction
// does not access memory.
std::vector<MemoryOperand> accessed_operands(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
