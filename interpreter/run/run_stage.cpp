#include <algorithm>

#include "interpreter/compile/bound_program.h"
#include "interpreter/lowering/interface_scalars.h"
#include "interpreter/stage.h"

namespace spirv_oracle {

StageInterface stage_interface(const Pipeline& pipeline) {
  const SpecializedEntryPoint& entry = pipeline.programs().entry();
  StageInterface interface;
  for (const InterfaceScalar& scalar :
       interface_scalars(entry.types, entry.entry_point, spv::StorageClass::Input))
    interface.inputs.emplace(scalar.component, scalar.declared);
  for (const InterfaceScalar& scalar :
       interface_scalars(entry.types, entry.entry_point, spv::StorageClass::Output))
    interface.outputs.emplace(scalar.component, scalar.declared);
  for (const Instruction* mode : entry.entry_point.modes)
    interface.execution_modes.insert(mode->literal(1));
  return interface;
}

Result<DispatchResult> run_stage(const Pipeline& pipeline, const StageInvocations& invocations,
                                 const Bindings& bindings, const Policy& policy,
                                 const Observers& observers) {
  Launch launch;
  launch.groups = {static_cast<std::uint32_t>(invocations.existing.size()), 1, 1};
  launch.invocations = &invocations;
  return run(pipeline, launch, bindings, policy, observers);
}

}  // namespace spirv_oracle
