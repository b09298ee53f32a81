#include "vulkan/objects/buffer.h"

#include <fmt/format.h>

#include "interpreter/bindings.h"
#include "vulkan/findings/call.h"
#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"
#include "vulkan/objects/device.h"

namespace spirv_oracle::vulkan {
namespace {

VkMemoryRequirements requirements_of(std::uint64_t size) {
  const VkDeviceSize whole = (size + buffer_alignment - 1) / buffer_alignment * buffer_alignment;
  return {whole, buffer_alignment, all_memory_types};
}

VkResult bind(Device& device, VkBuffer handle, VkDeviceMemory memory_handle, VkDeviceSize offset) {
  const auto buffer = find<Buffer>(handle, "buffer", &device);
  const auto memory = find<DeviceMemory>(memory_handle, "memory", &device);
  if (!buffer || !memory) return VK_ERROR_UNKNOWN;
  if (buffer->memory)
    return complain(rules::argument_invalid, *buffer, "has memory already",
                    "VUID-vkBindBufferMemory-buffer-07459");
  if (offset % buffer_alignment != 0) {
    return complain(rules::argument_invalid, *buffer,
                    fmt::format("needs memory at a multiple of {} bytes, but memoryOffset is {}",
                                buffer_alignment, offset),
                    "VUID-vkBindBufferMemory-memoryOffset-01036");
  }
  if (offset >= memory->size() || requirements_of(buffer->size).size > memory->size() - offset) {
    return complain(rules::argument_invalid, *buffer,
                    fmt::format("needs {} bytes at memoryOffset {}, but {} has {} bytes",
                                requirements_of(buffer->size).size, offset,
                                text_of(memory->reported()), memory->size()),
                    "VUID-vkBindBufferMemory-size-01037");
  }
  // A command that uses the buffer may execute already.
  const std::lock_guard lock(device.execution);
  buffer->memory = memory;
  buffer->offset = offset;
  return VK_SUCCESS;
}

}  // namespace

VKAPI_ATTR VkResult VKAPI_CALL create_buffer(VkDevice device_handle, const VkBufferCreateInfo* info,
                                             const VkAllocationCallbacks* /*allocator*/,
                                             VkBuffer* handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  if (info->flags != 0) {
    Reporter::get().report(rules::feature_missing,
                           fmt::format("vkCreateBuffer: the flags 0x{:x} need features that are "
                                       "not enabled",
                                       info->flags),
                           {}, "VUID-VkBufferCreateInfo-flags-00915");
    return VK_ERROR_UNKNOWN;
  }
  const auto buffer = std::make_shared<Buffer>(*info);
  if (info->size == 0)
    return complain(rules::argument_invalid, *buffer, "has a size of 0",
                    "VUID-VkBufferCreateInfo-size-00912");
  if (info->size > max_buffer_size) {
    return complain(rules::argument_invalid, *buffer,
                    fmt::format("has a size of {} bytes, but the maxBufferSize of the device is {}",
                                info->size, max_buffer_size),
                    "VUID-VkBufferCreateInfo-size-06409");
  }
  give_handle(*device, buffer, handle);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_buffer(VkDevice device_handle, VkBuffer handle,
                                          const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (device) take<Buffer>(handle, "buffer", device.get());
}

VKAPI_ATTR void VKAPI_CALL get_buffer_memory_requirements(VkDevice /*device*/, VkBuffer handle,
                                                          VkMemoryRequirements* requirements) {
  *requirements = {};
  if (const auto buffer = find<Buffer>(handle, "buffer"))
    *requirements = requirements_of(buffer->size);
}

VKAPI_ATTR void VKAPI_CALL
get_buffer_memory_requirements2(VkDevice device, const VkBufferMemoryRequirementsInfo2* info,
                                VkMemoryRequirements2* requirements) {
  get_buffer_memory_requirements(device, info->buffer, &requirements->memoryRequirements);
  if (auto* dedicated = find_in_chain<VkMemoryDedicatedRequirements>(
          requirements->pNext, VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS))
    dedicated->prefersDedicatedAllocation = dedicated->requiresDedicatedAllocation = VK_FALSE;
}

VKAPI_ATTR void VKAPI_CALL get_device_buffer_memory_requirements(
    VkDevice /*device*/, const VkDeviceBufferMemoryRequirements* info,
    VkMemoryRequirements2* requirements) {
  requirements->memoryRequirements = requirements_of(info->pCreateInfo->size);
}

VKAPI_ATTR VkResult VKAPI_CALL bind_buffer_memory(VkDevice device_handle, VkBuffer buffer,
                                                  VkDeviceMemory memory, VkDeviceSize offset) {
  const auto device = find<Device>(device_handle, "device");
  return device ? bind(*device, buffer, memory, offset) : VK_ERROR_UNKNOWN;
}

VKAPI_ATTR VkResult VKAPI_CALL bind_buffer_memory2(VkDevice device_handle, std::uint32_t count,
                                                   const VkBindBufferMemoryInfo* infos) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  VkResult result = VK_SUCCESS;
  for (std::uint32_t i = 0; i < count; ++i) {
    const VkResult one = bind(*device, infos[i].buffer, infos[i].memory, infos[i].memoryOffset);
    if (const auto* status =
            find_in_chain<VkBindMemoryStatus>(infos[i].pNext, VK_STRUCTURE_TYPE_BIND_MEMORY_STATUS))
      *status->pResult = one;
    if (one != VK_SUCCESS) result = one;
  }
  return result;
}

VKAPI_ATTR VkDeviceAddress VKAPI_CALL
get_buffer_device_address(VkDevice device_handle, const VkBufferDeviceAddressInfo* info) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return 0;
  const auto buffer = find<Buffer>(info->buffer, "buffer", device.get());
  if (!buffer) return 0;
  if (!device->has_feature("bufferDeviceAddress")) {
    complain(rules::argument_invalid, *buffer,
             "has no address: the feature bufferDeviceAddress is not enabled",
             "VUID-vkGetBufferDeviceAddress-bufferDeviceAddress-03324");
    return 0;
  }
  if ((buffer->usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT) == 0 || !buffer->memory ||
      !buffer->memory->address_slot) {
    complain(rules::argument_invalid, *buffer,
             "has no address: it needs VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, and memory with "
             "VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT",
             "VUID-VkBufferDeviceAddressInfo-buffer-02601");
    return 0;
  }
  return memory_address(*buffer->memory->address_slot) + buffer->offset;
}

// Only for the feature bufferDeviceAddressCaptureReplay, which the device lacks.
VKAPI_ATTR std::uint64_t VKAPI_CALL
get_buffer_opaque_capture_address(VkDevice /*device*/, const VkBufferDeviceAddressInfo* /*info*/) {
  return 0;
}

VKAPI_ATTR VkResult VKAPI_CALL create_buffer_view(VkDevice device_handle,
                                                  const VkBufferViewCreateInfo* info,
                                                  const VkAllocationCallbacks* /*allocator*/,
                                                  VkBufferView* handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto buffer = find<Buffer>(info->buffer, "buffer", device.get());
  if (!buffer) return VK_ERROR_UNKNOWN;
  if (info->offset >= buffer->size ||
      (info->range != VK_WHOLE_SIZE && info->range > buffer->size - info->offset))
    return complain(rules::argument_invalid, *buffer, "does not contain the range of the view",
                    "VUID-VkBufferViewCreateInfo-offset-00925");
  const auto view = std::make_shared<BufferView>();
  view->buffer = buffer;
  view->usage = usage_of(buffer->usage, info->pNext);
  if ((view->usage & ~buffer->usage) != 0)
    return complain(rules::argument_invalid, *buffer, "lacks a usage that the view has",
                    "VUID-VkBufferViewCreateInfo-pNext-08780");
  view->format = info->format;
  view->offset = info->offset;
  view->range = info->range == VK_WHOLE_SIZE ? buffer->size - info->offset : info->range;
  give_handle(*device, view, handle);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_buffer_view(VkDevice device_handle, VkBufferView handle,
                                               const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (device) take<BufferView>(handle, "bufferView", device.get());
}

}  // namespace spirv_oracle::vulkan
