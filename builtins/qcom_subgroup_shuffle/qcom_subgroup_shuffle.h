// The built-in functions of the OpenCL extension cl_qcom_subgroup_shuffle.
#pragma once

#include "interpreter/ir/registry.h"

namespace spirv_oracle {

void register_qcom_subgroup_shuffle(InstructionRegistry& registry);

}  // namespace spirv_oracle
