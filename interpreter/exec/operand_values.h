// The operands of an instruction in one lane, for people.
#pragma once

#include <string>
#include <vector>

#include "interpreter/exec/subgroup.h"
#include "interpreter/findings/finding.h"

namespace spirv_oracle {

// Those that a record reads as planes, in the types that their ids have.
std::vector<OperandValue> operand_values(const Subgroup& subgroup, const Op& op, unsigned lane);

// "lane 0 passes 5, but lane 2 passes 7": two of the lanes whose last operand that differs between lanes differs.
// "" where none does.
std::string differing_operand(const Subgroup& subgroup, const Op& op, const LaneMask& lanes);

}  // namespace spirv_oracle
