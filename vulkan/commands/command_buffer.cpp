#include "vulkan/commands/command_buffer.h"

#include <fmt/format.h>

#include "vulkan/findings/call.h"
#include "vulkan/findings/rules.h"
#include "vulkan/generated/entry_points.h"

namespace spirv_oracle::vulkan {
namespace {

constexpr const char* state_name(CommandBufferState state) {
  switch (state) {
    case CommandBufferState::initial:
      return "the initial state";
    case CommandBufferState::recording:
      return "the recording state";
    case CommandBufferState::executable:
      return "the executable state";
    case CommandBufferState::invalid:
      break;
  }
  return "the invalid state";
}

void check_not_pending(const CommandBuffer& buffer, const char* vuid) {
  if (buffer.pending != 0)
    complain(rules::command_buffer_state, buffer, "is still executed by a queue", vuid);
}

void free_buffer(CommandPool& pool, const std::shared_ptr<CommandBuffer>& buffer) {
  remove_object(buffer->handle);
  pool.buffers.erase(buffer->handle);
}

}  // namespace

void CommandBuffer::reset() {
  state = CommandBufferState::initial;
  commands = std::make_shared<CommandList>();
  pipeline = nullptr;
  sets.clear();
  push_constants = ShadowedBytes::uninitialized(max_push_constants_size);
}

void CommandBuffer::add(AnyCommand what, std::vector<std::shared_ptr<Object>> uses) {
  commands->commands.push_back({current_call(), std::move(what), std::move(uses)});
}

std::shared_ptr<CommandBuffer> find_recording(VkCommandBuffer handle) {
  auto buffer = find<CommandBuffer>(handle, "commandBuffer");
  if (!buffer || buffer->state == CommandBufferState::recording) return buffer;
  complain(rules::command_buffer_state, *buffer,
           fmt::format("must be recording, but is in {}", state_name(buffer->state)),
           fmt::format("VUID-{}-commandBuffer-recording", current_call()));
  return nullptr;
}

VKAPI_ATTR VkResult VKAPI_CALL create_command_pool(VkDevice device_handle,
                                                   const VkCommandPoolCreateInfo* info,
                                                   const VkAllocationCallbacks* /*allocator*/,
                                                   VkCommandPool* handle) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  if (info->queueFamilyIndex != 0 || !device->has_queues) {
    Reporter::get().report(
        rules::argument_invalid,
        fmt::format("vkCreateCommandPool: queueFamilyIndex is {}, but the device {}",
                    info->queueFamilyIndex,
                    device->has_queues ? "has one family" : "was created without queues"),
        {}, "VUID-vkCreateCommandPool-queueFamilyIndex-01937");
    return VK_ERROR_UNKNOWN;
  }
  const auto pool = std::make_shared<CommandPool>();
  pool->resets_buffers = (info->flags & VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT) != 0;
  give_handle(*device, pool, handle);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_command_pool(VkDevice device_handle, VkCommandPool handle,
                                                const VkAllocationCallbacks* /*allocator*/) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return;
  const auto pool = take<CommandPool>(handle, "commandPool", device.get());
  if (!pool) return;
  for (const auto& [number, buffer] : pool->buffers) {
    check_not_pending(*buffer, "VUID-vkDestroyCommandPool-commandPool-00041");
    remove_object(number);
  }
}

VKAPI_ATTR VkResult VKAPI_CALL reset_command_pool(VkDevice device_handle, VkCommandPool handle,
                                                  VkCommandPoolResetFlags /*flags*/) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto pool = find<CommandPool>(handle, "commandPool", device.get());
  if (!pool) return VK_ERROR_UNKNOWN;
  for (const auto& [number, buffer] : pool->buffers) {
    check_not_pending(*buffer, "VUID-vkResetCommandPool-commandPool-00040");
    buffer->reset();
  }
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL trim_command_pool(VkDevice /*device*/, VkCommandPool /*pool*/,
                                             VkCommandPoolTrimFlags /*flags*/) {
  // Pools keep no unused memory.
}

VKAPI_ATTR VkResult VKAPI_CALL allocate_command_buffers(VkDevice device_handle,
                                                        const VkCommandBufferAllocateInfo* info,
                                                        VkCommandBuffer* handles) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return VK_ERROR_UNKNOWN;
  const auto pool = find<CommandPool>(info->commandPool, "commandPool", device.get());
  if (!pool) return VK_ERROR_UNKNOWN;
  for (std::uint32_t i = 0; i < info->commandBufferCount; ++i) {
    const auto buffer = std::make_shared<CommandBuffer>();
    buffer->device = device.get();
    buffer->pool = pool.get();
    buffer->is_secondary = info->level == VK_COMMAND_BUFFER_LEVEL_SECONDARY;
    add_dispatchable_object(buffer);
    pool->buffers.emplace(buffer->handle, buffer);
    handles[i] = handle_of<VkCommandBuffer>(buffer->handle);
  }
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL free_command_buffers(VkDevice device_handle, VkCommandPool pool_handle,
                                                std::uint32_t count,
                                                const VkCommandBuffer* handles) {
  const auto device = find<Device>(device_handle, "device");
  if (!device) return;
  const auto pool = find<CommandPool>(pool_handle, "commandPool", device.get());
  if (!pool) return;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (handles[i] == nullptr) continue;
    const auto buffer = find<CommandBuffer>(handles[i], "pCommandBuffers", device.get());
    if (!buffer) continue;
    check_not_pending(*buffer, "VUID-vkFreeCommandBuffers-pCommandBuffers-00047");
    if (buffer->pool == pool.get()) {
      free_buffer(*pool, buffer);
    } else {
      complain(rules::command_buffer_state, *buffer, "was allocated from another pool",
               "VUID-vkFreeCommandBuffers-pCommandBuffers-parent");
    }
  }
}

VKAPI_ATTR VkResult VKAPI_CALL begin_command_buffer(VkCommandBuffer handle,
                                                    const VkCommandBufferBeginInfo* info) {
  const auto buffer = find<CommandBuffer>(handle, "commandBuffer");
  if (!buffer) return VK_ERROR_UNKNOWN;
  check_not_pending(*buffer, "VUID-vkBeginCommandBuffer-commandBuffer-00049");
  if (buffer->state == CommandBufferState::recording)
    complain(rules::command_buffer_state, *buffer, "is recording already",
             "VUID-vkBeginCommandBuffer-commandBuffer-00049");
  if (buffer->state != CommandBufferState::initial && !buffer->pool->resets_buffers) {
    complain(rules::command_buffer_state, *buffer,
             fmt::format("is in {}, and its pool does not permit to reset it",
                         state_name(buffer->state)),
             "VUID-vkBeginCommandBuffer-commandBuffer-00050");
  }
  buffer->reset();
  buffer->state = CommandBufferState::recording;
  buffer->is_one_time = (info->flags & VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT) != 0;
  buffer->permits_simultaneous = (info->flags & VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT) != 0;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL end_command_buffer(VkCommandBuffer handle) {
  const auto buffer = find_recording(handle);
  if (!buffer) return VK_ERROR_UNKNOWN;
  buffer->state = CommandBufferState::executable;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL reset_command_buffer(VkCommandBuffer handle,
                                                    VkCommandBufferResetFlags /*flags*/) {
  const auto buffer = find<CommandBuffer>(handle, "commandBuffer");
  if (!buffer) return VK_ERROR_UNKNOWN;
  check_not_pending(*buffer, "VUID-vkResetCommandBuffer-commandBuffer-00045");
  if (!buffer->pool->resets_buffers) {
    complain(rules::command_buffer_state, *buffer,
             "belongs to a pool without VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT",
             "VUID-vkResetCommandBuffer-commandBuffer-00046");
  }
  buffer->reset();
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL cmd_execute_commands(VkCommandBuffer handle, std::uint32_t count,
                                                const VkCommandBuffer* handles) {
  const auto buffer = find_recording(handle);
  if (!buffer) return;
  if (buffer->is_secondary) {
    return (void)complain(rules::command_buffer_state, *buffer,
                          "is secondary, so it cannot execute other command buffers",
                          "VUID-vkCmdExecuteCommands-commandBuffer-09375");
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto secondary = find<CommandBuffer>(handles[i], "pCommandBuffers", buffer->device);
    if (!secondary) continue;
    if (!secondary->is_secondary || secondary->state != CommandBufferState::executable) {
      complain(rules::command_buffer_state, *secondary,
               fmt::format("must be secondary and executable, but is in {}",
                           state_name(secondary->state)),
               "VUID-vkCmdExecuteCommands-pCommandBuffers-00089");
      continue;
    }
    buffer->add(ExecuteCommand{secondary->commands}, {secondary});
  }
  // What was bound is undefined from here on.
  buffer->pipeline = nullptr;
  buffer->sets.clear();
  buffer->push_constants = ShadowedBytes::uninitialized(max_push_constants_size);
}

}  // namespace spirv_oracle::vulkan
