// spirv-golden compare-driver: compares a run of the oracle with a run on a Vulkan device.
#pragma once

#include <string>
#include <vector>

#include "support/console.h"

namespace spirv_oracle::golden {

// Arguments: FILE [--icd FILE] [--device N] [options of spirv-run]. Status mismatch if the device
// produces values that are not accepted, or fails; unsupported if it cannot run the module;
// undefined_behavior if no result can be expected.
Result<Status> compare_driver(const std::vector<std::string>& arguments,
                              const InstructionRegistry& registry, const Console& console);

std::string compare_driver_help();

}  // namespace spirv_oracle::golden
