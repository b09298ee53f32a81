#include "interpreter/exec/stage_planes.h"

#include <algorithm>
#include <cstring>

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
  const bool emits = program.execution_model == spv::ExecutionModel::Geometry;
  const std::size_t groups = subgroups * (emits ? program.stage.output_vertices : 1);
  for (const InterfacePlane& plane : program.stage.outputs) {
    StageValues& values = outputs.values[plane.component];
    values.bits.resize(groups * program.subgroup_size);
    values.undefined.assign(groups, LaneMask::first(program.subgroup_size));
    values.implementation_dependent.resize(groups);
  }
  if (!emits) return outputs;
  outputs.emitted.counts.resize(subgroups * program.subgroup_size);
  outputs.emitted.ended.assign(subgroups * program.subgroup_size, ~0u);
  outputs.emitted.streams.resize(groups * program.subgroup_size);
  outputs.emitted.begins_strip.resize(groups * program.subgroup_size);
  return outputs;
}

namespace {

// Stores a value at number `to` of an output.
void store(const Subgroup& subgroup, Slot slot, const ScalarType& type, unsigned lane,
           std::size_t to, StageValues& values) {
  const PlaneHeader& header = subgroup.header(slot);
  const std::size_t group = to / subgroup.size;
  const auto place = static_cast<unsigned>(to % subgroup.size);
  const auto assign = [place](LaneMask& mask, bool is_set) {
    if (is_set) {
      mask.set(place);
    } else {
      mask &= ~LaneMask::single(place);
    }
  };
  assign(values.undefined[group], header.undefined.test(lane));
  assign(values.implementation_dependent[group], header.implementation_dependent.test(lane));
  values.bits[to] = component_bits(subgroup, slot, type.bytes, lane);
}

// Stores the values of all active lanes at the numbers from `first` on, which begin a subgroup.
void store_active(const Subgroup& subgroup, Slot slot, const ScalarType& type, std::size_t first,
                  StageValues& values) {
  const PlaneHeader& header = subgroup.header(slot);
  const LaneMask& active = subgroup.active;
  const auto assign = [&active](LaneMask& mask, const LaneMask& set) {
    mask = blend(active, set, mask);
  };
  assign(values.undefined[first / subgroup.size], header.undefined);
  assign(values.implementation_dependent[first / subgroup.size], header.implementation_dependent);
  std::uint64_t* const bits = values.bits.data() + first;
  for_width(type.bytes, [&]<class T>() {
    if constexpr (std::is_same_v<T, bool>) {
      const LaneMask& truth = subgroup.truth(slot);
      active.for_each([&](unsigned lane) { bits[lane] = truth.test(lane) ? 1 : 0; });
    } else {
      const T* lanes = subgroup.values<T>(slot);
      active.for_each([&](unsigned lane) { bits[lane] = lanes[lane]; });
    }
  });
}

std::size_t number_in_launch(const Subgroup& subgroup, unsigned lane) {
  return subgroup.workgroup->shape().subgroup_in_launch(subgroup.id) * subgroup.size + lane;
}

void note_end(const Subgroup& subgroup, StageOutputs& outputs) {
  const std::uint64_t index = subgroup.workgroup->shape().subgroup_in_launch(subgroup.id);
  outputs.returned[index] |= subgroup.active;
  outputs.helpers[index] |= subgroup.active & subgroup.helpers;
}

}  // namespace

const Record* store_outputs(Subgroup& subgroup, const Record* record) {
  StageOutputs* outputs = subgroup.workgroup->observers().outputs;
  if (outputs == nullptr) return record + 1;
  note_end(subgroup, *outputs);
  const std::uint32_t* slots = subgroup.data + record->extra;
  for (const InterfacePlane& plane : subgroup.program->stage.outputs) {
    store_active(subgroup, *slots++, plane.type, number_in_launch(subgroup, 0),
                 outputs->values.find(plane.component)->second);
  }
  return record + 1;
}

const Record* store_patch_outputs(Subgroup& subgroup, const Record* record) {
  StageOutputs* outputs = subgroup.workgroup->observers().outputs;
  if (outputs == nullptr) return record + 1;
  note_end(subgroup, *outputs);
  const WorkgroupShape& shape = subgroup.workgroup->shape();
  const std::uint64_t group = shape.subgroup_in_launch(0);
  const std::uint32_t* address = subgroup.data + record->extra;
  for (const InterfacePlane& plane : subgroup.program->stage.outputs) {
    const std::uint64_t place = address[0] | std::uint64_t{address[1]} << 32;
    address += 2;
    const ObjectEntry& object = subgroup.memory->find(place);
    const std::uint64_t offset = AddressSpace::offset(place);
    const unsigned bytes = plane.type.memory_bytes();
    StageValues& values = outputs->values.find(plane.component)->second;
    std::uint64_t bits = 0;
    std::memcpy(&bits, object.bytes + offset, bytes);
    values.bits[group * subgroup.size] = bits;
    const Definedness state =
        value_state(*std::max_element(object.shadow + offset, object.shadow + offset + bytes));
    const LaneMask first = LaneMask::single(0);
    values.undefined[group] = state == Definedness::undefined ? first : LaneMask{};
    values.implementation_dependent[group] =
        state == Definedness::implementation_dependent ? first : LaneMask{};
  }
  return record + 1;
}

const Record* note_invocation_end(Subgroup& subgroup, const Record* record) {
  if (StageOutputs* outputs = subgroup.workgroup->observers().outputs) note_end(subgroup, *outputs);
  return record + 1;
}

LaneMask emit_vertices(Subgroup& subgroup, std::span<const std::uint32_t> slots,
                       std::uint32_t stream) {
  LaneMask beyond;
  StageOutputs* outputs = subgroup.workgroup->observers().outputs;
  if (outputs == nullptr) return beyond;
  EmittedVertices& emitted = outputs->emitted;
  const std::uint32_t most = subgroup.program->stage.output_vertices;
  subgroup.active.for_each([&](unsigned lane) {
    const std::size_t invocation = number_in_launch(subgroup, lane);
    if (emitted.counts[invocation] == most) return beyond.set(lane);
    const std::size_t vertex = invocation * most + emitted.counts[invocation]++;
    emitted.streams[vertex] = static_cast<std::uint8_t>(stream);
    emitted.begins_strip[vertex] = emitted.ended[invocation] >> stream & 1u;
    emitted.ended[invocation] &= ~(1u << stream);
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const InterfacePlane& plane = subgroup.program->stage.outputs[i];
      store(subgroup, slots[i], plane.type, lane, vertex,
            outputs->values.find(plane.component)->second);
    }
  });
  return beyond;
}

void end_primitives(Subgroup& subgroup, std::uint32_t stream) {
  StageOutputs* outputs = subgroup.workgroup->observers().outputs;
  if (outputs == nullptr) return;
  subgroup.active.for_each([&](unsigned lane) {
    outputs->emitted.ended[number_in_launch(subgroup, lane)] |= 1u << stream;
  });
}

}  // namespace spirv_oracle
