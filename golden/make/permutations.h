// The acceptance of buffers whose elements are a permutation of known values (tickets.h).
#pragma once

#include "golden/bundle/bundle.h"
#include "golden/make/derive_acceptance.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle::golden {

// Replaces the acceptance of such elements in the outputs of a shader. `dispatch` and `result` are those of the bundle.
void accept_permutations(const Module& module, const Dispatch& dispatch,
                         const DispatchResult& result, const Locate& locate, Bundle& bundle);

}  // namespace spirv_oracle::golden
