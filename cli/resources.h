// From the options and what a module wants to a dispatch.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "cli/options.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle {

// The entry point with this name, or the only one for "". Errors list the names.
Result<const EntryPointInfo*> pick_entry_point(const ModuleInfo& module, const std::string& name);

// Whether it is a kernel of OpenCL.
bool is_kernel(const EntryPointInfo& entry);

// Whether there are so few invocations that races are looked for unasked.
bool is_small(const Dispatch& dispatch, const EntryPointInfo& entry);

// The values of --spec as bits, by SpecId. Errors: bad_input for a constant that does not exist or a value that does not
// fit.
Result<std::map<std::uint32_t, std::uint64_t>> specialization_of(const ModuleInfo& module,
                                                                 const LaunchOptions& options);

// The dispatch of a compute entry point or a kernel without its resources. Errors: bad_input for a
// specialization constant that does not exist or a value that does not fit, unsupported for other
// kinds of entry points.
Result<Dispatch> make_dispatch(const ModuleInfo& module, const EntryPointInfo& entry,
                               const WhatToRun& options);

// Adds the user's arguments, push constants, buffers and memories to the dispatch. Errors: bad_input, which
// for a missing resource shows the option to add.
Result<void> add_resources(const EntryPointInfo& entry, const LaunchOptions& options,
                           Dispatch& dispatch);

// The resource that a name stands for; null if the entry point has none such, or for a memory.
const ResourceInfo* find_resource(const EntryPointInfo& entry, const BufferName& name);

// Checks that the entry point has a descriptor for `option`, of a kind that `fits`.
Result<void> check_descriptor(const EntryPointInfo& entry, const BufferName& name,
                              std::string_view option, bool (*fits)(ResourceKind));

// The name of a buffer as in the output: with an index for an element of a descriptor array.
std::string buffer_label(const EntryPointInfo& entry, const BindingKey& key);

// "storage buffer 0.1 'Results'"
std::string resource_text(const ResourceInfo& resource);

// An option that gives the resource suitable contents, ready for the shell.
std::string suggested_option(const ResourceInfo& resource, std::uint64_t invocations);

// The invocations of the dispatch; 64 if its workgroup size is not known.
std::uint64_t invocation_count(const EntryPointInfo& entry, const LaunchOptions& options);

// Lists the buffers of the entry point in a sentence: "it has 0.0 (storage buffer 'In'), ...".
std::string existing_buffers(const EntryPointInfo& entry);

}  // namespace spirv_oracle
