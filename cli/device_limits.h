// What `--device-limits` takes.
#pragma once

#include <string_view>

#include "interpreter/device_limits.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// Adds to the limits "vulkan1.0" or "vulkan1.4", what every device of that version offers, or single ones
// by the names of VkPhysicalDeviceLimits, "maxComputeWorkGroupInvocations=256". Several with commas; the
// last one holds. Errors: bad_input.
Result<void> add_device_limits(std::string_view text, DeviceLimits& limits);

}  // namespace spirv_oracle
