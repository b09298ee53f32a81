// How instructions make the subgroups of a workgroup wait for each other (exec/rendezvous.h).
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Emits a record that waits, and after it come place.combined_records others. Sets place.record.
void emit_rendezvous(Lowering& lowering, Rendezvous place);

}  // namespace spirv_oracle
