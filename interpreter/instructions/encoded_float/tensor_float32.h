// SPV_INTEL_tensor_float32_conversion
#pragma once

#include <span>

#include "interpreter/ir/instruction_list.h"

namespace spirv_oracle {

std::span<const InstructionDefinition> tensor_float32_instructions();

}  // namespace spirv_oracle
