#include "vulkan/objects/synchronization.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "vulkan/findings/call.h"
#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"
#include "vulkan/objects/device.h"

namespace spirv_oracle::vulkan {
namespace {

// Waits until `is_done` or the time is over; the lock is that of Device::synchronization.
template <class Done>
VkResult wait(Device& device, std::unique_lock<std::mutex>& lock, std::uint64_t nanoseconds,
              Done is_done) {
  const auto ends = [&] { return is_done() || device.is_lost; };
  constexpr std::uint64_t longest = std::uint64_t{1} << 60;  // what does not overflow a time point
  bool done = true;
  if (nanoseconds >= longest) {
    device.changed.wait(lock, ends);
  } else {
    done = device.changed.wait_for(lock, std::chrono::nanoseconds(nanoseconds), ends);
  }
  if (device.is_lost) return VK_ERROR_DEVICE_LOST;
  return done ? VK_SUCCESS : VK_TIMEOUT;
}

template <class T, class Handle>
VkResult create(VkDevice device_handle, const std::shared_ptr<T>& object, Handle* handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  give_handle(*device, object, handle);
  return VK_SUCCESS;
}

}  // namespace

VKAPI_ATTR VkResult VKAPI_CALL create_fence(VkDevice device, const VkFenceCreateInfo* info,
                                            const VkAllocationCallbacks* /*allocator*/,
                                            VkFence* handle) {
  const auto fence = std::make_shared<Fence>();
  fence->is_signaled = (info->flags & VK_FENCE_CREATE_SIGNALED_BIT) != 0;
  return create(device, fence, handle);
}

VKAPI_ATTR void VKAPI_CALL destroy_fence(VkDevice device_handle, VkFence handle,
                                         const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return;
  const auto fence = take<Fence>(handle, "fence", device.get());
  if (!fence) return;
  const std::lock_guard lock(device->synchronization);
  if (fence->is_pending)
    complain(rules::sync_object_state, *fence, "belongs to a submission that is executed",
             "VUID-vkDestroyFence-fence-01120");
}

VKAPI_ATTR VkResult VKAPI_CALL reset_fences(VkDevice device_handle, std::uint32_t count,
                                            const VkFence* handles) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto fence = find<Fence>(handles[i], "pFences", device.get());
    if (!fence) return VK_ERROR_UNKNOWN;
    const std::lock_guard lock(device->synchronization);
    if (fence->is_pending)
      complain(rules::sync_object_state, *fence, "belongs to a submission that is executed",
               "VUID-vkResetFences-pFences-01123");
    fence->is_signaled = false;
  }
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL get_fence_status(VkDevice device_handle, VkFence handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto fence = find<Fence>(handle, "fence", device.get());
  if (!fence) return VK_ERROR_UNKNOWN;
  const HostWait host(*device);
  const std::lock_guard lock(device->synchronization);
  if (device->is_lost) return VK_ERROR_DEVICE_LOST;
  if (!fence->is_signaled) return VK_NOT_READY;
  join(device->known_to_host.complete, fence->before);
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL wait_for_fences(VkDevice device_handle, std::uint32_t count,
                                               const VkFence* handles, VkBool32 all,
                                               std::uint64_t timeout) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  std::vector<std::shared_ptr<Fence>> fences;
  for (std::uint32_t i = 0; i < count; ++i) {
    fences.push_back(find<Fence>(handles[i], "pFences", device.get()));
    if (!fences.back()) return VK_ERROR_UNKNOWN;
  }
  const HostWait host(*device);
  std::unique_lock lock(device->synchronization);
  const VkResult result = wait(*device, lock, timeout, [&] {
    const auto is_signaled = [](const auto& fence) { return fence->is_signaled; };
    return all != VK_FALSE ? std::ranges::all_of(fences, is_signaled)
                           : std::ranges::any_of(fences, is_signaled);
  });
  for (const auto& fence : fences) {
    if (fence->is_signaled) join(device->known_to_host.complete, fence->before);
  }
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL create_semaphore(VkDevice device, const VkSemaphoreCreateInfo* info,
                                                const VkAllocationCallbacks* /*allocator*/,
                                                VkSemaphore* handle) {
  const auto semaphore = std::make_shared<Semaphore>();
  if (const auto* type = find_in_chain<VkSemaphoreTypeCreateInfo>(
          info->pNext, VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
      type != nullptr && type->semaphoreType == VK_SEMAPHORE_TYPE_TIMELINE) {
    semaphore->is_timeline = true;
    semaphore->value = type->initialValue;
  }
  return create(device, semaphore, handle);
}

VKAPI_ATTR void VKAPI_CALL destroy_semaphore(VkDevice device_handle, VkSemaphore handle,
                                             const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (!device || !take<Semaphore>(handle, "semaphore", device.get())) return;
  const std::lock_guard lock(device->synchronization);
  device->changed.notify_all();  // no submission waits for it any more
}

VKAPI_ATTR VkResult VKAPI_CALL get_semaphore_counter_value(VkDevice device_handle,
                                                           VkSemaphore handle,
                                                           std::uint64_t* value) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto semaphore = find<Semaphore>(handle, "semaphore", device.get());
  if (!semaphore) return VK_ERROR_UNKNOWN;
  const HostWait host(*device);
  const std::lock_guard lock(device->synchronization);
  if (!semaphore->is_timeline)
    complain(rules::sync_object_state, *semaphore, "is not a timeline semaphore",
             "VUID-vkGetSemaphoreCounterValue-semaphore-03255");
  *value = semaphore->value;
  join(device->known_to_host.complete, semaphore->before);
  return device->is_lost ? VK_ERROR_DEVICE_LOST : VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL wait_semaphores(VkDevice device_handle,
                                               const VkSemaphoreWaitInfo* info,
                                               std::uint64_t timeout) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  std::vector<std::shared_ptr<Semaphore>> semaphores;
  for (std::uint32_t i = 0; i < info->semaphoreCount; ++i) {
    semaphores.push_back(find<Semaphore>(info->pSemaphores[i], "pSemaphores", device.get()));
    if (!semaphores.back()) return VK_ERROR_UNKNOWN;
    if (!semaphores.back()->is_timeline)
      complain(rules::sync_object_state, *semaphores.back(), "is not a timeline semaphore",
               "VUID-VkSemaphoreWaitInfo-pSemaphores-03256");
  }
  const HostWait host(*device);
  std::unique_lock lock(device->synchronization);
  const VkResult result = wait(*device, lock, timeout, [&] {
    std::size_t reached = 0;
    for (std::size_t i = 0; i < semaphores.size(); ++i)
      reached += semaphores[i]->value >= info->pValues[i] ? 1 : 0;
    return (info->flags & VK_SEMAPHORE_WAIT_ANY_BIT) != 0 ? reached != 0
                                                          : reached == semaphores.size();
  });
  for (std::size_t i = 0; i < semaphores.size(); ++i) {
    if (semaphores[i]->value >= info->pValues[i])
      join(device->known_to_host.complete, semaphores[i]->before);
  }
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL signal_semaphore(VkDevice device_handle,
                                                const VkSemaphoreSignalInfo* info) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto semaphore = find<Semaphore>(info->semaphore, "semaphore", device.get());
  if (!semaphore) return VK_ERROR_UNKNOWN;
  device->notice_host_accesses();
  const std::lock_guard lock(device->synchronization);
  if (!semaphore->is_timeline) {
    complain(rules::sync_object_state, *semaphore, "is not a timeline semaphore",
             "VUID-VkSemaphoreSignalInfo-semaphore-03257");
    return VK_ERROR_UNKNOWN;
  }
  if (info->value <= semaphore->value) {
    complain(rules::sync_object_state, *semaphore,
             fmt::format("has the value {}, and is signaled with {}, which is not greater",
                         semaphore->value, info->value),
             "VUID-VkSemaphoreSignalInfo-value-03258");
  }
  semaphore->value = std::max(semaphore->value, info->value);
  device->count_host_operation();
  join(semaphore->before, device->known_to_host.complete);
  device->changed.notify_all();
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL create_event(VkDevice device, const VkEventCreateInfo* /*info*/,
                                            const VkAllocationCallbacks* /*allocator*/,
                                            VkEvent* handle) {
  return create(device, std::make_shared<Event>(), handle);
}

VKAPI_ATTR void VKAPI_CALL destroy_event(VkDevice device_handle, VkEvent handle,
                                         const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (!device || !take<Event>(handle, "event", device.get())) return;
  const std::lock_guard lock(device->synchronization);
  device->changed.notify_all();  // no command waits for it any more
}

VKAPI_ATTR VkResult VKAPI_CALL get_event_status(VkDevice device_handle, VkEvent handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto event = find<Event>(handle, "event", device.get());
  if (!event) return VK_ERROR_UNKNOWN;
  const std::lock_guard lock(device->synchronization);
  if (device->is_lost) return VK_ERROR_DEVICE_LOST;
  if (!event->is_set) return VK_EVENT_RESET;
  std::uint64_t& known = device->known_to_host.accesses;
  known = std::max(known, event->set_at);
  return VK_EVENT_SET;
}

namespace {

VkResult change_event(VkDevice device_handle, VkEvent handle, bool is_set) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto event = find<Event>(handle, "event", device.get());
  if (!event) return VK_ERROR_UNKNOWN;
  device->notice_host_accesses();
  const std::lock_guard lock(device->synchronization);
  device->count_host_operation();
  if (is_set && event->is_set) return VK_SUCCESS;  // has no effect
  event->is_set = is_set;
  event->dependency = nullptr;
  event->before = device->known_to_host.complete;
  // Writes of the host are ordered as the wait says.
  event->host_operation = std::exchange(event->before[host_index], 0);
  event->set_at = 0;
  device->changed.notify_all();
  return VK_SUCCESS;
}

}  // namespace

VKAPI_ATTR VkResult VKAPI_CALL set_event(VkDevice device, VkEvent event) {
  return change_event(device, event, true);
}

VKAPI_ATTR VkResult VKAPI_CALL reset_event(VkDevice device, VkEvent event) {
  return change_event(device, event, false);
}

}  // namespace spirv_oracle::vulkan
