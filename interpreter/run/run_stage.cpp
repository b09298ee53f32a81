#include <algorithm>

#include "interpreter/compile/bound_program.h"
#include "interpreter/compile/execution_modes.h"
#include "interpreter/lowering/interface_scalars.h"
#include "interpreter/stage.h"

namespace spirv_oracle {
namespace {

bool has_input_attachments(const Module& module) {
  constexpr unsigned dim = 2;
  return std::ranges::any_of(module.instructions(), [](const Instruction& instruction) {
    return instruction.opcode == spv::Op::OpTypeImage &&
           static_cast<spv::Dim>(instruction.literal(dim)) == spv::Dim::SubpassData;
  });
}

// FragCoord.x and y and Layer, with which reads of input attachments find their pixel.
void add_fragment_place(StageInterface& interface) {
  for (std::uint32_t i = 0; i < 2; ++i) {
    InterfaceComponent place;
    place.kind = InterfaceComponent::Kind::built_in;
    place.number = static_cast<std::uint32_t>(spv::BuiltIn::FragCoord);
    place.component = i;
    interface.inputs.try_emplace(place, InterfaceVariable{.is_float = true});
  }
  InterfaceComponent layer;
  layer.kind = InterfaceComponent::Kind::built_in;
  layer.number = static_cast<std::uint32_t>(spv::BuiltIn::Layer);
  interface.inputs.try_emplace(layer, InterfaceVariable{});
}

}  // namespace

StageInterface stage_interface(const Pipeline& pipeline) {
  const SpecializedEntryPoint& entry = pipeline.programs().entry();
  StageInterface interface;
  for (const InterfaceScalar& scalar :
       interface_scalars(entry.types, entry.entry_point, spv::StorageClass::Input))
    interface.inputs.emplace(scalar.component, scalar.declared);
  for (const InterfaceScalar& scalar :
       interface_scalars(entry.types, entry.entry_point, spv::StorageClass::Output))
    interface.outputs.emplace(scalar.component, scalar.declared);
  if (entry.entry_point.model == spv::ExecutionModel::Fragment &&
      has_input_attachments(entry.types.module()))
    add_fragment_place(interface);
  for (const Instruction* mode : entry.entry_point.modes) {
    constexpr unsigned first_literal = 2;
    const bool has_literal = mode->opcode == spv::Op::OpExecutionMode && mode->has(first_literal);
    interface.execution_modes.emplace(static_cast<spv::ExecutionMode>(mode->literal(1)),
                                      has_literal ? mode->literal(first_literal) : 0);
  }
  return interface;
}

std::uint32_t patch_stride(const Pipeline& pipeline) {
  const std::uint32_t size = pipeline.options().subgroup_size;
  const std::uint32_t vertices =
      output_vertices(pipeline.programs().entry().entry_point).value_or(1);
  return (vertices + size - 1) / size * size;
}

Result<DispatchResult> run_stage(const Pipeline& pipeline, const StageInvocations& invocations,
                                 const Bindings& bindings, const Policy& policy,
                                 const Observers& observers) {
  Launch launch;
  const std::uint32_t subgroups = pipeline.options().stage == Stage::tessellation_control
                                      ? patch_stride(pipeline) / pipeline.options().subgroup_size
                                      : 1;
  launch.groups = {static_cast<std::uint32_t>(invocations.existing.size()) / subgroups, 1, 1};
  launch.invocations = &invocations;
  return run(pipeline, launch, bindings, policy, observers);
}

}  // namespace spirv_oracle
