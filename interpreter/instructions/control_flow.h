// Control-Flow Instructions, and which instructions are tangled.
#pragma once

#include "interpreter/ir/registry.h"

namespace spirv_oracle {

// Whether what the instruction does depends on the tangle ("Tangled Instruction"): not where each lane works on its own
// operands, as with the ballots' bit operations.
bool depends_on_tangle(const InstructionDefinition& definition);

}  // namespace spirv_oracle
