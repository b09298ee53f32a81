// The inputs of a bundle as the resources of a run.
#pragma once

#include "golden/bundle/bundle.h"
#include "interpreter/bindings.h"

namespace spirv_oracle::golden {

ShadowedBytes shadowed_bytes(const InputBytes& input);

// Adds all inputs except those of draw_kinds. Errors: bad_input for a range of a memory that is missing.
Result<void> bind_inputs(const Bundle& bundle, Bindings& bindings);

}  // namespace spirv_oracle::golden
