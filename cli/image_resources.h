// Adds images, samplers and texel buffers from the options to a dispatch.
#pragma once

#include <string>
#include <vector>

#include "cli/data.h"
#include "cli/options.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle {

// Whether --buffer gives a resource its contents, not --image and --sampler.
bool is_buffer_kind(ResourceKind kind);
bool is_image_kind(ResourceKind kind);
bool has_sampler(ResourceKind kind);

// Adds the values of --image, --sampler and --format-of. `notes` gets a sentence for each one that
// the entry point does not use. Errors: bad_input.
Result<void> add_images(const EntryPointInfo& entry, const LaunchOptions& options,
                        DataContext& context, Dispatch& dispatch, std::vector<std::string>& notes);

// Argument number N of a kernel, an image or a sampler, from the DATA of --arg N=DATA. Errors: bad_input, with the option.
Result<void> add_image_argument(const ResourceInfo& resource, const std::string& data,
                                const DataContext& context, Dispatch& dispatch);
Result<void> add_sampler_argument(const ResourceInfo& resource, const std::string& data,
                                  Dispatch& dispatch);
// An --arg option with suitable contents for such an argument, quoted for the shell.
std::string suggested_argument(const ResourceInfo& resource);

// The options that would add the missing parts of an image or sampler, one per line.
std::string missing_image_options(const ResourceInfo& resource, const LaunchOptions& options);

// The names of the descriptors to suggest for a resource: "0.1"; for an array, the first few
// elements: "0.1[0]", "0.1[1]".
std::vector<std::string> suggested_names(const ResourceInfo& resource);

// Options that give such a resource suitable contents, quoted for the shell.
std::string suggested_image_option(const ResourceInfo& resource);

}  // namespace spirv_oracle
