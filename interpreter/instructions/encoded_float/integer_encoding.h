// OpConvertFToBF16INTEL and OpConvertBF16ToFINTEL.
#pragma once

#include <span>

#include "interpreter/ir/instruction_list.h"

namespace spirv_oracle {

std::span<const InstructionDefinition> integer_encoding_instructions();

}  // namespace spirv_oracle
