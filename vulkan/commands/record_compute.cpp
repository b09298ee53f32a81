// Recording: pipelines, descriptor sets, push constants, dispatches; queries, labels.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "vulkan/commands/command_buffer.h"
#include "vulkan/findings/call.h"
#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"

namespace spirv_oracle::vulkan {
namespace {

void complain(const Clause& rule, const std::string& problem, const char* vuid,
              const std::vector<ReportedObject>& objects = {}) {
  Reporter::get().report(rule, fmt::format("{}: {}", current_call(), problem), objects, vuid);
}

DispatchCommand dispatch_of(const CommandBuffer& buffer) {
  DispatchCommand dispatch;
  dispatch.pipeline = buffer.pipeline;
  dispatch.sets = buffer.sets;
  dispatch.push_constants = buffer.push_constants;
  return dispatch;
}

void add_dispatch(CommandBuffer& buffer, DispatchCommand dispatch) {
  if (!buffer.pipeline) {
    complain(rules::argument_invalid, text_of(buffer.reported()) + " has no compute pipeline bound",
             "VUID-vkCmdDispatch-None-08606", {buffer.reported()});
    return;
  }
  std::vector<std::shared_ptr<Object>> uses{buffer.pipeline};
  if (dispatch.indirect) uses.push_back(dispatch.indirect);
  for (const auto& [number, bound] : dispatch.sets) uses.push_back(bound.set);
  buffer.add(std::move(dispatch), std::move(uses));
}

std::shared_ptr<QueryPool> find_queries(const CommandBuffer& buffer, VkQueryPool handle,
                                        std::uint32_t first, std::uint32_t count) {
  auto pool = find<QueryPool>(handle, "queryPool", buffer.device);
  if (!pool || (first <= pool->queries.size() && count <= pool->queries.size() - first))
    return pool;
  complain(rules::range_outside,
           fmt::format("{} has {} queries, but {} are used from number {} on",
                       text_of(pool->reported()), pool->queries.size(), count, first),
           "VUID-vkCmdResetQueryPool-firstQuery-00797", {pool->reported()});
  return nullptr;
}

void write_timestamp(VkCommandBuffer handle, VkQueryPool pool_handle, std::uint32_t query) {
  const auto buffer = find_recording(handle);
  if (!buffer) return;
  if (const auto pool = find_queries(*buffer, pool_handle, query, 1))
    buffer->add(WriteTimestampCommand{pool, query}, {pool});
}

void add_label(VkCommandBuffer handle, LabelCommand::Kind kind, const char* text) {
  if (const auto buffer = find_recording(handle)) buffer->add(LabelCommand{kind, text}, {});
}

}  // namespace

VKAPI_ATTR void VKAPI_CALL cmd_bind_pipeline(VkCommandBuffer handle, VkPipelineBindPoint point,
                                             VkPipeline pipeline_handle) {
  const auto buffer = find_recording(handle);
  if (!buffer) return;
  if (point != VK_PIPELINE_BIND_POINT_COMPUTE) {
    return complain(rules::queue_no_graphics, "the device has only compute pipelines",
                    "VUID-vkCmdBindPipeline-pipelineBindPoint-00778");
  }
  buffer->pipeline = find<ComputePipeline>(pipeline_handle, "pipeline", buffer->device);
}

VKAPI_ATTR void VKAPI_CALL cmd_bind_descriptor_sets(
    VkCommandBuffer handle, VkPipelineBindPoint point, VkPipelineLayout layout_handle,
    std::uint32_t first, std::uint32_t count, const VkDescriptorSet* handles,
    std::uint32_t offset_count, const std::uint32_t* offsets) {
  const auto buffer = find_recording(handle);
  if (!buffer) return;
  const auto layout = find<PipelineLayout>(layout_handle, "layout", buffer->device);
  if (!layout || point != VK_PIPELINE_BIND_POINT_COMPUTE) return;
  std::uint32_t used_offsets = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto set = find<DescriptorSet>(handles[i], "pDescriptorSets", buffer->device);
    if (!set) continue;
    if (first + i >= layout->sets.size() ||
        layout->sets[first + i]->bindings != set->layout->bindings) {
      complain(rules::descriptor_set_incompatible,
               fmt::format("{} does not have the layout of set {} in {}", text_of(set->reported()),
                           first + i, text_of(layout->reported())),
               "VUID-vkCmdBindDescriptorSets-pDescriptorSets-00358", {set->reported()});
    }
    BoundSet bound{set, set->updates, {}};
    const std::uint32_t wanted = set->layout->dynamic_count();
    if (wanted > offset_count - used_offsets) {
      complain(rules::argument_invalid,
               fmt::format("{} needs {} dynamic offsets, but {} are left", text_of(set->reported()),
                           wanted, offset_count - used_offsets),
               "VUID-vkCmdBindDescriptorSets-dynamicOffsetCount-00359", {set->reported()});
      continue;
    }
    bound.dynamic_offsets.assign(offsets + used_offsets, offsets + used_offsets + wanted);
    used_offsets += wanted;
    buffer->sets[first + i] = std::move(bound);
  }
}

VKAPI_ATTR void VKAPI_CALL cmd_push_constants(VkCommandBuffer handle,
                                              VkPipelineLayout layout_handle,
                                              VkShaderStageFlags stages, std::uint32_t offset,
                                              std::uint32_t size, const void* values) {
  const auto buffer = find_recording(handle);
  if (!buffer) return;
  const auto layout = find<PipelineLayout>(layout_handle, "layout", buffer->device);
  if (!layout) return;
  const std::uint64_t end = std::uint64_t{offset} + size;
  const bool is_declared = std::ranges::any_of(layout->push_constants, [&](const auto& range) {
    return (range.stageFlags & stages) == stages && range.offset <= offset &&
           end <= std::uint64_t{range.offset} + range.size;
  });
  if (!is_declared || end > max_push_constants_size) {
    return complain(rules::argument_invalid,
                    fmt::format("{} does not have push constants from byte {} to {}",
                                text_of(layout->reported()), offset, end - 1),
                    "VUID-vkCmdPushConstants-offset-01795", {layout->reported()});
  }
  std::memcpy(buffer->push_constants.bytes.data() + offset, values, size);
  std::fill_n(buffer->push_constants.shadow.begin() + offset, size, Definedness::defined);
}

// The second versions name stages instead of a bind point.

VKAPI_ATTR void VKAPI_CALL cmd_bind_descriptor_sets2(VkCommandBuffer buffer,
                                                     const VkBindDescriptorSetsInfo* info) {
  if ((info->stageFlags & VK_SHADER_STAGE_COMPUTE_BIT) == 0) return;
  cmd_bind_descriptor_sets(buffer, VK_PIPELINE_BIND_POINT_COMPUTE, info->layout, info->firstSet,
                           info->descriptorSetCount, info->pDescriptorSets,
                           info->dynamicOffsetCount, info->pDynamicOffsets);
}

VKAPI_ATTR void VKAPI_CALL cmd_push_constants2(VkCommandBuffer buffer,
                                               const VkPushConstantsInfo* info) {
  cmd_push_constants(buffer, info->layout, info->stageFlags, info->offset, info->size,
                     info->pValues);
}

VKAPI_ATTR void VKAPI_CALL cmd_dispatch_base(VkCommandBuffer handle, std::uint32_t base_x,
                                             std::uint32_t base_y, std::uint32_t base_z,
                                             std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  const auto buffer = find_recording(handle);
  if (!buffer) return;
  DispatchCommand dispatch = dispatch_of(*buffer);
  dispatch.base = {base_x, base_y, base_z};
  dispatch.groups = {x, y, z};
  if ((base_x | base_y | base_z) != 0 && buffer->pipeline && !buffer->pipeline->permits_base) {
    complain(rules::argument_invalid,
             fmt::format("{} was created without VK_PIPELINE_CREATE_DISPATCH_BASE_BIT",
                         text_of(buffer->pipeline->reported())),
             "VUID-vkCmdDispatchBase-baseGroupX-00427", {buffer->pipeline->reported()});
  }
  add_dispatch(*buffer, std::move(dispatch));
}

VKAPI_ATTR void VKAPI_CALL cmd_dispatch(VkCommandBuffer handle, std::uint32_t x, std::uint32_t y,
                                        std::uint32_t z) {
  cmd_dispatch_base(handle, 0, 0, 0, x, y, z);
}

VKAPI_ATTR void VKAPI_CALL cmd_dispatch_indirect(VkCommandBuffer handle, VkBuffer indirect,
                                                 VkDeviceSize offset) {
  const auto buffer = find_recording(handle);
  if (!buffer) return;
  DispatchCommand dispatch = dispatch_of(*buffer);
  dispatch.indirect = find<Buffer>(indirect, "buffer", buffer->device);
  dispatch.offset = offset;
  if (!dispatch.indirect) return;
  const std::string name = text_of(dispatch.indirect->reported());
  if ((dispatch.indirect->usage & VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT) == 0) {
    complain(rules::argument_invalid,
             name + " was created without VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT",
             "VUID-vkCmdDispatchIndirect-buffer-02709", {dispatch.indirect->reported()});
  }
  if (offset > dispatch.indirect->size || dispatch.indirect->size - offset < 12 ||
      offset % 4 != 0) {
    return complain(rules::range_outside,
                    fmt::format("{} has no VkDispatchIndirectCommand at offset {}", name, offset),
                    "VUID-vkCmdDispatchIndirect-offset-00407", {dispatch.indirect->reported()});
  }
  add_dispatch(*buffer, std::move(dispatch));
}

VKAPI_ATTR void VKAPI_CALL cmd_set_device_mask(VkCommandBuffer handle, std::uint32_t mask) {
  if (find_recording(handle) && mask != 1) {
    complain(rules::argument_invalid, "the device mask must be 1: there is one physical device",
             "VUID-vkCmdSetDeviceMask-deviceMask-00108");
  }
}

VKAPI_ATTR void VKAPI_CALL cmd_reset_query_pool(VkCommandBuffer handle, VkQueryPool pool_handle,
                                                std::uint32_t first, std::uint32_t count) {
  const auto buffer = find_recording(handle);
  if (!buffer) return;
  if (const auto pool = find_queries(*buffer, pool_handle, first, count))
    buffer->add(ResetQueriesCommand{pool, first, count}, {pool});
}

VKAPI_ATTR void VKAPI_CALL cmd_write_timestamp(VkCommandBuffer handle,
                                               VkPipelineStageFlagBits /*stage*/, VkQueryPool pool,
                                               std::uint32_t query) {
  write_timestamp(handle, pool, query);
}

VKAPI_ATTR void VKAPI_CALL cmd_write_timestamp2(VkCommandBuffer handle,
                                                VkPipelineStageFlags2 /*stage*/, VkQueryPool pool,
                                                std::uint32_t query) {
  write_timestamp(handle, pool, query);
}

// Occlusion queries, the only ones of this device that begin and end, need graphics.

VKAPI_ATTR void VKAPI_CALL cmd_begin_query(VkCommandBuffer handle, VkQueryPool /*pool*/,
                                           std::uint32_t /*query*/, VkQueryControlFlags /*flags*/) {
  if (find_recording(handle)) {
    complain(rules::queue_no_graphics, "occlusion queries need a queue with graphics",
             "VUID-vkCmdBeginQuery-commandBuffer-cmdpool");
  }
}

VKAPI_ATTR void VKAPI_CALL cmd_end_query(VkCommandBuffer handle, VkQueryPool /*pool*/,
                                         std::uint32_t /*query*/) {
  if (find_recording(handle)) {
    complain(rules::queue_no_graphics, "no query is active", "VUID-vkCmdEndQuery-None-01923");
  }
}

VKAPI_ATTR void VKAPI_CALL cmd_copy_query_pool_results(VkCommandBuffer handle,
                                                       VkQueryPool pool_handle, std::uint32_t first,
                                                       std::uint32_t count, VkBuffer to_handle,
                                                       VkDeviceSize offset, VkDeviceSize stride,
                                                       VkQueryResultFlags flags) {
  const auto buffer = find_recording(handle);
  if (!buffer) return;
  const auto pool = find_queries(*buffer, pool_handle, first, count);
  const auto to = find<Buffer>(to_handle, "dstBuffer", buffer->device);
  if (!pool || !to) return;
  buffer->add(CopyQueriesCommand{pool, first, count, to, offset, stride, flags}, {pool, to});
}

VKAPI_ATTR void VKAPI_CALL cmd_begin_debug_utils_label_ext(VkCommandBuffer buffer,
                                                           const VkDebugUtilsLabelEXT* label) {
  add_label(buffer, LabelCommand::Kind::begin, label->pLabelName);
}

VKAPI_ATTR void VKAPI_CALL cmd_end_debug_utils_label_ext(VkCommandBuffer buffer) {
  add_label(buffer, LabelCommand::Kind::end, "");
}

VKAPI_ATTR void VKAPI_CALL cmd_insert_debug_utils_label_ext(VkCommandBuffer buffer,
                                                            const VkDebugUtilsLabelEXT* label) {
  add_label(buffer, LabelCommand::Kind::insert, label->pLabelName);
}

}  // namespace spirv_oracle::vulkan
