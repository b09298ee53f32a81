// What a module wants, with its types and constants at hand.
#pragma once

#include "interpreter/dispatch.h"
#include "interpreter/loader/types.h"

namespace spirv_oracle {

// As describe(module), for callers that can compute OpSpecConstantOp: sizes that depend on one are
// then right. `types` must be of default specialization.
ModuleInfo describe(const SpecializedModule& types);

// How the bits of a scalar read; pointers read as uint64.
ScalarKind scalar_kind(const ScalarType& scalar);

}  // namespace spirv_oracle
