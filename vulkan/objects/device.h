// Devices: what all objects of a device share.
#pragma once

#include <algorithm>
#include <array>
#include <condition_variable>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "interpreter/features.h"
#include "vulkan/objects/instance.h"

namespace spirv_oracle::vulkan {

struct DeviceMemory;

// For each queue, the number of a submission; it stands for that one and all before it.
using Clock = std::array<std::uint64_t, queue_count>;
inline constexpr Clock no_submissions{};
// Adds what `other` has.
inline void join(Clock& clock, const Clock& other) {
  for (std::size_t q = 0; q < clock.size(); ++q) clock[q] = std::max(clock[q], other[q]);
}

struct Device : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_DEVICE;
  Device() : Object(object_type) {}

  bool has_feature(std::string_view name) const { return features.contains(name); }
  // The enabled features that the rules of shaders depend on.
  FeatureSet shader_features() const;
  // The device is lost: calls that can return VK_ERROR_DEVICE_LOST do so from now on.
  void lose();

  std::set<std::string, std::less<>> features;    // that are enabled
  std::set<std::string, std::less<>> extensions;  // that are enabled

  // The state of fences, semaphores, events and queues. `changed` is notified of each change.
  std::mutex synchronization;
  std::condition_variable changed;
  Clock known_to_host{};  // submissions of which the host has seen that they are complete
  // For each queue, what was known to the host when it submitted the oldest submission that is not complete. None if all
  // are complete.
  std::array<std::optional<Clock>, queue_count> known_to_pending{};
  std::vector<std::uint64_t> freed_memory;  // handles that the check for hazards has not forgotten
  // Held while a command executes: one does at a time. Guards the contents of memory, images and query pools.
  std::mutex execution;
  // Memory with addresses, by slot: memory_address() has the address. A slot is not used twice. Also guarded by `execution`.
  std::vector<std::weak_ptr<DeviceMemory>> addressed;
  std::atomic<bool> is_lost = false;
  std::atomic<std::uint64_t> dispatches = 0;  // that were started
};

}  // namespace spirv_oracle::vulkan
