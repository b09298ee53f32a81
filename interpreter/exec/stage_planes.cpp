#include "interpreter/exec/stage_planes.h"

#include <algorithm>

#include "interpreter/exec/state/component_bits.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/program.h"
#include "interpreter/kernels/for_width.h"

namespace spirv_oracle {
namespace {

bool is_helper_invocation(const InterfaceComponent& component) {
  return component.kind == InterfaceComponent::Kind::built_in &&
         component.number == static_cast<std::uint32_t>(spv::BuiltIn::HelperInvocation);
}

LaneMask at(const std::vector<LaneMask>& masks, std::uint64_t index) {
  return index < masks.size() ? masks[index] : LaneMask{};
}

void fill_plane(const StageValues& values, std::uint64_t first, const InterfacePlane& plane,
                Subgroup& subgroup) {
  const std::size_t count = std::min<std::size_t>(
      subgroup.size, values.bits.size() - std::min<std::size_t>(first, values.bits.size()));
  for_width(plane.type.bytes, [&]<class T>() {
    if constexpr (std::is_same_v<T, bool>) {
      LaneMask truth;
      for (unsigned lane = 0; lane < count; ++lane) {
        if (values.bits[first + lane] != 0) truth.set(lane);
      }
      subgroup.truth(plane.slot) = truth;
    } else {
      T* lanes = subgroup.values<T>(plane.slot);
      for (unsigned lane = 0; lane < count; ++lane)
        lanes[lane] = static_cast<T>(values.bits[first + lane]);
    }
  });
}

}  // namespace

void fill_stage_inputs(const StageInvocations& invocations, std::uint64_t index,
                       Subgroup& subgroup) {
  subgroup.helpers = at(invocations.helpers, index);
  for (const InterfacePlane& plane : subgroup.program->stage.inputs) {
    PlaneHeader& header = subgroup.header(plane.slot);
    header = {};
    if (is_helper_invocation(plane.component)) {
      subgroup.truth(plane.slot) = subgroup.helpers;
      continue;
    }
    const auto found = invocations.inputs.find(plane.component);
    if (found == invocations.inputs.end()) {
      header.undefined = LaneMask::first(subgroup.size);
      continue;
    }
    const StageValues& values = found->second;
    fill_plane(values, index * subgroup.size, plane, subgroup);
    header = {at(values.undefined, index), at(values.implementation_dependent, index)};
  }
}

StageOutputs empty_outputs(const Program& program, std::size_t subgroups) {
  StageOutputs outputs;
  outputs.returned.resize(subgroups);
  outputs.helpers.resize(subgroups);
  for (const InterfacePlane& plane : program.stage.outputs) {
    StageValues& values = outputs.values[plane.component];
    values.bits.resize(subgroups * program.subgroup_size);
    values.undefined.assign(subgroups, LaneMask::first(program.subgroup_size));
    values.implementation_dependent.resize(subgroups);
  }
  return outputs;
}

const Record* store_outputs(Subgroup& subgroup, const Record* record) {
  StageOutputs* outputs = subgroup.workgroup->observers().outputs;
  if (outputs == nullptr) return record + 1;
  const std::uint64_t index = subgroup.workgroup_index;
  const LaneMask active = subgroup.active;
  outputs->returned[index] |= active;
  outputs->helpers[index] |= active & subgroup.helpers;
  const std::uint32_t* slots = subgroup.data + record->extra;
  for (const InterfacePlane& plane : subgroup.program->stage.outputs) {
    const Slot slot = *slots++;
    StageValues& values = outputs->values.find(plane.component)->second;
    const PlaneHeader& header = subgroup.header(slot);
    values.undefined[index] = (values.undefined[index] & ~active) | (header.undefined & active);
    values.implementation_dependent[index] |= header.implementation_dependent & active;
    active.for_each([&](unsigned lane) {
      values.bits[index * subgroup.size + lane] =
          component_bits(subgroup, slot, plane.type.bytes, lane);
    });
  }
  return record + 1;
}

}  // namespace spirv_oracle
