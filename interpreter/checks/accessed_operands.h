// Through which of its operands an instruction accesses memory.
#pragma once

#include <vector>

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Those memory operands of its definition that are pointers with a value. Empty for instructions that access no memory.
std::vector<MemoryOperand> accessed_operands(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
