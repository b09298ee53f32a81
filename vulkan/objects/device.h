// Devices: what all objects of a device share.
#pragma once

#include <array>
#include <condition_variable>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "interpreter/features.h"
#include "vulkan/objects/instance.h"

namespace spirv_oracle::vulkan {

struct DeviceMemory;

struct Device : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_DEVICE;
  Device() : Object(object_type) {}

  bool has_feature(std::string_view name) const { return features.contains(name); }
  // The enabled features that the rules of shaders depend on.
  FeatureSet shader_features() const;
  // The device is lost: calls that can return VK_ERROR_DEVICE_LOST do so from now on.
  void lose();

  std::set<std::string, std::less<>> features;     // that are enabled
  std::set<std::string, std::less<>> extensions;   // that are enabled
  std::uint32_t api_version = VK_API_VERSION_1_0;  // that the program asks for
  bool has_queues = false;                         // with maintenance9, a device may have none

  // The state of fences, semaphores, events and queues. `changed` is notified of each change.
  std::mutex synchronization;
  std::condition_variable changed;
  HostKnowledge known_to_host;  // from waits for fences, semaphores, queues and events
  // For each queue, the submissions and operations of these when the host submitted the oldest submission that is not
  // complete. None if all are complete.
  std::array<std::optional<Clock>, queue_count> known_to_pending{};
  std::vector<std::uint64_t> freed_memory;  // handles that the check for hazards has not forgotten

  // Finds what the host has written and read so far. A call that orders writes of the host before commands must do that first, and
  // then count_host_operation(); a call that waits for commands, before it waits. Compares at most
  // `most_compared_bytes`: writes to the rest of the mapped memory are not checked. Takes locks.
  void notice_host_accesses();
  static constexpr std::uint64_t most_compared_bytes = std::uint64_t{1} << 20;
  // Needs `synchronization`.
  void count_host_operation() { ++known_to_host.complete[host_index]; }
  // Reports accesses of the host to memory in use. Takes locks. Set by the queues.
  std::function<void()> check_host_accesses = [] {};
  // Memory that the host may have accessed, guarded by `synchronization`, which the function needs.
  std::vector<std::weak_ptr<DeviceMemory>> mapped;
  void watch_host_accesses(const std::shared_ptr<DeviceMemory>& memory);

  // Held while a command executes: one does at a time. Guards the contents of memory, images and query pools.
  std::mutex execution;
  // Memory with addresses, by slot: memory_address() has the address. A slot is not used twice. Also guarded by `execution`.
  std::vector<std::weak_ptr<DeviceMemory>> addressed;
  std::atomic<bool> is_lost = false;
  std::atomic<std::uint64_t> dispatches = 0;  // that were started
};

// A call that waits for commands: the host has written what it has before it knows that they are complete.
class HostWait {
 public:
  explicit HostWait(Device& device) : device_(device) { device_.notice_host_accesses(); }
  ~HostWait() { device_.check_host_accesses(); }
  HostWait(const HostWait&) = delete;
  HostWait& operator=(const HostWait&) = delete;

 private:
  Device& device_;
};

}  // namespace spirv_oracle::vulkan
