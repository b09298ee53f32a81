// Values that must outlive the instruction that computes them.
#pragma once

#include "interpreter/compile/function/inlined_call.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Must follow each instruction with a result. Lanes that have left a loop keep the value that they
// had when they left, while others compute new ones. The debugger gets other values as well.
void keep_live_out(Lowering& lowering, const InlinedCall& call, const Instruction& instruction);

}  // namespace spirv_oracle
