// What a cache holds lives as long as its device. Its data, which applications keep, is only the header that they check.

#include "vulkan/objects/pipeline_cache.h"

#include <algorithm>
#include <cstring>

#include "vulkan/generated/entry_points.h"
#include "vulkan/objects/device.h"

namespace spirv_oracle::vulkan {

std::shared_ptr<const Pipeline> PipelineCache::find(const ShaderModule& shader,
                                                    const PipelineOptions& options) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(entries_, [&](const Entry& entry) {
    return entry.options == options && entry.shader->words == shader.words;
  });
  return found == entries_.end() ? nullptr : found->program;
}

void PipelineCache::add(Entry entry) {
  const std::lock_guard lock(mutex_);
  entries_.push_back(std::move(entry));
}

std::vector<PipelineCache::Entry> PipelineCache::entries() const {
  const std::lock_guard lock(mutex_);
  return entries_;
}

VKAPI_ATTR VkResult VKAPI_CALL create_pipeline_cache(VkDevice device_handle,
                                                     const VkPipelineCacheCreateInfo* /*info*/,
                                                     const VkAllocationCallbacks* /*allocator*/,
                                                     VkPipelineCache* handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  give_handle(*device, std::make_shared<PipelineCache>(), handle);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_pipeline_cache(VkDevice device_handle, VkPipelineCache handle,
                                                  const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (device) take<PipelineCache>(handle, "pipelineCache", device.get());
}

VKAPI_ATTR VkResult VKAPI_CALL get_pipeline_cache_data(VkDevice device_handle,
                                                       VkPipelineCache handle, std::size_t* size,
                                                       void* data) {
  const auto device = find<Device>(device_handle, "device");
  if (!device || !find<PipelineCache>(handle, "pipelineCache", device.get()))
    return VK_ERROR_UNKNOWN;
  VkPhysicalDeviceProperties properties;
  get_physical_device_properties(nullptr, &properties);
  VkPipelineCacheHeaderVersionOne header{};
  header.headerSize = sizeof header;
  header.headerVersion = VK_PIPELINE_CACHE_HEADER_VERSION_ONE;
  header.vendorID = properties.vendorID;
  header.deviceID = properties.deviceID;
  std::memcpy(header.pipelineCacheUUID, properties.pipelineCacheUUID, VK_UUID_SIZE);
  if (data == nullptr) {
    *size = sizeof header;
    return VK_SUCCESS;
  }
  if (*size < sizeof header) {
    *size = 0;
    return VK_INCOMPLETE;
  }
  *size = sizeof header;
  std::memcpy(data, &header, sizeof header);
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL merge_pipeline_caches(VkDevice device_handle, VkPipelineCache handle,
                                                     std::uint32_t count,
                                                     const VkPipelineCache* sources) {
  const auto device = find<Device>(device_handle, "device");
  const auto to = device ? find<PipelineCache>(handle, "dstCache", device.get()) : nullptr;
  if (!to) return VK_ERROR_UNKNOWN;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto from = find<PipelineCache>(sources[i], "pSrcCaches", device.get());
    if (!from) return VK_ERROR_UNKNOWN;
    for (PipelineCache::Entry& entry : from->entries()) {
      if (!to->find(*entry.shader, entry.options)) to->add(std::move(entry));
    }
  }
  return VK_SUCCESS;
}

}  // namespace spirv_oracle::vulkan
