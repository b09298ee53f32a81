// What a program does with an atomic instruction.
#pragma once

#include "interpreter/lowering/analysis.h"

namespace spirv_oracle {

// Whether the instruction only reads, whatever the location holds: an atomic load or, in languages without one, an operation with 0.
bool is_atomic_load(const Module& module, const Instruction& instruction);

// Whether another instruction reads the result. A variable in registers that holds it may have no load that comes after.
bool is_result_read(const Module& module, ModuleAnalysis& analysis, Id result);

}  // namespace spirv_oracle
