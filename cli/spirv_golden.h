// Calls the program spirv-golden, which handles Vulkan drivers. spirv-run does not, because it
// would take longer to start.
#pragma once

#include <string>
#include <vector>

#include "interpreter/result.h"

namespace spirv_oracle {

// The arguments of `spirv-golden compare-driver` that correspond to those of spirv-run.
std::vector<std::string> compare_driver_arguments(const std::vector<std::string>& arguments);

// The program, in the folder of this one.
std::string spirv_golden_path();

// Replaces this process by the spirv-golden in the same folder, with the same options. Returns only
// if that is impossible: unsupported.
Result<Status> become_spirv_golden(const std::vector<std::string>& arguments);

}  // namespace spirv_oracle
