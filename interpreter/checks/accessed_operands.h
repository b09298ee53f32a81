// The operands through which an instruction accesses memory.
#pragma once

#include <vector>

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// The memory operands in its definition that are pointers with a value. Empty if the instruction
// does not access memory. Those of an OpCopyMemorySized whose constant Size is at least that of the pointee count as accesses
// to the pointee.
std::vector<MemoryOperand> accessed_operands(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
