// Variables of the storage classes Input and Output in graphics stages.
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// An input variable, whose planes are filled before the subgroup starts.
Value lower_stage_input(Lowering& lowering, const Instruction& variable);

// An output variable, of which each invocation has its own copy, or each patch of tessellation control.
Value lower_stage_output(Lowering& lowering, const Instruction& variable);

// Emits what an entry point does at its end: it stores its outputs, unless it emits vertices.
void emit_stage_outputs(Lowering& lowering);

// The planes of all outputs, in the order of StageTables::outputs, for a geometry shader that emits a vertex.
std::vector<std::uint32_t> load_stage_outputs(Lowering& lowering);
// Makes all outputs undefined, for the active lanes.
void undefine_stage_outputs(Lowering& lowering);

}  // namespace spirv_oracle
