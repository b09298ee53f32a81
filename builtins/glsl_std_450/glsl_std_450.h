// The extended instruction set GLSL.std.450.
#pragma once

#include "interpreter/ir/registry.h"

namespace spirv_oracle {

void register_glsl_std_450(InstructionRegistry& registry);

}  // namespace spirv_oracle
