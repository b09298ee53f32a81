// Repairs a draft after a reduction step.
#pragma once

#include "golden/reduce/draft.h"

namespace spirv_oracle::golden {

// Removes unreachable and unused parts: blocks, results, variables, functions, types, names.
// Completes OpPhi, replaces undefined ids and loads of variables without stores by null, and joins
// blocks. The module may still be invalid; the validator must check it.
void clean(Draft& draft);

}  // namespace spirv_oracle::golden
