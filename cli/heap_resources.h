// Descriptors in heaps (SPV_EXT_descriptor_heap) on the command line: heap.SLOT instead of SET.BINDING.
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"
#include "interpreter/dispatch.h"
#include "support/command_line.h"

namespace spirv_oracle {

// The row of --descriptor-type.
void add_heap_rows(LaunchOptions& launch, std::vector<OptionRow>& rows);

// Adds the descriptors that the options write to heaps to the resources of the entry points that read heaps. The module does
// not name them.
void add_heap_resources(const LaunchOptions& options, ModuleInfo& module);

// Sets the types of descriptors. Errors: bad_input if a resource cannot be of the given type, or if options write several
// resources to one slot.
Result<void> add_heap_types(const LaunchOptions& options, Dispatch& dispatch);

}  // namespace spirv_oracle
