// The extended instruction set SPV_AMD_gcn_shader.
#pragma once

#include "interpreter/ir/registry.h"

namespace spirv_oracle {

void register_amd_gcn_shader(InstructionRegistry& registry);

}  // namespace spirv_oracle
