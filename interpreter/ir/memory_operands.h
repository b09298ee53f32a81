// The operands through which an instruction of a module accesses memory.
#pragma once

#include <vector>

#include "interpreter/ir/registry.h"

namespace spirv_oracle {

// The memory operands in the definition of the instruction, which may be an extended one; `operand` is the index among the operands of
// `instruction`, and operands that it leaves out are not among them. Empty if the instruction accesses no memory.
std::vector<MemoryOperand> memory_operands_of(const InstructionRegistry& registry,
                                              const Module& module, const Instruction& instruction);

}  // namespace spirv_oracle
