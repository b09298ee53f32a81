#include "interpreter/lowering/debug_values.h"

#include "interpreter/loader/pointers.h"

namespace spirv_oracle {

DebugValue debug_value(const Lowering& lowering, Id id, const Value& value) {
  DebugValue result;
  result.points_to_planes = Lowering::in_planes(value);
  const Id pointee = pointee_type(lowering.module(), id);
  if (result.points_to_planes) {
    const auto slots = lowering.variable_slots(value.pointer, pointee);
    result.slots.assign(slots.begin(), slots.end());
  } else {
    result.slots = value.slots;
  }
  result.matrix_stride = value.pointer.matrix.stride;
  result.row_major = value.pointer.matrix.row_major;
  result.component_stride = value.pointer.matrix.component_stride;
  return result;
}

void add_debug_globals(Lowering& lowering) {
  for (const auto& [id, value] : lowering.globals())
    lowering.builder().debug()->global_values.emplace(id, debug_value(lowering, id, value));
}

}  // namespace spirv_oracle
