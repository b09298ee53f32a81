// Private data, and the names that a program gives its objects.

#include <map>

#include "vulkan/generated/entry_points.h"
#include "vulkan/objects/device.h"

namespace spirv_oracle::vulkan {
namespace {

struct PrivateDataSlot : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_PRIVATE_DATA_SLOT;
  PrivateDataSlot() : Object(object_type) {}

  std::mutex mutex;
  std::map<std::uint64_t, std::uint64_t> data;  // by handle; no handle is used twice
};

}  // namespace

VKAPI_ATTR VkResult VKAPI_CALL create_private_data_slot(VkDevice device_handle,
                                                        const VkPrivateDataSlotCreateInfo* /*info*/,
                                                        const VkAllocationCallbacks* /*allocator*/,
                                                        VkPrivateDataSlot* handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  give_handle(*device, std::make_shared<PrivateDataSlot>(), handle);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_private_data_slot(VkDevice device_handle,
                                                     VkPrivateDataSlot handle,
                                                     const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (device) take<PrivateDataSlot>(handle, "privateDataSlot", device.get());
}

VKAPI_ATTR VkResult VKAPI_CALL set_private_data(VkDevice device_handle, VkObjectType type,
                                                std::uint64_t object, VkPrivateDataSlot handle,
                                                std::uint64_t data) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto slot = find<PrivateDataSlot>(handle, "privateDataSlot", device.get());
  if (!slot || !find_object(object, type, nullptr, "objectHandle")) return VK_ERROR_UNKNOWN;
  const std::lock_guard lock(slot->mutex);
  slot->data[object] = data;
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL get_private_data(VkDevice device_handle, VkObjectType /*type*/,
                                            std::uint64_t object, VkPrivateDataSlot handle,
                                            std::uint64_t* data) {
  *data = 0;
  const auto device = find<Device>(device_handle, "device");
  if (!device) return;
  const auto slot = find<PrivateDataSlot>(handle, "privateDataSlot", device.get());
  if (!slot) return;
  const std::lock_guard lock(slot->mutex);
  if (const auto found = slot->data.find(object); found != slot->data.end()) *data = found->second;
}

VKAPI_ATTR VkResult VKAPI_CALL
set_debug_utils_object_name_ext(VkDevice /*device*/, const VkDebugUtilsObjectNameInfoEXT* info) {
  // The loader's handle of an instance or a physical device is not ours.
  if (info->objectType == VK_OBJECT_TYPE_INSTANCE ||
      info->objectType == VK_OBJECT_TYPE_PHYSICAL_DEVICE)
    return VK_SUCCESS;
  const auto object = find_object(info->objectHandle, info->objectType, nullptr, "objectHandle");
  if (!object) return VK_ERROR_UNKNOWN;
  object->set_name(info->pObjectName);
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL
set_debug_utils_object_tag_ext(VkDevice /*device*/, const VkDebugUtilsObjectTagInfoEXT* /*info*/) {
  return VK_SUCCESS;  // tags are for other tools
}

}  // namespace spirv_oracle::vulkan
