// The values of an instruction's operands in one lane, for reports.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/findings/finding.h"

namespace spirv_oracle {

// The operands that a record reads as planes, with the types of their ids.
std::vector<OperandValue> operand_values(const Subgroup& subgroup, const Record& record,
                                         unsigned lane);

// "lane 0 passes 5, but lane 2 passes 7": two of the lanes whose last operand that differs between lanes differs.
// "" where none does.
std::string differing_operand(const Subgroup& subgroup, const Record& record,
                              const LaneMask& lanes);

// The condition of a clause about the instruction at `origin`. The source expression of an operand follows its name:
// "Operand 2 (counts[i]) is 0".
std::string with_expressions(const Program& program, std::uint32_t origin,
                             std::string_view condition);

}  // namespace spirv_oracle
