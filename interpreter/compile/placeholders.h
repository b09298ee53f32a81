// Placeholders for missing resources, for compiling an entry point without running it.
#pragma once

#include "interpreter/dispatch.h"

namespace spirv_oracle {

// The dispatch with empty buffers, local memory and zeros for the resources that its entry point
// uses and the dispatch lacks.
Dispatch with_placeholders(const Module& module, Dispatch dispatch);

}  // namespace spirv_oracle
