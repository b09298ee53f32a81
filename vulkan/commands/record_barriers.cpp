// Recording: barriers and events.

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "vulkan/commands/command_buffer.h"
#include "vulkan/commands/image_layouts.h"
#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"

namespace spirv_oracle::vulkan {
namespace {

constexpr VkDependencyFlags asymmetric = VK_DEPENDENCY_ASYMMETRIC_EVENT_BIT_KHR;

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
      scope.source_family = barriers[i].srcQueueFamilyIndex;
      scope.target_family = barriers[i].dstQueueFamilyIndex;
      if (!scope.buffer) continue;
      check_owner(*scope.buffer, scope);
      barrier_.scopes.push_back(std::move(scope));
    }
  }
  template <class BarrierType>
  void add_images(std::uint32_t count, const BarrierType* barriers) {
    for (std::uint32_t i = 0; i < count; ++i) {
      BarrierScope scope = scope_of(barriers[i], &masks_);
      scope.image = find<Image>(barriers[i].image, "image", buffer_.device);
      scope.range = barriers[i].subresourceRange;
      scope.source_family = barriers[i].srcQueueFamilyIndex;
      scope.target_family = barriers[i].dstQueueFamilyIndex;
      scope.from = barriers[i].oldLayout;
      scope.to = barriers[i].newLayout;
      if (!scope.image) continue;
      check_owner(*scope.image, scope);
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
  // A transfer of ownership concerns the queue family of the command buffer, the only one of the device.
  static void check_owner(const Object& resource, const BarrierScope& scope) {
    const auto is = [&](std::uint32_t family) {
      return scope.source_family == family || scope.target_family == family;
    };
    if (scope.source_family == scope.target_family || is(0) || is(VK_QUEUE_FAMILY_IGNORED)) return;
    complain(rules::argument_invalid, resource,
             fmt::format("changes its owner from queue family {} to {}, but the command buffer is "
                         "for queue family 0",
                         scope.source_family, scope.target_family),
             "VUID-vkCmdPipelineBarrier2-srcQueueFamilyIndex-10387");
  }

  const CommandBuffer& buffer_;
  StageMasks masks_;
  BarrierCommand barrier_;
};

EventDependency dependency_of(const CommandBuffer& buffer, const VkDependencyInfo& info) {
  BarrierBuilder builder(buffer);
  builder.add(info);
  return {true, info.dependencyFlags, builder.take()};
}

// Adds a wait with one dependency for all events, or with one for each.
void wait_for(CommandBuffer& buffer, std::uint32_t count, const VkEvent* handles,
              std::vector<EventDependency> dependencies) {
  WaitEventsCommand command;
  std::vector<std::shared_ptr<Object>> uses;
  for (EventDependency& dependency : dependencies)
    command.waits.push_back({{}, std::move(dependency)});
  for (std::uint32_t i = 0; i < count; ++i) {
    auto event = find<Event>(handles[i], "pEvents", buffer.device);
    if (!event) return;
    uses.push_back(event);
    command.waits[std::min<std::size_t>(i, command.waits.size() - 1)].events.push_back(event);
  }
  buffer.add(std::move(command), std::move(uses));
}

void change_event(CommandBuffer& buffer, const std::shared_ptr<Event>& event,
                  std::optional<EventDependency> dependency) {
  ChangeEventCommand command{event, nullptr};
  if (dependency) command.dependency = std::make_shared<EventDependency>(std::move(*dependency));
  buffer.add(std::move(command), {event});
}

void reset_event(VkCommandBuffer handle, VkEvent event_handle) {
  const auto buffer = find_recording(handle);
  if (!buffer) return;
  if (const auto event = find<Event>(event_handle, "event", buffer->device))
    change_event(*buffer, event, std::nullopt);
}

// Reports an asymmetric event without the feature.
void check_asymmetric(const CommandBuffer& buffer, const Event& event, VkDependencyFlags flags,
                      const char* vuid) {
  if ((flags & asymmetric) != 0 && !buffer.device->has_feature("maintenance9")) {
    complain(rules::feature_missing, event,
             "has VK_DEPENDENCY_ASYMMETRIC_EVENT_BIT_KHR, which needs the feature maintenance9",
             vuid);
  }
}

// Whether no barrier has stages of the host in the mask.
template <class BarrierType>
bool is_without_host(std::uint32_t count, const BarrierType* barriers,
                     VkPipelineStageFlags2 BarrierType::*mask) {
  return std::none_of(barriers, barriers + count, [mask](const BarrierType& barrier) {
    return (barrier.*mask & VK_PIPELINE_STAGE_2_HOST_BIT) != 0;
  });
}

bool is_source_of_device(const VkDependencyInfo& info) {
  return is_without_host(info.memoryBarrierCount, info.pMemoryBarriers,
                         &VkMemoryBarrier2::srcStageMask) &&
         is_without_host(info.bufferMemoryBarrierCount, info.pBufferMemoryBarriers,
                         &VkBufferMemoryBarrier2::srcStageMask) &&
         is_without_host(info.imageMemoryBarrierCount, info.pImageMemoryBarriers,
                         &VkImageMemoryBarrier2::srcStageMask);
}

bool is_target_of_device(const VkDependencyInfo& info) {
  return is_without_host(info.memoryBarrierCount, info.pMemoryBarriers,
                         &VkMemoryBarrier2::dstStageMask) &&
         is_without_host(info.bufferMemoryBarrierCount, info.pBufferMemoryBarriers,
                         &VkBufferMemoryBarrier2::dstStageMask) &&
         is_without_host(info.imageMemoryBarrierCount, info.pImageMemoryBarriers,
                         &VkImageMemoryBarrier2::dstStageMask);
}

// Reports what vkCmdSetEvent2 may not be called with.
void check_set_event(const CommandBuffer& buffer, const Event& event,
                     const VkDependencyInfo& info) {
  const auto check = [&event](bool is_right, const char* problem, const char* vuid) {
    if (!is_right) complain(rules::argument_invalid, event, problem, vuid);
  };
  check((info.dependencyFlags & ~asymmetric) == 0,
        "is set with dependencyFlags other than VK_DEPENDENCY_ASYMMETRIC_EVENT_BIT_KHR",
        "VUID-vkCmdSetEvent2-dependencyFlags-03825");
  check_asymmetric(buffer, event, info.dependencyFlags,
                   "VUID-vkCmdSetEvent2-dependencyFlags-03825");
  check(is_source_of_device(info), "is set with VK_PIPELINE_STAGE_2_HOST_BIT in a srcStageMask",
        "VUID-vkCmdSetEvent2-srcStageMask-09391");
  check(is_target_of_device(info), "is set with VK_PIPELINE_STAGE_2_HOST_BIT in a dstStageMask",
        "VUID-vkCmdSetEvent2-dstStageMask-09392");
  if ((info.dependencyFlags & asymmetric) == 0) return;
  check(info.bufferMemoryBarrierCount == 0 && info.imageMemoryBarrierCount == 0,
        "is asymmetric, but set with barriers of buffers or images",
        "VUID-vkCmdSetEvent2-dependencyFlags-10785");
  check(info.memoryBarrierCount == 1,
        "is asymmetric, but not set with exactly one VkMemoryBarrier2",
        "VUID-vkCmdSetEvent2-dependencyFlags-10786");
  if (info.memoryBarrierCount == 0) return;
  const VkMemoryBarrier2& barrier = info.pMemoryBarriers[0];
  check(barrier.srcAccessMask == 0 && barrier.dstStageMask == 0 && barrier.dstAccessMask == 0,
        "is asymmetric, but set with srcAccessMask, dstStageMask or dstAccessMask other than 0",
        "VUID-vkCmdSetEvent2-dependencyFlags-10787");
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

VKAPI_ATTR void VKAPI_CALL cmd_set_event(VkCommandBuffer handle, VkEvent event_handle,
                                         VkPipelineStageFlags stages) {
  const auto buffer = find_recording(handle);
  const auto event = buffer ? find<Event>(event_handle, "event", buffer->device) : nullptr;
  if (!event) return;
  BarrierBuilder builder(*buffer);
  builder.add_masks({stages, 0});
  change_event(*buffer, event, EventDependency{false, 0, builder.take()});
}

VKAPI_ATTR void VKAPI_CALL cmd_set_event2(VkCommandBuffer handle, VkEvent event_handle,
                                          const VkDependencyInfo* info) {
  const auto buffer = find_recording(handle);
  const auto event = buffer ? find<Event>(event_handle, "event", buffer->device) : nullptr;
  if (!event) return;
  check_set_event(*buffer, *event, *info);
  change_event(*buffer, event, dependency_of(*buffer, *info));
}

VKAPI_ATTR void VKAPI_CALL cmd_reset_event(VkCommandBuffer handle, VkEvent event,
                                           VkPipelineStageFlags /*stages*/) {
  reset_event(handle, event);
}

VKAPI_ATTR void VKAPI_CALL cmd_reset_event2(VkCommandBuffer handle, VkEvent event,
                                            VkPipelineStageFlags2 /*stages*/) {
  reset_event(handle, event);
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
  wait_for(*buffer, count, events, {{false, 0, builder.take()}});
}

VKAPI_ATTR void VKAPI_CALL cmd_wait_events2(VkCommandBuffer handle, std::uint32_t count,
                                            const VkEvent* events, const VkDependencyInfo* infos) {
  const auto buffer = find_recording(handle);
  if (!buffer) return;
  std::vector<EventDependency> dependencies;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (const auto event = find<Event>(events[i], "pEvents", buffer->device)) {
      check_asymmetric(*buffer, *event, infos[i].dependencyFlags,
                       "VUID-VkDependencyInfo-dependencyFlags-parameter");
    }
    dependencies.push_back(dependency_of(*buffer, infos[i]));
  }
  wait_for(*buffer, count, events, std::move(dependencies));
}

}  // namespace spirv_oracle::vulkan
