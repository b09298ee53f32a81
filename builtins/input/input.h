// The built-in input variables of compute shaders.
#pragma once

#include "interpreter/ir/input.h"
#include "interpreter/ir/program.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle {

bool supports_input(spv::BuiltIn built_in);

// An InputProvider. Which invocation a lane is says the layout of the context; without one, lane l
// of a subgroup is the invocation with the LocalInvocationIndex SubgroupId * SubgroupSize + l. Lanes
// that have no invocation get some values.
bool fill_input(const InputContext& context, Subgroup& subgroup, const InputPlane& plane);

void register_built_in_inputs(InstructionRegistry& registry);

}  // namespace spirv_oracle
