// Checks whether a module can run, before its resources are available.
#pragma once

#include "interpreter/dispatch.h"

namespace spirv_oracle {

// Compiles everything that the entry point can reach. Errors: unsupported; bad_input if the module
// or the dispatch cannot run with any resources.
Result<void> check_supported(const Module& module, const InstructionRegistry& registry,
                             const Dispatch& dispatch);

}  // namespace spirv_oracle
