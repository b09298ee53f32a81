// The extended instruction set SPV_AMD_shader_ballot.
#pragma once

#include "interpreter/ir/registry.h"

namespace spirv_oracle {

void register_amd_shader_ballot(InstructionRegistry& registry);

}  // namespace spirv_oracle
