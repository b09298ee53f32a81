#include "debugger/engine/stops/register_changes.h"

#include <algorithm>

#include "debugger/engine/program/object.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

constexpr unsigned max_lanes_in_text = 4;

ScalarType type_of_plane(const Program& program, Slot slot) {
  const auto plane = std::ranges::find(program.registers.planes, slot, &Plane::slot);
  return plane == program.registers.planes.end() ? ScalarType::pointer() : plane->type;
}

void append_value(ScalarType type, const Scalar& value, std::string& values) {
  if (!values.empty()) values += ", ";
  values += value.state == Definedness::undefined ? std::string("undefined")
                                                  : scalar_text(type, value.bits);
}

bool differ(const Scalar& before, const Scalar& after) {
  return before.state != after.state ||
         (before.state != Definedness::undefined && before.bits != after.bits);
}

}  // namespace

std::vector<Scalar> watched_registers(const PausedRun& run, const std::vector<Slot>& planes,
                                      const LaneMask& lanes) {
  const Program& program = *run.program;
  const spv::Op opcode =
      program.module->instruction(program.origins[run.record->origin].instruction).opcode;
  const Scalar undefined{0, Definedness::undefined};
  std::vector<Scalar> values;
  lanes.for_each([&](unsigned lane) {
    for (const Slot slot : planes) {
      values.push_back(is_variable(opcode)
                           ? undefined
                           : read_plane(*run.subgroup, slot, type_of_plane(program, slot), lane));
    }
  });
  return values;
}

RegisterChanges changed_registers(const Program& program, const Subgroup& subgroup,
                                  const std::vector<Slot>& planes, const LaneMask& lanes,
                                  const std::vector<Scalar>& before) {
  RegisterChanges changes;
  std::size_t next = 0;
  lanes.for_each([&](unsigned lane) {
    std::string old_values, new_values;
    bool is_changed = false;
    for (const Slot slot : planes) {
      const ScalarType type = type_of_plane(program, slot);
      const Scalar& old_value = before[next++];
      const Scalar new_value = read_plane(subgroup, slot, type, lane);
      is_changed = is_changed || differ(old_value, new_value);
      append_value(type, old_value, old_values);
      append_value(type, new_value, new_values);
    }
    if (!is_changed) return;
    changes.lanes.set(lane);
    if (planes.size() > 1) {
      old_values = "(" + old_values + ")";
      new_values = "(" + new_values + ")";
    }
    const unsigned count = changes.lanes.count();
    if (count <= max_lanes_in_text)
      changes.text += (count == 1 ? " lane " : ", lane ") + std::to_string(lane) + ": " +
                      old_values + " -> " + new_values;
  });
  if (changes.lanes.count() > max_lanes_in_text)
    changes.text += ", and " + std::to_string(changes.lanes.count() - max_lanes_in_text) + " more";
  return changes;
}

}  // namespace spirv_oracle
