// A record without effect.
#pragma once

#include "interpreter/ir/record.h"

namespace spirv_oracle {

// Only programs for the debugger have such records: it can stop there, and it copies values (debugger/engine/program/kept_values.h).
const Record* no_operation(Subgroup& subgroup, const Record* record);

}  // namespace spirv_oracle
