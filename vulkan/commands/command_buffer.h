// Command buffers and their pools.
#pragma once

#include "vulkan/commands/command.h"
#include "vulkan/objects/device.h"

namespace spirv_oracle::vulkan {

enum class CommandBufferState : std::uint8_t { initial, recording, executable, invalid };

struct CommandPool;

struct CommandBuffer : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_COMMAND_BUFFER;
  CommandBuffer() : Object(object_type) {}

  // Back to the initial state. A submission that still executes keeps its commands.
  void reset();
  void add(AnyCommand what, std::vector<std::shared_ptr<Object>> uses);

  CommandPool* pool = nullptr;
  bool is_secondary = false;
  CommandBufferState state = CommandBufferState::initial;
  bool is_one_time = false;           // VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT
  bool permits_simultaneous = false;  // VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT
  std::atomic<int> pending = 0;       // submissions that are not complete
  std::shared_ptr<CommandList> commands = std::make_shared<CommandList>();

  // What is bound while it records.
  std::shared_ptr<ComputePipeline> pipeline;
  std::map<std::uint32_t, BoundSet> sets;
  ShadowedBytes push_constants = ShadowedBytes::uninitialized(max_push_constants_size);
};

struct CommandPool : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_COMMAND_POOL;
  CommandPool() : Object(object_type) {}

  bool resets_buffers = false;
  std::map<std::uint64_t, std::shared_ptr<CommandBuffer>> buffers;  // by handle
};

// The command buffer, which must be recording; null after a finding.
std::shared_ptr<CommandBuffer> find_recording(VkCommandBuffer handle);

}  // namespace spirv_oracle::vulkan
