// Acceleration structures on the command line: --accel SET.BINDING=@SCENE.json, or JSON itself (data/scene.h).
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle {

// Adds the rows of these options. They set `launch`, which must outlive them.
void add_acceleration_structure_rows(LaunchOptions& launch, std::vector<OptionRow>& rows);

// Adds the values of --accel. `notes` gets a sentence for each one that the entry point does not use. Errors: bad_input.
Result<void> add_acceleration_structures(const EntryPointInfo& entry, const LaunchOptions& options,
                                         Dispatch& dispatch, std::vector<std::string>& notes);

// The option that would add the resource, if it is missing, on a line of its own.
std::string missing_acceleration_structure(const ResourceInfo& resource,
                                           const LaunchOptions& options);
std::string suggested_acceleration_structure(const ResourceInfo& resource);

}  // namespace spirv_oracle
