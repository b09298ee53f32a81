// Variables of a function all of whose accesses are known.
#pragma once

#include "interpreter/lowering/analysis.h"

namespace spirv_oracle {

// Whether the id is a variable of a function that is only loaded and stored as a whole.
// The lowering keeps such variables in registers.
bool is_in_registers(const Module& module, const ModuleAnalysis& analysis, Id variable);

// The variable of a function to which the pointer points, perhaps after casts, if it is only loaded and stored as a whole, through
// such pointers, too; 0: there is none.
Id variable_behind(const Module& module, const ModuleAnalysis& analysis, Id pointer);

}  // namespace spirv_oracle
