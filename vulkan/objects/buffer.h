// Buffers and views of them.
#pragma once

#include "vulkan/objects/memory.h"

namespace spirv_oracle::vulkan {

struct Buffer : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_BUFFER;
  explicit Buffer(const VkBufferCreateInfo& info)
      : Object(object_type), size(info.size), usage(info.usage) {}

  std::uint64_t size;
  VkBufferUsageFlags usage;
  std::shared_ptr<DeviceMemory> memory;  // null: not bound
  std::uint64_t offset = 0;              // in the memory
};

struct BufferView : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_BUFFER_VIEW;
  BufferView() : Object(object_type) {}

  std::shared_ptr<Buffer> buffer;
  VkFormat format = VK_FORMAT_UNDEFINED;
  std::uint64_t offset = 0, range = 0;  // bytes
};

}  // namespace spirv_oracle::vulkan
