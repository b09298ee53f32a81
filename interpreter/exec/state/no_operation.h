// A record without effect.
#pragma once

#include "interpreter/ir/op.h"

namespace spirv_oracle {

// Only programs for the debugger have such records: it can stop there, and it copies values (debugger/engine/program/kept_values.h).
const Op* no_operation(Subgroup& subgroup, const Op* op);

}  // namespace spirv_oracle
