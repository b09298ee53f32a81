// What the host has done with mapped memory when it calls Vulkan.

#include <algorithm>

#include "vulkan/objects/device.h"
#include "vulkan/objects/memory.h"

namespace spirv_oracle::vulkan {

void Device::watch_host_accesses(const std::shared_ptr<DeviceMemory>& memory) {
  const auto is_known = [&](const auto& other) { return other.lock() == memory; };
  if (std::ranges::none_of(mapped, is_known)) mapped.push_back(memory);
}

void Device::notice_host_accesses() {
  std::vector<std::shared_ptr<DeviceMemory>> memories;
  {
    const std::lock_guard lock(synchronization);
    std::erase_if(mapped, [](const auto& memory) {
      const auto found = memory.lock();
      return !found || found->is_destroyed;
    });
    for (const auto& memory : mapped) {
      if (auto found = memory.lock(); found && found->is_mapped)
        memories.push_back(std::move(found));
    }
  }
  std::uint64_t compared = 0;
  for (const auto& memory : memories) {
    memory->notice_host_reads();
    if (memory->size() <= most_compared_bytes - compared) {
      memory->notice_host_writes();
      compared += memory->size();
    } else {
      memory->lose_track_of_host();
    }
  }
}

}  // namespace spirv_oracle::vulkan
