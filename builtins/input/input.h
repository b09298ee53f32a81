// The built-in input variables of compute shaders.
#pragma once

#include "interpreter/exec/input.h"
#include "interpreter/ir/program.h"
#include "interpreter/semantics/registry.h"

namespace spirv_oracle {

bool supports_input(spv::BuiltIn built_in);

// An InputProvider. Lane l of a subgroup is the invocation with the LocalInvocationIndex
// SubgroupId * SubgroupSize + l; lanes past the end of the workgroup get the values that this
// numbering would give them.
bool fill_input(const InputContext& context, Subgroup& subgroup, const InputPlane& plane);

void register_built_in_inputs(InstructionRegistry& registry);

}  // namespace spirv_oracle
