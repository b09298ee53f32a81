// Finds the functions of the driver by name.
#pragma once

#include "vulkan/api/api.h"

namespace spirv_oracle::vulkan {

// Null if the driver lacks it.
PFN_vkVoidFunction find_entry_point(VkInstance instance, const char* name);
// Null if it is not a function of physical devices.
PFN_vkVoidFunction find_physical_device_entry_point(const char* name);

}  // namespace spirv_oracle::vulkan
