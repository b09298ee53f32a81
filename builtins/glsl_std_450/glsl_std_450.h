// The extended instruction set GLSL.std.450, without the instructions that only fragment shaders
// can use (InterpolateAt*).
#pragma once

#include "interpreter/ir/registry.h"

namespace spirv_oracle {

void register_glsl_std_450(InstructionRegistry& registry);

}  // namespace spirv_oracle
