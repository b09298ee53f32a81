// Fences, semaphores and events. Their state needs Device::synchronization. What happened before they are signaled or
// set orders accesses to memory.
#pragma once

#include "vulkan/objects/device.h"

namespace spirv_oracle::vulkan {

struct Fence : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_FENCE;
  Fence() : Object(object_type) {}

  bool is_signaled = false;
  bool is_pending = false;  // a submission will signal it
  Clock before{};           // what happened before it was signaled
};

struct Semaphore : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_SEMAPHORE;
  Semaphore() : Object(object_type) {}

  bool is_timeline = false;
  // Of a binary semaphore, the number of signals without a wait; more than 1 is a mistake that must not stop a queue.
  std::uint64_t value = 0;
  bool will_be_signaled = false;  // a binary semaphore, after all submissions so far
  Clock before{};  // what happened before it was signaled, last or with any value of a timeline
};

struct Event : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_EVENT;
  Event() : Object(object_type) {}

  bool is_set = false;
  Clock before{};  // what the host knew to have happened when it set the event
  std::uint64_t set_at =
      0;  // the number of accesses when a command set it (Hazards::next_access())
};

}  // namespace spirv_oracle::vulkan
