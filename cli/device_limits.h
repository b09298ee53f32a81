// Parses `--device-limits`.
#pragma once

#include <string_view>

#include "interpreter/device_limits.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// Adds limits: "vulkan1.0" or "vulkan1.4" for those that every device of that version supports, "roadmap2022",
// "roadmap2024" or "roadmap2026" for those of a Roadmap milestone, "h200-matrices" for the products of cooperative matrices of an
// NVIDIA H200, or single ones by the names of VkPhysicalDeviceLimits and VkPhysicalDeviceSparseProperties, such as "maxComputeWorkGroupInvocations=256". Each
// "matrixProduct=" adds a product that the device offers; without any, it offers all.
// Commas separate several; later ones override earlier ones. Errors: bad_input.
Result<void> add_device_limits(std::string_view text, DeviceLimits& limits);

}  // namespace spirv_oracle
