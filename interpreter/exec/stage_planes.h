// The inputs and outputs of graphics stages in the registers of a subgroup.
#pragma once

#include <span>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/stage_values.h"

namespace spirv_oracle {

// Fills the planes of the program's inputs with the values of a launch, for the subgroup with this index in it.
void fill_stage_inputs(const StageInvocations& invocations, std::uint64_t index,
                       Subgroup& subgroup);

// Room for the outputs of all invocations of a launch. Nothing is stored yet.
StageOutputs empty_outputs(const Program& program, std::size_t subgroups);

// The end of an entry point: stores the outputs of the active lanes. extra = index of the planes in Program::data, in the
// order of StageTables::outputs.
const Record* store_outputs(Subgroup& subgroup, const Record* record);
// The end of tessellation control: stores what the outputs of the patch contain now, which is final when its last invocation
// ends. extra = index of their addresses, two words each, likewise.
const Record* store_patch_outputs(Subgroup& subgroup, const Record* record);
// The end of an entry point whose outputs are stored elsewhere.
const Record* note_invocation_end(Subgroup& subgroup, const Record* record);

// Of geometry shaders. Emits a vertex of the active lanes: the outputs in `slots`, likewise. Returns the lanes that emitted
// OutputVertices before, and now nothing.
LaneMask emit_vertices(Subgroup& subgroup, std::span<const std::uint32_t> slots,
                       std::uint32_t stream);
void end_primitives(Subgroup& subgroup, std::uint32_t stream);

}  // namespace spirv_oracle
