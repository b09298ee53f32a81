// Resources that are not given, for what compiles an entry point and does not run it.
#pragma once

#include "interpreter/dispatch.h"

namespace spirv_oracle {

// The dispatch with empty buffers, local memory and zeros for what its entry point uses and the dispatch lacks.
Dispatch with_placeholders(const Module& module, Dispatch dispatch);

}  // namespace spirv_oracle
