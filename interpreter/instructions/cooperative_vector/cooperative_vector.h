// SPV_NV_cooperative_vector. A cooperative vector is a vector of any length, of which each invocation has its own; matrices are
// in memory only.
#pragma once

#include <span>

#include "interpreter/ir/instruction_list.h"

namespace spirv_oracle {

std::span<const InstructionDefinition> cooperative_vector_access_instructions();
std::span<const InstructionDefinition> cooperative_vector_product_instructions();
std::span<const InstructionDefinition> cooperative_vector_accumulation_instructions();

}  // namespace spirv_oracle
