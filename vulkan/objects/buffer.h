// Buffers and views of them.
#pragma once

#include "vulkan/objects/memory.h"

namespace spirv_oracle::vulkan {

// The flags of VkBufferUsageFlags2CreateInfo in the chain, or else these.
inline VkBufferUsageFlags2 usage_of(VkBufferUsageFlags2 flags, const void* chain) {
  const auto* wide = find_in_chain<VkBufferUsageFlags2CreateInfo>(
      chain, VK_STRUCTURE_TYPE_BUFFER_USAGE_FLAGS_2_CREATE_INFO);
  return wide == nullptr ? flags : wide->usage;
}

struct Buffer : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_BUFFER;
  explicit Buffer(const VkBufferCreateInfo& info)
      : Object(object_type), size(info.size), usage(usage_of(info.usage, info.pNext)) {}

  std::uint64_t size;
  VkBufferUsageFlags2 usage;
  std::shared_ptr<DeviceMemory> memory;  // null: not bound
  std::uint64_t offset = 0;              // in the memory
};

struct BufferView : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_BUFFER_VIEW;
  BufferView() : Object(object_type) {}

  std::shared_ptr<Buffer> buffer;
  VkFormat format = VK_FORMAT_UNDEFINED;
  VkBufferUsageFlags2 usage = 0;        // some of the buffer's
  std::uint64_t offset = 0, range = 0;  // bytes
};

}  // namespace spirv_oracle::vulkan
