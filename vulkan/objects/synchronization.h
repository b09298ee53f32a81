// Fences, semaphores and events. Their state needs Device::synchronization.
#pragma once

#include "vulkan/objects/object.h"

namespace spirv_oracle::vulkan {

struct Fence : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_FENCE;
  Fence() : Object(object_type) {}

  bool is_signaled = false;
  bool is_pending = false;  // a submission will signal it
};

struct Semaphore : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_SEMAPHORE;
  Semaphore() : Object(object_type) {}

  bool is_timeline = false;
  std::uint64_t value = 0;  // of a binary semaphore: 1 if it is signaled
};

struct Event : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_EVENT;
  Event() : Object(object_type) {}

  bool is_set = false;
};

}  // namespace spirv_oracle::vulkan
