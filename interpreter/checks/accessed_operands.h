// Through which of its operands an instruction accesses memory.
#pragma once

#include <vector>

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

struct AccessedOperand {
  unsigned operand = 0;  // a pointer that has a value
  bool reads = false;
  bool writes = false;
};

// Empty for instructions that access no memory. Extended instructions write through their pointers
// (Modf, Frexp).
std::vector<AccessedOperand> accessed_operands(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
