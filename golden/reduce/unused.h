// Finds unused parts of a draft.
#pragma once

#include "golden/reduce/draft.h"

namespace spirv_oracle::golden {

// Whether an instruction has an effect in addition to its result.
bool has_effect(const Draft& draft, const DraftInstruction& one);

// Removes unused results of instructions without other effects, function variables that are only
// stored to, functions that are not called, and types, constants and global variables that nothing
// needs, with their names and decorations.
void remove_unused(Draft& draft);

}  // namespace spirv_oracle::golden
