// The record after an atomic that determines whether its result, and the memory, depend on the
// order of invocations. It marks them if an earlier run of the dispatch found that they do.
#pragma once

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/lowering/lowering.h"
#include "memory/race_site.h"

namespace spirv_oracle {

struct AccessedAtomically;

// Emits the record if the run detects races. Concerns memory of one storage class of the memory
// semantics. `releases`: a write has release semantics.
void emit_atomic_order_check(Lowering& lowering, const Instruction& instruction,
                             const AccessedAtomically& accessed, StorageSemantics storage,
                             bool releases);

// The handler of the record.
const Record* check_atomic_order(Subgroup& subgroup, const Record* record);

// Notes in the program that its results may depend on the order of such atomics.
void note_dependence_on_order(Lowering& lowering, const Instruction& instruction,
                              const AccessedAtomically& accessed);

}  // namespace spirv_oracle
