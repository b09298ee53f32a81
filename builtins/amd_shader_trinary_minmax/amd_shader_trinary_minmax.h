// The extended instruction set SPV_AMD_shader_trinary_minmax.
#pragma once

#include "interpreter/ir/registry.h"

namespace spirv_oracle {

void register_amd_shader_trinary_minmax(InstructionRegistry& registry);

}  // namespace spirv_oracle
