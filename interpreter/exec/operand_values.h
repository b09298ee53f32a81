// The operands of an instruction in one lane, for people.
#pragma once

#include <vector>

#include "interpreter/exec/subgroup.h"
#include "interpreter/findings/finding.h"

namespace spirv_oracle {

// Those that a record reads as planes, in the types that their ids have.
std::vector<OperandValue> operand_values(const Subgroup& subgroup, const Op& op, unsigned lane);

}  // namespace spirv_oracle
