#include "vulkan/objects/instance.h"

#include <fmt/format.h>

#include <cstring>

#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"
#include "vulkan/registry/registry.h"
#include "vulkan/registry/without_graphics.h"

namespace spirv_oracle::vulkan {
namespace {

VkResult list_extensions(bool of_instance, const char* layer, std::uint32_t* count,
                         VkExtensionProperties* properties) {
  if (layer != nullptr) return VK_ERROR_LAYER_NOT_PRESENT;
  std::vector<Extension> found;
  for (const Extension& extension : extensions()) {
    if (extension.is_instance == of_instance) found.push_back(extension);
  }
  return enumerate(static_cast<std::uint32_t>(found.size()), count, properties,
                   [&](std::uint32_t i, VkExtensionProperties& one) {
                     one = {};
                     std::strncpy(one.extensionName, found[i].name, sizeof one.extensionName - 1);
                     one.specVersion = found[i].version;
                   });
}

void add_messengers(const void* chain, std::uint64_t handle) {
  for (auto* at = static_cast<const VkBaseInStructure*>(chain); at != nullptr; at = at->pNext) {
    if (at->sType != VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT) continue;
    Reporter::get().add_messenger(
        {*reinterpret_cast<const VkDebugUtilsMessengerCreateInfoEXT*>(at), handle});
  }
}

}  // namespace

VkResult needs_graphics(const void* /*handle*/, const char* command) {
  Reporter::get().report(rules::queue_no_graphics,
                         fmt::format("{} needs a queue with graphics, but the queues of this "
                                     "device have compute and transfer only",
                                     command));
  return VK_ERROR_UNKNOWN;
}

VKAPI_ATTR VkResult VKAPI_CALL enumerate_instance_version(std::uint32_t* version) {
  *version = claimed_version();
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL enumerate_instance_extension_properties(
    const char* layer, std::uint32_t* count, VkExtensionProperties* properties) {
  return list_extensions(true, layer, count, properties);
}

VKAPI_ATTR VkResult VKAPI_CALL
enumerate_device_extension_properties(VkPhysicalDevice /*physical_device*/, const char* layer,
                                      std::uint32_t* count, VkExtensionProperties* properties) {
  return list_extensions(false, layer, count, properties);
}

VKAPI_ATTR VkResult VKAPI_CALL
enumerate_instance_layer_properties(std::uint32_t* count, VkLayerProperties* /*properties*/) {
  *count = 0;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL enumerate_device_layer_properties(
    VkPhysicalDevice /*physical_device*/, std::uint32_t* count, VkLayerProperties* /*properties*/) {
  *count = 0;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo* info,
                                               const VkAllocationCallbacks* /*allocator*/,
                                               VkInstance* handle) {
  auto instance = std::make_shared<Instance>();
  if (info->pApplicationInfo != nullptr && info->pApplicationInfo->apiVersion != 0)
    instance->api_version = info->pApplicationInfo->apiVersion;
  for (std::uint32_t i = 0; i < info->enabledExtensionCount; ++i) {
    const std::string_view name = info->ppEnabledExtensionNames[i];
    bool is_known = false;
    for (const Extension& extension : extensions())
      is_known |= extension.is_instance && name == extension.name;
    if (!is_known) return VK_ERROR_EXTENSION_NOT_PRESENT;
    instance->extensions.emplace(name);
  }
  instance->physical_device = std::make_shared<PhysicalDevice>();
  instance->physical_device->instance = instance.get();
  add_dispatchable_object(instance);
  add_dispatchable_object(instance->physical_device);
  add_messengers(info->pNext, instance->handle);
  *handle = handle_of<VkInstance>(instance->handle);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_instance(VkInstance handle,
                                            const VkAllocationCallbacks* /*allocator*/) {
  const auto instance = take<Instance>(handle, "instance", nullptr);
  if (!instance) return;
  remove_object(instance->physical_device->handle);
  Reporter::get().remove_messenger(instance->handle);
}

VKAPI_ATTR VkResult VKAPI_CALL enumerate_physical_devices(VkInstance handle, std::uint32_t* count,
                                                          VkPhysicalDevice* devices) {
  const auto instance = find<Instance>(handle, "instance");
  if (!instance) return VK_ERROR_UNKNOWN;
  return enumerate(1, count, devices, [&](std::uint32_t, VkPhysicalDevice& device) {
    device = handle_of<VkPhysicalDevice>(instance->physical_device->handle);
  });
}

VKAPI_ATTR VkResult VKAPI_CALL enumerate_physical_device_groups(
    VkInstance handle, std::uint32_t* count, VkPhysicalDeviceGroupProperties* groups) {
  const auto instance = find<Instance>(handle, "instance");
  if (!instance) return VK_ERROR_UNKNOWN;
  return enumerate(1, count, groups, [&](std::uint32_t, VkPhysicalDeviceGroupProperties& group) {
    group.physicalDeviceCount = 1;
    group.physicalDevices[0] = handle_of<VkPhysicalDevice>(instance->physical_device->handle);
    group.subsetAllocation = VK_FALSE;
  });
}

VKAPI_ATTR VkResult VKAPI_CALL create_debug_utils_messenger_ext(
    VkInstance handle, const VkDebugUtilsMessengerCreateInfoEXT* info,
    const VkAllocationCallbacks* /*allocator*/, VkDebugUtilsMessengerEXT* messenger) {
  if (!find<Instance>(handle, "instance")) return VK_ERROR_UNKNOWN;
  const auto object = std::make_shared<Object>(VK_OBJECT_TYPE_DEBUG_UTILS_MESSENGER_EXT);
  add_object(object);
  Reporter::get().add_messenger({*info, object->handle});
  *messenger = handle_of<VkDebugUtilsMessengerEXT>(object->handle);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL
destroy_debug_utils_messenger_ext(VkInstance /*instance*/, VkDebugUtilsMessengerEXT messenger,
                                  const VkAllocationCallbacks* /*allocator*/) {
  Reporter::get().remove_messenger(number_of(messenger));
  remove_object(number_of(messenger));
}

// The loader passes the message to the messengers that it knows.
VKAPI_ATTR void VKAPI_CALL submit_debug_utils_message_ext(
    VkInstance /*instance*/, VkDebugUtilsMessageSeverityFlagBitsEXT /*severity*/,
    VkDebugUtilsMessageTypeFlagsEXT /*types*/,
    const VkDebugUtilsMessengerCallbackDataEXT* /*data*/) {}

}  // namespace spirv_oracle::vulkan
