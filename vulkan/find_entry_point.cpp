#include "vulkan/find_entry_point.h"

#include <algorithm>

#include "vulkan/generated/entry_points.h"
#include "vulkan/objects/device.h"
#include "vulkan/registry/registry.h"

namespace spirv_oracle::vulkan {
namespace {

const EntryPoint* find_by_name(std::string_view name) {
  const auto all = entry_points();
  const auto found = std::ranges::lower_bound(all, name, {}, &EntryPoint::name);
  return found == all.end() || found->name != name ? nullptr : &*found;
}

}  // namespace

PFN_vkVoidFunction find_entry_point(VkInstance /*instance*/, const char* name) {
  const EntryPoint* found = find_by_name(name);
  return found == nullptr ? nullptr : found->function;
}

PFN_vkVoidFunction find_physical_device_entry_point(const char* name) {
  const EntryPoint* found = find_by_name(name);
  return found == nullptr || found->level != Level::physical_device ? nullptr : found->function;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance_proc_addr(VkInstance instance,
                                                                const char* name) {
  return find_entry_point(instance, name);
}

// Functions of extensions that the device did not enable do not exist for it; with maintenance5, nor do those of versions above
// the one that the program asks for.
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_proc_addr(VkDevice handle, const char* name) {
  const auto device = find<Device>(handle, "device");
  const EntryPoint* found = find_by_name(name);
  if (!device || found == nullptr || found->level != Level::device) return nullptr;
  const bool is_instance_extension = found->extension == "VK_EXT_debug_utils";
  if (device->has_feature("maintenance5") &&
      VK_MAKE_API_VERSION(0, 1, found->minor, 0) > device->api_version)
    return nullptr;
  const bool is_enabled = found->extension.empty() || is_instance_extension ||
                          device->extensions.contains(found->extension);
  return is_enabled ? found->function : nullptr;
}

}  // namespace spirv_oracle::vulkan
