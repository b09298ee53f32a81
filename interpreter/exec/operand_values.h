// The values of an instruction's operands in one lane, for reports.
#pragma once

#include <vector>

#include "interpreter/exec/subgroup.h"
#include "interpreter/findings/finding.h"

namespace spirv_oracle {

// The operands that a record reads as planes, with the types of their ids.
std::vector<OperandValue> operand_values(const Subgroup& subgroup, const Op& op, unsigned lane);

}  // namespace spirv_oracle
