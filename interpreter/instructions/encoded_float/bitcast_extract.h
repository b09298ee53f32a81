// Conversion Instructions: a field of bits as another type (SPV_EXT_ocp_microscaling_types).
#pragma once

#include <span>

#include "interpreter/ir/instruction_list.h"

namespace spirv_oracle {

std::span<const InstructionDefinition> bitcast_extract_instructions();

}  // namespace spirv_oracle
