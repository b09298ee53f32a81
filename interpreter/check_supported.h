// Whether a module can run at all, before its resources are there.
#pragma once

#include "interpreter/dispatch.h"

namespace spirv_oracle {

// Compiles what the entry point can reach. Errors: unsupported, or bad_input for a module or a dispatch that cannot run
// with any resources.
Result<void> check_supported(const Module& module, const InstructionRegistry& registry,
                             const Dispatch& dispatch);

}  // namespace spirv_oracle
