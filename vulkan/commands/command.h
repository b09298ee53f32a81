// Commands as data: what a command buffer records, and a queue executes.
#pragma once

#include <array>
#include <map>
#include <variant>
#include <vector>

#include "vulkan/objects/pipeline.h"
#include "vulkan/objects/queries.h"
#include "vulkan/objects/synchronization.h"

namespace spirv_oracle::vulkan {

// A descriptor set as a command buffer bound it.
struct BoundSet {
  std::shared_ptr<DescriptorSet> set;
  std::uint64_t updates = 0;  // of the set, when it was bound
  std::vector<std::uint32_t> dynamic_offsets;
};

struct DispatchCommand {
  std::shared_ptr<ComputePipeline> pipeline;
  std::map<std::uint32_t, BoundSet> sets;
  ShadowedBytes push_constants;  // those that were never set are uninitialized
  std::array<std::uint32_t, 3> base{}, groups{};
  std::shared_ptr<Buffer> indirect;  // has the groups, from `offset` on; null: they are above
  std::uint64_t offset = 0;
};

struct CopyBufferCommand {
  std::shared_ptr<Buffer> from, to;
  std::vector<VkBufferCopy> regions;
};

// A fill or an update: `bytes` are repeated.
struct FillBufferCommand {
  std::shared_ptr<Buffer> buffer;
  std::uint64_t offset = 0, size = 0;
  std::vector<std::byte> bytes;
};

struct CopyImageCommand {
  std::shared_ptr<Image> from, to;
  VkImageLayout from_layout = VK_IMAGE_LAYOUT_UNDEFINED, to_layout = VK_IMAGE_LAYOUT_UNDEFINED;
  std::vector<VkImageCopy> regions;
};

struct CopyBufferImageCommand {
  std::shared_ptr<Buffer> buffer;
  std::shared_ptr<Image> image;
  bool is_to_image = true;
  VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;
  std::vector<VkBufferImageCopy> regions;
};

struct ClearImageCommand {
  std::shared_ptr<Image> image;
  VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;
  VkClearColorValue color{};
  std::vector<VkImageSubresourceRange> ranges;
};

// A memory barrier, or the execution dependency alone. Commands execute one after the other, so it changes only what is
// ordered, except that a transition from an undefined layout discards the contents.
struct BarrierScope {
  VkPipelineStageFlags2 source_stages = 0, target_stages = 0;
  VkAccessFlags2 source_accesses = 0, target_accesses = 0;
  // The bytes that it is about; neither: all memory.
  std::shared_ptr<Buffer> buffer;
  std::uint64_t offset = 0, size = 0;  // VK_WHOLE_SIZE
  std::shared_ptr<Image> image;
  std::uint32_t source_family = 0, target_family = 0;  // of queues
  VkImageSubresourceRange range{};
  VkImageLayout from = VK_IMAGE_LAYOUT_UNDEFINED, to = VK_IMAGE_LAYOUT_UNDEFINED;  // of the image

  bool is_transition() const { return from != to; }
  bool discards() const { return from == VK_IMAGE_LAYOUT_UNDEFINED; }
};

struct BarrierCommand {
  std::vector<BarrierScope> scopes;
};

// What vkCmdSetEvent2 sets an event with, and vkCmdWaitEvents2 waits with. vkCmdSetEvent has only one scope, with source stages.
struct EventDependency {
  bool is_of_second_version = false;  // of the commands
  VkDependencyFlags flags = 0;
  BarrierCommand barrier;

  bool is_asymmetric() const { return (flags & VK_DEPENDENCY_ASYMMETRIC_EVENT_BIT_KHR) != 0; }
  VkPipelineStageFlags2 source_stages() const {
    VkPipelineStageFlags2 all = 0;
    for (const BarrierScope& scope : barrier.scopes) all |= scope.source_stages;
    return all;
  }
};

struct ChangeEventCommand {
  std::shared_ptr<Event> event;
  std::shared_ptr<const EventDependency> dependency;  // that sets it; null: it is reset
};

// The second version has a dependency for each event, the first one has one for all.
struct EventWait {
  std::vector<std::shared_ptr<Event>> events;
  EventDependency dependency;
};

struct WaitEventsCommand {
  std::vector<EventWait> waits;
};

struct ResetQueriesCommand {
  std::shared_ptr<QueryPool> pool;
  std::uint32_t first = 0, count = 0;
};

struct WriteTimestampCommand {
  std::shared_ptr<QueryPool> pool;
  std::uint32_t query = 0;
};

struct CopyQueriesCommand {
  std::shared_ptr<QueryPool> pool;
  std::uint32_t first = 0, count = 0;
  std::shared_ptr<Buffer> buffer;
  std::uint64_t offset = 0, stride = 0;
  VkQueryResultFlags flags = 0;
};

struct LabelCommand {
  enum class Kind : std::uint8_t { begin, end, insert };
  Kind kind = Kind::begin;
  std::string text;
};

struct CommandList;

struct ExecuteCommand {
  std::shared_ptr<const CommandList> commands;  // of a secondary command buffer
};

using AnyCommand =
    std::variant<DispatchCommand, CopyBufferCommand, FillBufferCommand, CopyImageCommand,
                 CopyBufferImageCommand, ClearImageCommand, BarrierCommand, ChangeEventCommand,
                 WaitEventsCommand, ResetQueriesCommand, WriteTimestampCommand, CopyQueriesCommand,
                 LabelCommand, ExecuteCommand>;

struct Command {
  const char* call;  // "vkCmdCopyBuffer"
  AnyCommand what;
  std::vector<std::shared_ptr<Object>> uses;  // objects that must exist when it executes
};

struct CommandList {
  std::vector<Command> commands;
};

}  // namespace spirv_oracle::vulkan
