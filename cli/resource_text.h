// How messages and suggestions name the resources of a module.
#pragma once

#include <cstdint>
#include <string>

#include "cli/options.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle {

// The number of invocations to assume if a dispatch does not determine it.
inline constexpr std::uint64_t default_invocations = 64;

// The name of a buffer in the output, with an index for an element of a descriptor array.
std::string buffer_label(const EntryPointInfo& entry, const BindingKey& key);

// For example "storage buffer 0.1 'Results'".
std::string resource_text(const ResourceInfo& resource);

// An option that gives the resource suitable contents, quoted for the shell.
std::string suggested_option(const ResourceInfo& resource, std::uint64_t invocations);

// The number of invocations of the dispatch; 64 if its workgroup size is unknown.
std::uint64_t invocation_count(const EntryPointInfo& entry, const LaunchOptions& options);

// A list of the buffers of the entry point: "it has 0.0 (storage buffer 'In'), ...".
std::string existing_buffers(const EntryPointInfo& entry);

}  // namespace spirv_oracle
