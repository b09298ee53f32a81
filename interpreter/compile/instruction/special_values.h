// Zeros and NaNs whose signs and bits the module does not preserve, and comparisons that may assume that there are no NaNs
// or infinities.
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// If PipelineOptions::arithmetic requests it, gives zeros the other sign and NaNs other bits in the results of an instruction.
void change_special_results(Lowering& lowering, const Instruction& instruction,
                            const InstructionDefinition& definition);
// If PipelineOptions::arithmetic requests it and the module permits it, lowers an instruction so that it gives the opposite answer
// for NaNs or infinities. False: it has its usual meaning, and nothing was emitted.
bool lower_assuming_finite(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
