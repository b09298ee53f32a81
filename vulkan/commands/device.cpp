// Creating devices and their queues.

#include "vulkan/objects/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "vulkan/commands/queue.h"
#include "vulkan/findings/call.h"
#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"
#include "vulkan/registry/registry.h"

namespace spirv_oracle::vulkan {
namespace {

std::vector<std::shared_ptr<Queue>> queues_of(const Device& device) {
  std::vector<std::shared_ptr<Queue>> queues;
  for (const auto& object : objects_of(device)) {
    if (object->type == VK_OBJECT_TYPE_QUEUE)
      queues.push_back(std::static_pointer_cast<Queue>(object));
  }
  std::ranges::sort(queues, {}, [](const auto& queue) { return queue->handle; });
  return queues;
}

bool is_device_extension(std::string_view name) {
  return std::ranges::any_of(extensions(), [&](const Extension& extension) {
    return !extension.is_instance && name == extension.name;
  });
}

// Devices that a program may leave at its end, after its last accesses to memory.
struct KnownDevices {
  std::mutex mutex;
  std::vector<std::weak_ptr<Device>> devices;
};
KnownDevices& known_devices() {
  static auto* const known = new KnownDevices;  // outlives the threads of the process
  return *known;
}

void check_host_accesses_at_exit() {
  if (*current_call() != '\0') return;  // a callback ends the program, while the call holds locks
  const std::lock_guard lock(known_devices().mutex);
  for (const auto& known : known_devices().devices) {
    const auto device = known.lock();
    if (!device || device->is_destroyed) continue;
    device->notice_host_accesses();
    device->check_host_accesses();
  }
}

void check_at_exit(const std::shared_ptr<Device>& device) {
  static const bool is_registered = std::atexit(&check_host_accesses_at_exit) == 0;
  const std::lock_guard lock(known_devices().mutex);
  std::vector<std::weak_ptr<Device>>& devices = known_devices().devices;
  std::erase_if(devices, [](const auto& known) { return known.expired(); });
  if (is_registered) devices.push_back(device);
}

VkResult take_features(const VkDeviceCreateInfo& info, Device& device) {
  add_requested_features(info.pNext, device.features);
  if (info.pEnabledFeatures != nullptr)
    add_requested_features(*info.pEnabledFeatures, device.features);
  for (const std::string& feature : device.features) {
    if (supports_feature(feature)) continue;
    Reporter::get().report(
        rules::not_supported,
        fmt::format("vkCreateDevice: the device does not support the feature {}", feature));
    return VK_ERROR_FEATURE_NOT_PRESENT;
  }
  return VK_SUCCESS;
}

// False after a finding.
bool create_queues(const VkDeviceCreateInfo& info, Device& device,
                   const std::shared_ptr<Hazards>& hazards) {
  const auto complain = [](const std::string& problem, const char* vuid) {
    Reporter::get().report(rules::argument_invalid, "vkCreateDevice: " + problem, {}, vuid);
    return false;
  };
  if (info.queueCreateInfoCount == 0 && !supports_feature("maintenance9")) {
    return complain("a device without queues needs a device that supports maintenance9",
                    "VUID-VkDeviceCreateInfo-None-10778");
  }
  for (std::uint32_t i = 0; i < info.queueCreateInfoCount; ++i) {
    const VkDeviceQueueCreateInfo& queues = info.pQueueCreateInfos[i];
    if (const auto* priority = find_in_chain<VkDeviceQueueGlobalPriorityCreateInfo>(
            queues.pNext, VK_STRUCTURE_TYPE_DEVICE_QUEUE_GLOBAL_PRIORITY_CREATE_INFO);
        priority != nullptr && priority->globalPriority != VK_QUEUE_GLOBAL_PRIORITY_MEDIUM) {
      return complain("the only global priority of queues is VK_QUEUE_GLOBAL_PRIORITY_MEDIUM",
                      "VUID-VkDeviceQueueCreateInfo-pNext-09398");
    }
    if (queues.queueFamilyIndex != 0 || queues.queueCount > queue_count) {
      return complain(fmt::format("the device has one queue family with {} queues", queue_count),
                      "VUID-VkDeviceQueueCreateInfo-queueFamilyIndex-00381");
    }
    for (std::uint32_t q = 0; q < queues.queueCount; ++q)
      add_dispatchable_object(std::make_shared<Queue>(device, q, hazards));
    device.has_queues = true;
  }
  return true;
}

}  // namespace

FeatureSet Device::shader_features() const {
  FeatureSet set;
  const auto add = [&](std::string_view name, Feature feature) {
    if (has_feature(name)) set.add(feature);
  };
  add("scalarBlockLayout", Feature::scalar_block_layout);
  add("uniformBufferStandardLayout", Feature::uniform_buffer_standard_layout);
  add("maintenance4", Feature::maintenance4);
  add("maintenance8", Feature::maintenance8);
  add("maintenance9", Feature::maintenance9);
  add("workgroupMemoryExplicitLayoutScalarBlockLayout", Feature::workgroup_scalar_block_layout);
  return set;
}

void Device::lose() {
  const std::lock_guard lock(synchronization);
  is_lost = true;
  changed.notify_all();
}

VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical_device,
                                             const VkDeviceCreateInfo* info,
                                             const VkAllocationCallbacks* /*allocator*/,
                                             VkDevice* handle) {
  const auto physical = find<PhysicalDevice>(physical_device, "physicalDevice");
  if (!physical) return VK_ERROR_UNKNOWN;
  const auto device = std::make_shared<Device>();
  device->api_version = physical->instance->api_version;
  for (std::uint32_t i = 0; i < info->enabledExtensionCount; ++i) {
    const char* name = info->ppEnabledExtensionNames[i];
    if (!is_device_extension(name)) return VK_ERROR_EXTENSION_NOT_PRESENT;
    device->extensions.emplace(name);
  }
  if (const VkResult result = take_features(*info, *device); result != VK_SUCCESS) return result;
  add_dispatchable_object(device);
  const auto hazards = std::make_shared<Hazards>();
  device->check_host_accesses = [hazards, &of = *device] {
    if (!hazards->has_host_accesses(of)) return;
    // The command that executes, or a later call, does it otherwise.
    const std::unique_lock execution(of.execution, std::try_to_lock);
    if (execution) hazards->take_host_accesses(of);
  };
  if (!create_queues(*info, *device, hazards)) {
    for (const auto& queue : queues_of(*device)) {
      queue->stop();
      remove_object(queue->handle);
    }
    remove_object(device->handle);
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  *handle = handle_of<VkDevice>(device->handle);
  Reporter::open_file();
  check_at_exit(device);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice handle,
                                          const VkAllocationCallbacks* /*allocator*/) {
  if (handle == nullptr) return;
  const auto device = find<Device>(handle, "device");
  if (!device) return;
  device->notice_host_accesses();
  device->check_host_accesses();
  device->lose();  // ends what still waits
  for (const auto& queue : queues_of(*device)) queue->stop();
  for (const auto& object : objects_of(*device)) remove_object(object->handle);
  remove_object(device->handle);
}

VKAPI_ATTR void VKAPI_CALL get_device_queue(VkDevice handle, std::uint32_t family,
                                            std::uint32_t index, VkQueue* queue) {
  *queue = nullptr;
  const auto device = find<Device>(handle, "device");
  if (!device) return;
  const auto queues = queues_of(*device);
  if (family == 0 && index < queues.size()) {
    *queue = handle_of<VkQueue>(queues[index]->handle);
    return;
  }
  Reporter::get().report(
      rules::argument_invalid,
      fmt::format("vkGetDeviceQueue: queue {} of family {} was not created", index, family), {},
      "VUID-vkGetDeviceQueue-queueIndex-00385");
}

VKAPI_ATTR void VKAPI_CALL get_device_queue2(VkDevice handle, const VkDeviceQueueInfo2* info,
                                             VkQueue* queue) {
  get_device_queue(handle, info->queueFamilyIndex, info->queueIndex, queue);
}

VKAPI_ATTR VkResult VKAPI_CALL device_wait_idle(VkDevice handle) {
  const auto device = find<Device>(handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  for (const auto& queue : queues_of(*device)) queue->wait_idle();
  return device->is_lost ? VK_ERROR_DEVICE_LOST : VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL get_device_group_peer_memory_features(
    VkDevice /*device*/, std::uint32_t /*heap*/, std::uint32_t /*local*/, std::uint32_t /*remote*/,
    VkPeerMemoryFeatureFlags* features) {
  *features = 0;  // a device of one physical device has no peers
}

}  // namespace spirv_oracle::vulkan
