// Replaces the names of resources in options by their bindings.
#pragma once

#include <string_view>
#include <vector>

#include "cli/options.h"
#include "interpreter/dispatch.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {

// The binding for a name of find_named_descriptor, or the argument of a kernel for the name of its parameter. Names of
// memories stay as they are. `option` is for messages. Errors: bad_input.
Result<void> resolve_name(const Module& module, const EntryPointInfo& entry,
                          const std::vector<MemoryOption>& memories, std::string_view option,
                          BufferName& name);

// The same for the names in all options. Errors: bad_input, also if two options then set the same resource.
Result<void> resolve_names(const Module& module, const EntryPointInfo& entry,
                           LaunchOptions& options);

}  // namespace spirv_oracle
