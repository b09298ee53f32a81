// Control-flow instructions, and which instructions are tangled.
#pragma once

#include "interpreter/ir/registry.h"

namespace spirv_oracle {

// Whether the effect of the instruction depends on the tangle ("Tangled Instruction"). False if
// each lane works only on its own operands, as in the bit operations on ballots.
bool depends_on_tangle(const InstructionDefinition& definition);

}  // namespace spirv_oracle
