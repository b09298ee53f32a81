// Records around the atomic loads of loops that look back (lowering/synchronization/look_back_loops.h), and after these loops. They tell a proof what the
// loops find and add up (exec/orders/look_backs.h). Instrumentation::follows_uncertain_branches enables them.
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

struct AccessedAtomically;

// Must precede the record of an atomic.
void emit_look_back_begin(Lowering& lowering, const Instruction& instruction,
                          const AccessedAtomically& accessed);
// Must follow its race check. Returns whether it is a load of such a loop.
bool emit_look_back_end(Lowering& lowering, const Instruction& instruction,
                        const AccessedAtomically& accessed);
// Must precede each instruction.
void emit_end_of_look_back(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
