// Enclosures of conversions of floats to integers with the decorations SaturatedConversion and FPRoundingMode.
#pragma once

#include "interpreter/ir/enclosure_rule.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {

// How to enclose the results of such a conversion; null if the instruction is another one, or not decorated.
Enclose enclosure_of_decorated_conversion(const Module& module, const Instruction& instruction);

}  // namespace spirv_oracle
