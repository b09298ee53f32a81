// What a cache holds lives as long as its device. Its data, which applications keep, says which programs it has: compiling
// one again takes less time than reading it would.

#include "vulkan/objects/pipeline_cache.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <type_traits>

#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"
#include "vulkan/objects/device.h"

namespace spirv_oracle::vulkan {
namespace {

VkPipelineCacheHeaderVersionOne header_of_data() {
  VkPhysicalDeviceProperties properties;
  get_physical_device_properties(nullptr, &properties);
  VkPipelineCacheHeaderVersionOne header{};
  header.headerSize = sizeof header;
  header.headerVersion = VK_PIPELINE_CACHE_HEADER_VERSION_ONE;
  header.vendorID = properties.vendorID;
  header.deviceID = properties.deviceID;
  std::memcpy(header.pipelineCacheUUID, properties.pipelineCacheUUID, VK_UUID_SIZE);
  return header;
}

// The programs in the data of a cache; none if the data is not of this device.
std::vector<std::uint64_t> programs_in(const VkPipelineCacheCreateInfo& info) {
  const VkPipelineCacheHeaderVersionOne header = header_of_data();
  if (info.initialDataSize < sizeof header ||
      std::memcmp(info.pInitialData, &header, sizeof header) != 0)
    return {};
  std::vector<std::uint64_t> programs((info.initialDataSize - sizeof header) /
                                      sizeof(std::uint64_t));
  std::copy_n(static_cast<const std::byte*>(info.pInitialData) + sizeof header,
              programs.size() * sizeof(std::uint64_t),
              std::as_writable_bytes(std::span(programs)).begin());
  return programs;
}

}  // namespace

// All that pipelines of one device may differ in.
std::uint64_t PipelineCache::number_of_program(const ShaderModule& shader,
                                               const PipelineOptions& options) {
  PipelineHash hash;
  for (const std::uint32_t word : shader.words) hash.add(word);
  hash.add(options.entry_point);
  for (const auto& [id, bits] : options.specialization) {
    hash.add(id);
    hash.add(bits);
  }
  hash.add(options.subgroup_size);
  hash.add(options.subgroup_mapping.full_subgroups);
  hash.add(options.robust_buffer_access);
  hash.add(options.robust_image_access);
  for (const std::string& feature : names_of(options.features)) hash.add(feature);
  return hash.value();
}

bool PipelineCache::had(std::uint64_t program) const {
  const std::lock_guard lock(mutex_);
  return earlier_.contains(program);
}

void PipelineCache::add_earlier(std::span<const std::uint64_t> programs) {
  const std::lock_guard lock(mutex_);
  earlier_.insert(programs.begin(), programs.end());
}

std::set<std::uint64_t> PipelineCache::programs() const {
  const std::lock_guard lock(mutex_);
  std::set<std::uint64_t> all = earlier_;
  for (const Entry& entry : entries_) all.insert(number_of_program(*entry.shader, entry.options));
  return all;
}

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
                                                     const VkPipelineCacheCreateInfo* info,
                                                     const VkAllocationCallbacks* /*allocator*/,
                                                     VkPipelineCache* handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  // Caches synchronize themselves in any case.
  if ((info->flags & VK_PIPELINE_CACHE_CREATE_INTERNALLY_SYNCHRONIZED_MERGE_BIT_KHR) != 0 &&
      !device->has_feature("maintenance8")) {
    Reporter::get().report(
        rules::feature_missing,
        "vkCreatePipelineCache: VK_PIPELINE_CACHE_CREATE_INTERNALLY_SYNCHRONIZED_MERGE_BIT_KHR "
        "needs the feature maintenance8, which is not enabled",
        {}, "VUID-VkPipelineCacheCreateInfo-maintenance8-10200");
  }
  const auto cache = std::make_shared<PipelineCache>();
  cache->add_earlier(programs_in(*info));
  give_handle(*device, cache, handle);
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
  const auto cache = device ? find<PipelineCache>(handle, "pipelineCache", device.get()) : nullptr;
  if (!cache) return VK_ERROR_UNKNOWN;
  const VkPipelineCacheHeaderVersionOne header = header_of_data();
  const std::set<std::uint64_t> known = cache->programs();
  const std::vector<std::uint64_t> programs(known.begin(), known.end());
  const std::size_t whole = sizeof header + programs.size() * sizeof(std::uint64_t);
  if (data == nullptr) {
    *size = whole;
    return VK_SUCCESS;
  }
  if (*size < sizeof header) {
    *size = 0;
    return VK_INCOMPLETE;
  }
  const std::size_t count =
      std::min(programs.size(), (*size - sizeof header) / sizeof(std::uint64_t));
  std::memcpy(data, &header, sizeof header);
  std::ranges::copy(std::as_bytes(std::span(programs).first(count)),
                    static_cast<std::byte*>(data) + sizeof header);
  *size = sizeof header + count * sizeof(std::uint64_t);
  return count == programs.size() ? VK_SUCCESS : VK_INCOMPLETE;
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
    const std::set<std::uint64_t> programs = from->programs();
    to->add_earlier(std::vector(programs.begin(), programs.end()));
    for (PipelineCache::Entry& entry : from->entries()) {
      if (!to->find(*entry.shader, entry.options)) to->add(std::move(entry));
    }
  }
  return VK_SUCCESS;
}

}  // namespace spirv_oracle::vulkan
