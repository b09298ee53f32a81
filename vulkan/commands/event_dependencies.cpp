#include "vulkan/commands/event_dependencies.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace spirv_oracle::vulkan {
namespace {

constexpr VkPipelineStageFlags2 host = VK_PIPELINE_STAGE_2_HOST_BIT;

bool equals(const VkImageSubresourceRange& a, const VkImageSubresourceRange& b) {
  const auto members = [](const VkImageSubresourceRange& range) {
    return std::tie(range.aspectMask, range.baseMipLevel, range.levelCount, range.baseArrayLayer,
                    range.layerCount);
  };
  return members(a) == members(b);
}

bool equals(const BarrierScope& a, const BarrierScope& b) {
  const auto members = [](const BarrierScope& scope) {
    return std::tie(scope.source_stages, scope.target_stages, scope.source_accesses,
                    scope.target_accesses, scope.buffer, scope.offset, scope.size, scope.image,
                    scope.source_family, scope.target_family, scope.from, scope.to);
  };
  return members(a) == members(b) && equals(a.range, b.range);
}

bool equals(const EventDependency& a, const EventDependency& b) {
  return a.flags == b.flags && std::ranges::equal(a.barrier.scopes, b.barrier.scopes,
                                                  [](const BarrierScope& x, const BarrierScope& y) {
                                                    return equals(x, y);
                                                  });
}

std::optional<EventMismatch> mismatch_of_stages(const EventWait& wait) {
  VkPipelineStageFlags2 set_with = 0;
  std::shared_ptr<Event> last;
  for (const auto& event : wait.events) {
    if (!event->is_set) continue;
    if (event->dependency && event->dependency->is_of_second_version) {
      return EventMismatch{event, "vkCmdSetEvent2 set it, so vkCmdWaitEvents cannot wait for it",
                           "VUID-vkCmdWaitEvents-pEvents-03847"};
    }
    set_with |= event->dependency ? event->dependency->source_stages() : host;
    last = event;
  }
  // The first scope is that of the masks.
  const VkPipelineStageFlags2 waits_with = wait.dependency.barrier.scopes.front().source_stages;
  if (!last || waits_with == set_with) return std::nullopt;
  return EventMismatch{
      last,
      fmt::format(
          "the wait has the srcStageMask {:#x}, but what set the events has the stages {:#x}",
          waits_with, set_with),
      "VUID-vkCmdWaitEvents-srcStageMask-01158"};
}

std::optional<EventMismatch> mismatch_of_dependency(const std::shared_ptr<Event>& event,
                                                    const EventDependency& wait) {
  const auto mismatch = [&event](std::string text, const char* vuid) {
    return EventMismatch{event, std::move(text), vuid};
  };
  if (!event->dependency) {
    if ((wait.source_stages() & ~host) == 0) return std::nullopt;
    return mismatch(
        "the host set it, but a barrier of the wait has other stages than the host in srcStageMask",
        "VUID-vkCmdWaitEvents2-pEvents-03839");
  }
  const EventDependency& set_with = *event->dependency;
  if (!set_with.is_of_second_version) {
    return mismatch("vkCmdSetEvent set it, so vkCmdWaitEvents2 cannot wait for it",
                    "VUID-vkCmdWaitEvents2-pEvents-03837");
  }
  if (!wait.is_asymmetric()) {
    if (equals(set_with, wait)) return std::nullopt;
    return mismatch("the dependency of the wait differs from that of vkCmdSetEvent2",
                    "VUID-vkCmdWaitEvents2-pEvents-10788");
  }
  if (!set_with.is_asymmetric()) {
    return mismatch(
        "the wait has VK_DEPENDENCY_ASYMMETRIC_EVENT_BIT_KHR, but vkCmdSetEvent2 had not",
        "VUID-vkCmdWaitEvents2-pEvents-10789");
  }
  if (set_with.source_stages() == wait.source_stages()) return std::nullopt;
  return mismatch(fmt::format("the barriers of the wait have the stages {:#x} in srcStageMask, but "
                              "vkCmdSetEvent2 had {:#x}",
                              wait.source_stages(), set_with.source_stages()),
                  "VUID-vkCmdWaitEvents2-pEvents-10790");
}

}  // namespace

std::optional<EventMismatch> find_mismatch(const EventWait& wait) {
  if (!wait.dependency.is_of_second_version) return mismatch_of_stages(wait);
  const auto& event = wait.events.front();
  if (!event->is_set) return std::nullopt;
  return mismatch_of_dependency(event, wait.dependency);
}

}  // namespace spirv_oracle::vulkan
