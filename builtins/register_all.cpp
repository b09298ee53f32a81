#include "builtins/register_all.h"

#include <memory>

#include "builtins/amd_gcn_shader/amd_gcn_shader.h"
#include "builtins/amd_shader_ballot/amd_shader_ballot.h"
#include "builtins/amd_shader_trinary_minmax/amd_shader_trinary_minmax.h"
#include "builtins/glsl_std_450/glsl_std_450.h"
#include "builtins/input/input.h"
#include "builtins/intel_integer_functions/intel_integer_functions.h"
#include "builtins/opencl_std/opencl_std.h"
#include "builtins/qcom_subgroup_shuffle/qcom_subgroup_shuffle.h"

namespace spirv_oracle {

namespace {

std::unique_ptr<const InstructionRegistry> make_registry() {
  auto all = std::make_unique<InstructionRegistry>();
  register_core_instructions(*all);
  register_glsl_std_450(*all);
  register_opencl_std(*all);
  register_amd_gcn_shader(*all);
  register_amd_shader_ballot(*all);
  register_amd_shader_trinary_minmax(*all);
  register_intel_integer_functions(*all);
  register_qcom_subgroup_shuffle(*all);
  register_built_in_inputs(*all);
  return all;
}

}  // namespace

const InstructionRegistry& default_registry() {
  // Never destroyed: a process that runs one small module would notice the time.
  static const InstructionRegistry& registry = *make_registry().release();
  return registry;
}

}  // namespace spirv_oracle
