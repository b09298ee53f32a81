#include "interpreter/lowering/emit_workgroup_sync.h"

#include "interpreter/exec/copy.h"
#include "interpreter/exec/workgroup_sync.h"
#include "interpreter/lowering/lowered_function.h"

namespace spirv_oracle {

void emit_workgroup_sync(Lowering& lowering, WorkgroupSync place) {
  Program& program = lowering.program();
  // Others run before this subgroup goes on, so that a float mode must not stay set.
  if (!program.ops.empty() && program.ops.back().handler == set_float_mode_handler() &&
      program.ops.back().extra != 0) {
    place.float_mode = program.ops.back().extra;
    program.ops.back().extra = 0;
  }
  place.record = lowering.function()->emit_control(&wait_for_workgroup);
  program.has_workgroup_barrier = true;
  program.workgroup_syncs.push_back(place);
}

}  // namespace spirv_oracle
