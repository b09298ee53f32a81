// Emits the synchronization of the subgroups of a workgroup (exec/workgroup_sync.h).
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Emits a record that waits. The place.combined_records other records must follow. Sets
// place.record.
void emit_workgroup_sync(Lowering& lowering, WorkgroupSync place);

}  // namespace spirv_oracle
