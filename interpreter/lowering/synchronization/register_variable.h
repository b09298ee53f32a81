// Variables of a function that the lowering keeps in registers.
#pragma once

#include "interpreter/lowering/analysis.h"

namespace spirv_oracle {

// Whether the id is a variable of a function that is only loaded and stored as a whole.
bool is_in_registers(const Module& module, const ModuleAnalysis& analysis, Id variable);

}  // namespace spirv_oracle
