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
  std::uint64_t value = 0;  // of a binary semaphore: the number of its signals that are complete
  // Of a binary semaphore: whether it is signaled now, and after all submissions so far; and the number of submitted signals,
  // of which a wait takes the latest.
  bool is_signaled = false, will_be_signaled = false;
  std::uint64_t submitted_signals = 0;
  Clock before{};  // what happened before it was signaled, last or with any value of a timeline
};

struct EventDependency;  // vulkan/commands/command.h

struct Event : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_EVENT;
  Event() : Object(object_type) {}

  bool is_set = false;
  Clock before{};  // submissions that the host knew to be complete when it set the event
  std::uint64_t host_operation = 0;                   // that set it; 0: a command did
  std::shared_ptr<const EventDependency> dependency;  // of the command that set it
  std::uint64_t set_at =
      0;  // the number of accesses when a command set it (Hazards::next_access())
};

}  // namespace spirv_oracle::vulkan
