// Tangled instructions: those whose effect depends on which lanes execute them together ("Tangled
// Instruction").
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

bool is_tangled(const Lowering& lowering, const Instruction& instruction);
// Whether a tangled instruction has Workgroup scope. Otherwise, it works within the subgroup.
bool has_workgroup_scope(const Lowering& lowering, const Instruction& instruction);
// Must follow a tangled instruction. Emits a check whether its tangle depends on reconvergence that
// is not guaranteed, where that is possible.
void emit_guarantee_watch(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
