// The operands through which an instruction accesses memory.
#pragma once

#include <vector>

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// The memory operands in its definition that are pointers with a value. Empty if the instruction does not access memory. If a
// constant gives the number of bytes and covers the pointee, the access is one to the pointee.
std::vector<MemoryOperand> accessed_operands(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
