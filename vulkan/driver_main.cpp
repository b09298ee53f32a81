// What the driver exports for the loader.

#include <vulkan/vk_icd.h>

#include <algorithm>

#include "vulkan/find_entry_point.h"

namespace {

constexpr std::uint32_t newest_interface = 5;

}  // namespace

extern "C" {

// Older headers do not declare all of them.
VKAPI_ATTR VkResult VKAPI_CALL vk_icdNegotiateLoaderICDInterfaceVersion(std::uint32_t* version);
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetInstanceProcAddr(VkInstance instance,
                                                                   const char* name);
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetPhysicalDeviceProcAddr(VkInstance instance,
                                                                         const char* name);

VKAPI_ATTR VkResult VKAPI_CALL vk_icdNegotiateLoaderICDInterfaceVersion(std::uint32_t* version) {
  // Before version 2, the loader does not ask.
  *version = std::min(*version, newest_interface);
  return VK_SUCCESS;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetInstanceProcAddr(VkInstance instance,
                                                                   const char* name) {
  return spirv_oracle::vulkan::find_entry_point(instance, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetPhysicalDeviceProcAddr(VkInstance /*instance*/,
                                                                         const char* name) {
  return spirv_oracle::vulkan::find_physical_device_entry_point(name);
}
}
