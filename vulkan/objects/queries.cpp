#include "vulkan/objects/queries.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <thread>

#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"
#include "vulkan/objects/device.h"

namespace spirv_oracle::vulkan {
namespace {

void append(std::vector<std::byte>& bytes, std::uint64_t value, VkQueryResultFlags flags) {
  const std::size_t size = (flags & VK_QUERY_RESULT_64_BIT) != 0 ? 8 : 4;
  const std::size_t begin = bytes.size();
  bytes.resize(begin + size);
  std::memcpy(bytes.data() + begin, &value, size);  // the host is little-endian, as devices are
}

}  // namespace

QueryResult result_of(const Query& query, VkQueryResultFlags flags) {
  QueryResult result;
  result.is_available = query.state == QueryState::available;
  if (result.is_available || (flags & VK_QUERY_RESULT_PARTIAL_BIT) != 0)
    append(result.bytes, query.value, flags);
  if ((flags & VK_QUERY_RESULT_WITH_AVAILABILITY_BIT) == 0) return result;
  if (result.bytes.empty()) append(result.bytes, 0, flags);
  append(result.bytes, result.is_available ? 1 : 0, flags);
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL create_query_pool(VkDevice device_handle,
                                                 const VkQueryPoolCreateInfo* info,
                                                 const VkAllocationCallbacks* /*allocator*/,
                                                 VkQueryPool* handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  if (info->queryType != VK_QUERY_TYPE_TIMESTAMP && info->queryType != VK_QUERY_TYPE_OCCLUSION) {
    Reporter::get().report(rules::feature_missing,
                           fmt::format("vkCreateQueryPool: the query type {} needs a feature that "
                                       "the device lacks",
                                       static_cast<int>(info->queryType)),
                           {}, "VUID-VkQueryPoolCreateInfo-queryType-00791");
    return VK_ERROR_UNKNOWN;
  }
  const bool is_reset = (info->flags & VK_QUERY_POOL_CREATE_RESET_BIT_KHR) != 0;
  if (is_reset && !device->has_feature("maintenance9")) {
    Reporter::get().report(rules::feature_missing,
                           "vkCreateQueryPool: VK_QUERY_POOL_CREATE_RESET_BIT_KHR needs the "
                           "feature maintenance9, which is not enabled",
                           {}, "VUID-VkQueryPoolCreateInfo-flags-parameter");
  }
  const QueryState state = is_reset ? QueryState::reset : QueryState::unknown;
  give_handle(*device, std::make_shared<QueryPool>(info->queryCount, state), handle);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_query_pool(VkDevice device_handle, VkQueryPool handle,
                                              const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (device) take<QueryPool>(handle, "queryPool", device.get());
}

VKAPI_ATTR VkResult VKAPI_CALL get_query_pool_results(VkDevice device_handle, VkQueryPool handle,
                                                      std::uint32_t first, std::uint32_t count,
                                                      std::size_t size, void* data,
                                                      VkDeviceSize stride,
                                                      VkQueryResultFlags flags) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto pool = find<QueryPool>(handle, "queryPool", device.get());
  if (!pool) return VK_ERROR_UNKNOWN;
  if (first > pool->queries.size() || count > pool->queries.size() - first) {
    Reporter::get().report(rules::range_outside,
                           fmt::format("vkGetQueryPoolResults: {} has {} queries",
                                       text_of(pool->reported()), pool->queries.size()),
                           {pool->reported()}, "VUID-vkGetQueryPoolResults-firstQuery-00813");
    return VK_ERROR_UNKNOWN;
  }
  VkResult result = VK_SUCCESS;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::unique_lock lock(device->execution);
    const Query& query = pool->queries[first + i];
    while ((flags & VK_QUERY_RESULT_WAIT_BIT) != 0 && query.state != QueryState::available) {
      if (device->is_lost) return VK_ERROR_DEVICE_LOST;
      lock.unlock();
      std::this_thread::yield();
      lock.lock();
    }
    const QueryResult found = result_of(query, flags);
    if (!found.is_available) result = VK_NOT_READY;
    if (found.bytes.size() > size || i * stride > size - found.bytes.size()) break;
    std::ranges::copy(found.bytes, static_cast<std::byte*>(data) + i * stride);
  }
  return result;
}

VKAPI_ATTR void VKAPI_CALL reset_query_pool(VkDevice device_handle, VkQueryPool handle,
                                            std::uint32_t first, std::uint32_t count) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return;
  const auto pool = find<QueryPool>(handle, "queryPool", device.get());
  if (!pool) return;
  if (!device->has_feature("hostQueryReset")) {
    Reporter::get().report(
        rules::feature_missing,
        "vkResetQueryPool needs the feature hostQueryReset, which is not enabled", {},
        "VUID-vkResetQueryPool-None-02665");
  }
  const std::lock_guard lock(device->execution);
  for (std::size_t i = first; i < pool->queries.size() && i - first < count; ++i)
    pool->queries[i] = {QueryState::reset, 0};
}

}  // namespace spirv_oracle::vulkan
