// Recording: barriers and events.

#include "vulkan/commands/command_buffer.h"
#include "vulkan/commands/image_layouts.h"
#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"

namespace spirv_oracle::vulkan {
namespace {

// The masks of vkCmdPipelineBarrier and vkCmdWaitEvents, which all their memory barriers share.
struct StageMasks {
  VkPipelineStageFlags from = 0, to = 0;
};

// In the second version, each memory barrier has masks of its own.
template <class BarrierType>
BarrierScope scope_of(const BarrierType& barrier, const StageMasks* masks) {
  BarrierScope scope;
  scope.source_accesses = barrier.srcAccessMask;
  scope.target_accesses = barrier.dstAccessMask;
  if constexpr (requires { barrier.srcStageMask; }) {
    scope.source_stages = barrier.srcStageMask;
    scope.target_stages = barrier.dstStageMask;
  } else {
    scope.source_stages = masks->from;
    scope.target_stages = masks->to;
  }
  return scope;
}

// Adds the scopes of a call. Resources that do not exist are reported, and left out.
class BarrierBuilder {
 public:
  explicit BarrierBuilder(const CommandBuffer& buffer) : buffer_(buffer) {}

  void add_masks(const StageMasks& masks) {
    masks_ = masks;
    BarrierScope scope;
    scope.source_stages = masks.from;
    scope.target_stages = masks.to;
    barrier_.scopes.push_back(std::move(scope));
  }
  template <class BarrierType>
  void add_memory(std::uint32_t count, const BarrierType* barriers) {
    for (std::uint32_t i = 0; i < count; ++i)
      barrier_.scopes.push_back(scope_of(barriers[i], &masks_));
  }
  template <class BarrierType>
  void add_buffers(std::uint32_t count, const BarrierType* barriers) {
    for (std::uint32_t i = 0; i < count; ++i) {
      BarrierScope scope = scope_of(barriers[i], &masks_);
      scope.buffer = find<Buffer>(barriers[i].buffer, "buffer", buffer_.device);
      scope.offset = barriers[i].offset;
      scope.size = barriers[i].size;
      if (scope.buffer) barrier_.scopes.push_back(std::move(scope));
    }
  }
  template <class BarrierType>
  void add_images(std::uint32_t count, const BarrierType* barriers) {
    for (std::uint32_t i = 0; i < count; ++i) {
      BarrierScope scope = scope_of(barriers[i], &masks_);
      scope.image = find<Image>(barriers[i].image, "image", buffer_.device);
      scope.range = barriers[i].subresourceRange;
      scope.from = barriers[i].oldLayout;
      scope.to = barriers[i].newLayout;
      if (!scope.image) continue;
      if (scope.is_transition() &&
          (scope.to == VK_IMAGE_LAYOUT_UNDEFINED || scope.to == VK_IMAGE_LAYOUT_PREINITIALIZED)) {
        complain(rules::argument_invalid, *scope.image,
                 "cannot get the layout " + name_of_layout(scope.to),
                 "VUID-VkImageMemoryBarrier-newLayout-01198");
        continue;
      }
      barrier_.scopes.push_back(std::move(scope));
    }
  }
  void add(const VkDependencyInfo& info) {
    add_memory(info.memoryBarrierCount, info.pMemoryBarriers);
    add_buffers(info.bufferMemoryBarrierCount, info.pBufferMemoryBarriers);
    add_images(info.imageMemoryBarrierCount, info.pImageMemoryBarriers);
  }
  BarrierCommand take() { return std::move(barrier_); }

 private:
  const CommandBuffer& buffer_;
  StageMasks masks_;
  BarrierCommand barrier_;
};

void wait_for(CommandBuffer& buffer, std::uint32_t count, const VkEvent* handles,
              BarrierCommand barrier) {
  WaitEventsCommand wait;
  wait.barrier = std::move(barrier);
  std::vector<std::shared_ptr<Object>> uses;
  for (std::uint32_t i = 0; i < count; ++i) {
    auto event = find<Event>(handles[i], "pEvents", buffer.device);
    if (!event) return;
    uses.push_back(event);
    wait.events.push_back(std::move(event));
  }
  buffer.add(std::move(wait), std::move(uses));
}

void change_event(VkCommandBuffer handle, VkEvent event_handle, bool is_set) {
  const auto buffer = find_recording(handle);
  if (!buffer) return;
  if (const auto event = find<Event>(event_handle, "event", buffer->device))
    buffer->add(ChangeEventCommand{event, is_set}, {event});
}

}  // namespace

VKAPI_ATTR void VKAPI_CALL cmd_pipeline_barrier(
    VkCommandBuffer handle, VkPipelineStageFlags from, VkPipelineStageFlags to,
    VkDependencyFlags /*flags*/, std::uint32_t memory_count, const VkMemoryBarrier* memory,
    std::uint32_t buffer_count, const VkBufferMemoryBarrier* buffers, std::uint32_t image_count,
    const VkImageMemoryBarrier* images) {
  const auto buffer = find_recording(handle);
  if (!buffer) return;
  BarrierBuilder builder(*buffer);
  builder.add_masks({from, to});
  builder.add_memory(memory_count, memory);
  builder.add_buffers(buffer_count, buffers);
  builder.add_images(image_count, images);
  buffer->add(builder.take(), {});
}

VKAPI_ATTR void VKAPI_CALL cmd_pipeline_barrier2(VkCommandBuffer handle,
                                                 const VkDependencyInfo* info) {
  const auto buffer = find_recording(handle);
  if (!buffer) return;
  BarrierBuilder builder(*buffer);
  builder.add(*info);
  buffer->add(builder.take(), {});
}

VKAPI_ATTR void VKAPI_CALL cmd_set_event(VkCommandBuffer handle, VkEvent event,
                                         VkPipelineStageFlags /*stages*/) {
  change_event(handle, event, true);
}

VKAPI_ATTR void VKAPI_CALL cmd_set_event2(VkCommandBuffer handle, VkEvent event,
                                          const VkDependencyInfo* /*info*/) {
  change_event(handle, event, true);
}

VKAPI_ATTR void VKAPI_CALL cmd_reset_event(VkCommandBuffer handle, VkEvent event,
                                           VkPipelineStageFlags /*stages*/) {
  change_event(handle, event, false);
}

VKAPI_ATTR void VKAPI_CALL cmd_reset_event2(VkCommandBuffer handle, VkEvent event,
                                            VkPipelineStageFlags2 /*stages*/) {
  change_event(handle, event, false);
}

VKAPI_ATTR void VKAPI_CALL cmd_wait_events(
    VkCommandBuffer handle, std::uint32_t count, const VkEvent* events, VkPipelineStageFlags from,
    VkPipelineStageFlags to, std::uint32_t memory_count, const VkMemoryBarrier* memory,
    std::uint32_t buffer_count, const VkBufferMemoryBarrier* buffers, std::uint32_t image_count,
    const VkImageMemoryBarrier* images) {
  const auto buffer = find_recording(handle);
  if (!buffer) return;
  BarrierBuilder builder(*buffer);
  builder.add_masks({from, to});
  builder.add_memory(memory_count, memory);
  builder.add_buffers(buffer_count, buffers);
  builder.add_images(image_count, images);
  wait_for(*buffer, count, events, builder.take());
}

VKAPI_ATTR void VKAPI_CALL cmd_wait_events2(VkCommandBuffer handle, std::uint32_t count,
                                            const VkEvent* events, const VkDependencyInfo* infos) {
  const auto buffer = find_recording(handle);
  if (!buffer) return;
  BarrierBuilder builder(*buffer);
  for (std::uint32_t i = 0; i < count; ++i) builder.add(infos[i]);
  wait_for(*buffer, count, events, builder.take());
}

}  // namespace spirv_oracle::vulkan
