// spirv-golden compare-driver: a run of the oracle and one of a Vulkan device, side by side.
#pragma once

#include <string>
#include <vector>

#include "cli/run.h"

namespace spirv_oracle::golden {

// FILE [--icd FILE] [--device N] [options of spirv-run]: status mismatch where the device leaves what is not accepted, or fails;
// unsupported where it cannot run the module; undefined_behavior where nothing can be expected of it.
Result<Status> compare_driver(const std::vector<std::string>& arguments,
                              const InstructionRegistry& registry, const Console& console);

}  // namespace spirv_oracle::golden
