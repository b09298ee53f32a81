// The record behind an atomic that finds out whether its result, and the memory, depend on the order in which
// invocations execute; it marks them where an earlier run of the dispatch has found that they do.
#pragma once

#include "interpreter/lowering/lowering.h"
#include "memory/race_site.h"

namespace spirv_oracle {

struct AccessedAtomically;  // checks/race_check.h

// Where races are looked for. For memory of one storage class semantics.
void emit_atomic_order_check(Lowering& lowering, const Instruction& instruction,
                             const AccessedAtomically& accessed, StorageSemantics storage);

// Notes in the program that its results may depend on the order of such atomics.
void note_dependence_on_order(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
