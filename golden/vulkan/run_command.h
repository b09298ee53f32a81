// spirv-golden run.
#pragma once

#include <string>
#include <vector>

#include "interpreter/result.h"
#include "support/console.h"

namespace spirv_oracle::golden {

// Runs bundles on a Vulkan device and checks the outputs. Status mismatch if a bundle
// differs, crashes or hangs; unsupported if none could run.
Result<Status> run_bundles(const std::vector<std::string>& arguments, const Console& console);

std::string run_help();

}  // namespace spirv_oracle::golden
