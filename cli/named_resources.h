// Replaces the names of resources in options by their bindings.
#pragma once

#include "cli/run_options.h"
#include "interpreter/dispatch.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {

// Replaces each name by the binding of find_named_descriptor. Errors: bad_input, also if two options then set the same
// resource.
Result<void> resolve_names(const Module& module, const EntryPointInfo& entry,
                           LaunchOptions& options);

// Also in --dump and --output, where a name may be that of a memory, which stays as it is, or that of a parameter of a
// kernel.
Result<void> resolve_names(const Module& module, const EntryPointInfo& entry, RunOptions& options);

}  // namespace spirv_oracle
