// Adds images, samplers and texel buffers from the options to a dispatch.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/options.h"
#include "data/data.h"
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

// Adds those of --null-descriptor, after the resources of all other options. `notes`, errors: as above.
Result<void> add_null_descriptors(const EntryPointInfo& entry, const LaunchOptions& options,
                                  Dispatch& dispatch, std::vector<std::string>& notes);
// Whether --null-descriptor names the resource or an element of it.
bool has_null_descriptor(const ResourceInfo& resource, const LaunchOptions& options);

// Argument number N of a kernel, an image or a sampler, from the DATA of --arg N=DATA. Errors: bad_input, with the option.
Result<void> add_image_argument(const ResourceInfo& resource, const std::string& data,
                                const DataContext& context, Dispatch& dispatch);
Result<void> add_sampler_argument(const ResourceInfo& resource, const std::string& data,
                                  Dispatch& dispatch);
// An --arg option with suitable contents for such an argument, quoted for the shell.
std::string suggested_argument(const ResourceInfo& resource);

// The options that would add the missing parts of an image or sampler, one per line.
std::string missing_image_options(const ResourceInfo& resource, const LaunchOptions& options);

// Options for the descriptors of a resource, each of which `option_for` makes from a name: "0.1" or, for the elements
// of an array, "0.1[0]", "0.1[1]" ... Of a long array, the first few, and how many more there are.
std::string suggested_for_descriptors(
    const ResourceInfo& resource,
    const std::function<std::string(const std::string& name)>& option_for);

// Options that give such a resource suitable contents, quoted for the shell.
std::string suggested_image_option(const ResourceInfo& resource);

}  // namespace spirv_oracle
