// The least precision that RelaxedPrecision permits.
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// If PipelineOptions::arithmetic requests it, computes the results of an instruction decorated RelaxedPrecision with 16 bits.
void relax_results(Lowering& lowering, const Instruction& instruction,
                   const InstructionDefinition& definition);

}  // namespace spirv_oracle
