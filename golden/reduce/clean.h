// What remains of a draft after a reduction step, made whole again.
#pragma once

#include "golden/reduce/draft.h"

namespace spirv_oracle::golden {

// Removes what nothing reaches or uses: blocks, results, variables, functions, types, names. Completes OpPhi, puts null in the
// place of what is not defined or loaded from a variable without a store, and joins blocks. The module may be invalid all the same: the validator has to say.
void clean(Draft& draft);

}  // namespace spirv_oracle::golden
