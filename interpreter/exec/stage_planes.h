// The inputs and outputs of graphics stages in the registers of a subgroup.
#pragma once

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

}  // namespace spirv_oracle
