#include "interpreter/lowering/emit_workgroup_sync.h"

#include "interpreter/exec/lanes/copy.h"
#include "interpreter/exec/workgroup_sync.h"
#include "interpreter/lowering/lowered_function.h"

namespace spirv_oracle {

void emit_workgroup_sync(Lowering& lowering, WorkgroupSync place) {
  const Program& program = lowering.program();
  if (!program.records.empty() && program.records.back().handler == set_float_mode_handler())
    place.float_mode = program.records.back().extra;
  // Other subgroups run before this one continues, and must not see its float mode.
  if (place.float_mode != 0) lowering.emit(set_float_mode_handler(), no_slot);
  place.record = lowering.function()->emit_control(&wait_for_workgroup);
  lowering.describe(place.record, {.is_control_flow = true, .acts_for = place.combined_records});
  lowering.builder().add(place);
}

}  // namespace spirv_oracle
