// How the specifications name the operands of an instruction.
#pragma once

#include <optional>
#include <string_view>

#include "interpreter/loader/module.h"

namespace spirv_oracle {

// The index of the first operand that is an argument of the instruction: after the result type, the result id and, for
// OpExtInst, the set and the number within the set.
unsigned first_named_operand(const Instruction& instruction);

// The name of an operand in its specification, such as "Operand 2" or "minVal"; "" if it has none.
std::string_view operand_name(const Module& module, const Instruction& instruction,
                              unsigned operand);

// The index of the operand with this name in its specification, if there is one.
std::optional<unsigned> operand_named(const Module& module, const Instruction& instruction,
                                      std::string_view name);

}  // namespace spirv_oracle
