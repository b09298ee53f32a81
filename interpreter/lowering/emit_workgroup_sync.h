// How instructions make the subgroups of a workgroup wait for each other (exec/workgroup_sync.h).
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Emits a record that waits, and after it come place.combined_records others. Sets place.record.
void emit_workgroup_sync(Lowering& lowering, WorkgroupSync place);

}  // namespace spirv_oracle
