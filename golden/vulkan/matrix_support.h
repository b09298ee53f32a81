// The cooperative matrices and products that a device offers, and those that a module needs, as names:
// "cooperative matrix A 16x16 float16", "cooperative matrix product 16x16x16 float16 float16 float32 float32".
#pragma once

#include <set>
#include <string>

#include "golden/vulkan/loader.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle::golden {

// Of Subgroup scope: vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR.
std::set<std::string> offered_matrices(const VulkanFunctions& vulkan, VkInstance instance,
                                       VkPhysicalDevice device);

// Types and products whose sizes are constants without a specialization.
std::set<std::string> needed_matrices(const Module& module);

}  // namespace spirv_oracle::golden
