// The program spirv-golden, which knows Vulkan drivers. spirv-run does not: it would take longer to start.
#pragma once

#include <string>
#include <vector>

#include "interpreter/result.h"

namespace spirv_oracle {

// The arguments of `spirv-golden compare-driver` for those of spirv-run.
std::vector<std::string> compare_driver_arguments(const std::vector<std::string>& arguments);

// Replaces this process by the spirv-golden that lies beside this program; it gets the same options. Returns where that is not
// possible: unsupported.
Result<Status> become_spirv_golden(const std::vector<std::string>& arguments);

}  // namespace spirv_oracle
