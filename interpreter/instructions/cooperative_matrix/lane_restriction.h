// Restricts records to some lanes of the tangle.
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

namespace internal {

// Restricts the tangle to the lanes of the mask in operand 0, and saves it in the result. extra: the distance to the record of
// restore_lanes.
const Record* restrict_lanes(Subgroup& subgroup, const Record* record);
// operand 0: the saved tangle.
const Record* restore_lanes(Subgroup& subgroup, const Record* record);

}  // namespace internal

// Calls `emit`, and lets the records that it emits execute only in active lanes that are set in the Boolean plane `mask`. These
// records must only access memory or copy planes.
template <class Emit>
void for_lanes_in(Lowering& lowering, Slot mask, const Emit& emit) {
  const std::uint32_t distance[] = {0};
  const std::uint32_t data = lowering.add_data(distance);
  const Slot saved = lowering.new_plane(ScalarType::boolean());
  const std::uint32_t begin = lowering.emit(&internal::restrict_lanes, saved, {mask}, data);
  lowering.describe(begin, {.is_control_flow = true});
  emit();
  const std::uint32_t end = lowering.emit(&internal::restore_lanes, no_slot, {saved});
  lowering.describe(end, {.is_control_flow = true});
  lowering.builder().set_data(data, end - begin);
}

}  // namespace spirv_oracle
