// Describes the requirements of a module, with its types and constants.
#pragma once

#include "interpreter/dispatch.h"
#include "interpreter/loader/types/types.h"

namespace spirv_oracle {

// Like describe(module), for callers that can compute OpSpecConstantOp, so that sizes that depend
// on one are right. `types` must have the default specialization.
ModuleInfo describe(const SpecializedModule& types);

// The kind of a scalar; pointers are uint64.
ScalarKind scalar_kind(const ScalarType& scalar);
// Not of FloatEncoding::none.
ScalarKind kind_of_encoding(FloatEncoding encoding);

}  // namespace spirv_oracle
