// The extended instruction set OpenCL.std.
#pragma once

#include "interpreter/ir/registry.h"

namespace spirv_oracle {

void register_opencl_std(InstructionRegistry& registry);

}  // namespace spirv_oracle
