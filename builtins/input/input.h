// The built-in input variables of compute shaders.
#pragma once

#include "interpreter/ir/input.h"
#include "interpreter/ir/program.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle {

// An InputProvider. The layout of the context says which invocation a lane is. Without a layout,
// lane l of a subgroup is the invocation with the LocalInvocationIndex SubgroupId * SubgroupSize +
// l. Lanes without an invocation get arbitrary values.
bool fill_input(const InputContext& context, Subgroup& subgroup, const InputPlane& plane);

void register_built_in_inputs(InstructionRegistry& registry);

}  // namespace spirv_oracle
