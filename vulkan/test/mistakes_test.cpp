// Mistakes that would stop a queue, or let the driver access memory that is not there. Each has a twin that is permitted.

#include <array>

#include "vulkan/test/program_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

VkSemaphore create_semaphore(const Program& program) {
  const VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, nullptr, 0};
  VkSemaphore semaphore = VK_NULL_HANDLE;
  EXPECT_EQ(vkCreateSemaphore(program.device, &info, nullptr, &semaphore), VK_SUCCESS);
  return semaphore;
}

void submit(VkQueue queue, VkSemaphore wait, VkSemaphore signal) {
  const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  VkSubmitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.waitSemaphoreCount = wait != VK_NULL_HANDLE ? 1 : 0;
  info.pWaitSemaphores = &wait;
  info.pWaitDstStageMask = &stage;
  info.signalSemaphoreCount = signal != VK_NULL_HANDLE ? 1 : 0;
  info.pSignalSemaphores = &signal;
  EXPECT_EQ(vkQueueSubmit(queue, 1, &info, VK_NULL_HANDLE), VK_SUCCESS);
}

TEST(SynchronizationFinds, WaitsThatNothingEnds) {
  for (const bool is_signaled : {true, false}) {
    Program program;
    const VkSemaphore semaphore = create_semaphore(program);
    if (is_signaled) submit(program.second_queue, VK_NULL_HANDLE, semaphore);
    submit(program.queue, semaphore, VK_NULL_HANDLE);
    EXPECT_EQ(vkDeviceWaitIdle(program.device), VK_SUCCESS);
    EXPECT_EQ(program.findings(), is_signaled ? Rules{} : Rules{"synchronization.state"});
    vkDestroySemaphore(program.device, semaphore, nullptr);
  }
}

// The second wait is for the second signal, also if the first signal is there and the first wait has not begun.
TEST(SynchronizationWorks, SignalsAndWaitsOfASemaphoreArePaired) {
  Program program;
  const VkSemaphore semaphore = create_semaphore(program);
  const VkEventCreateInfo info{VK_STRUCTURE_TYPE_EVENT_CREATE_INFO, nullptr, 0};
  VkEvent event = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreateEvent(program.device, &info, nullptr, &event), VK_SUCCESS);
  const VkCommandBuffer blocks = program.record([&](VkCommandBuffer to) {
    vkCmdWaitEvents(to, 1, &event, VK_PIPELINE_STAGE_HOST_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0,
                    nullptr, 0, nullptr, 0, nullptr);
  });
  ASSERT_EQ(program.submit(blocks), VK_SUCCESS);
  submit(program.second_queue, VK_NULL_HANDLE, semaphore);
  submit(program.queue, semaphore, VK_NULL_HANDLE);
  submit(program.queue, VK_NULL_HANDLE, semaphore);
  submit(program.second_queue, semaphore, VK_NULL_HANDLE);
  const VkFenceCreateInfo fence_info{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, nullptr, 0};
  VkFence fence = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreateFence(program.device, &fence_info, nullptr, &fence), VK_SUCCESS);
  ASSERT_EQ(vkQueueSubmit(program.second_queue, 0, nullptr, fence), VK_SUCCESS);
  EXPECT_EQ(vkWaitForFences(program.device, 1, &fence, VK_TRUE, 20'000'000), VK_TIMEOUT);
  vkSetEvent(program.device, event);
  EXPECT_EQ(vkDeviceWaitIdle(program.device), VK_SUCCESS);
  EXPECT_EQ(program.findings(), Rules{});
  vkDestroyFence(program.device, fence, nullptr);
  vkDestroyEvent(program.device, event, nullptr);
  vkDestroySemaphore(program.device, semaphore, nullptr);
}

TEST(SynchronizationFinds, AnEventThatIsDestroyedWhileAQueueWaits) {
  for (const bool is_set : {true, false}) {
    Program program;
    const VkEventCreateInfo info{VK_STRUCTURE_TYPE_EVENT_CREATE_INFO, nullptr, 0};
    VkEvent first = VK_NULL_HANDLE, event = VK_NULL_HANDLE;
    ASSERT_EQ(vkCreateEvent(program.device, &info, nullptr, &first), VK_SUCCESS);
    ASSERT_EQ(vkCreateEvent(program.device, &info, nullptr, &event), VK_SUCCESS);
    const VkCommandBuffer commands = program.record([&](VkCommandBuffer to) {
      vkCmdSetEvent(to, first, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
      vkCmdWaitEvents(to, 1, &event, VK_PIPELINE_STAGE_HOST_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0,
                      nullptr, 0, nullptr, 0, nullptr);
    });
    ASSERT_EQ(program.submit(commands), VK_SUCCESS);
    while (vkGetEventStatus(program.device, first) != VK_EVENT_SET) {
    }
    if (is_set) {
      vkSetEvent(program.device, event);
      EXPECT_EQ(program.wait(), VK_SUCCESS);
    }
    vkDestroyEvent(program.device, event, nullptr);
    EXPECT_EQ(program.wait(), VK_SUCCESS);
    EXPECT_EQ(program.findings(), is_set ? Rules{} : Rules{"object.in-use"});
    vkDestroyEvent(program.device, first, nullptr);
  }
}

TEST(CommandBuffersFind, ASecondaryOneThatExecutesAnother) {
  Program program;
  std::array<VkCommandBuffer, 2> secondary{};
  VkCommandBufferAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  info.commandPool = program.pool;
  info.level = VK_COMMAND_BUFFER_LEVEL_SECONDARY;
  info.commandBufferCount = 2;
  ASSERT_EQ(vkAllocateCommandBuffers(program.device, &info, secondary.data()), VK_SUCCESS);
  VkCommandBufferInheritanceInfo inheritance{};
  inheritance.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO;
  VkCommandBufferBeginInfo begin{};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  begin.pInheritanceInfo = &inheritance;
  vkBeginCommandBuffer(secondary[0], &begin);
  vkEndCommandBuffer(secondary[0]);
  vkBeginCommandBuffer(secondary[1], &begin);
  EXPECT_EQ(program.run([&](VkCommandBuffer commands) {
    vkCmdExecuteCommands(commands, 1, secondary.data());
  }),
            VK_SUCCESS);
  EXPECT_EQ(program.findings(), Rules{});
  vkCmdExecuteCommands(secondary[1], 1, secondary.data());
  EXPECT_EQ(program.findings(), Rules{"command-buffer.state"});
}

TEST(BuffersFind, ASizeBeyondTheLargest) {
  constexpr VkDeviceSize largest = VkDeviceSize{1} << 32;
  for (const VkDeviceSize size : {largest, largest + 1, ~VkDeviceSize{0} - 3}) {
    Program program;
    VkBufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = size;
    info.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    VkBuffer buffer = VK_NULL_HANDLE;
    EXPECT_EQ(vkCreateBuffer(program.device, &info, nullptr, &buffer) == VK_SUCCESS,
              size == largest);
    EXPECT_EQ(program.findings(), size == largest ? Rules{} : Rules{"argument.invalid"});
    if (size == largest) vkDestroyBuffer(program.device, buffer, nullptr);
  }
}

// What creating a layout with these bindings reports.
Rules layout_of(const std::vector<VkDescriptorSetLayoutBinding>& bindings,
                VkDescriptorSetLayoutCreateFlags flags = 0) {
  Program program({.extensions = {VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME}});
  VkDescriptorSetLayoutCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  info.flags = flags;
  info.bindingCount = static_cast<std::uint32_t>(bindings.size());
  info.pBindings = bindings.data();
  VkDescriptorSetLayout layout = VK_NULL_HANDLE;
  if (vkCreateDescriptorSetLayout(program.device, &info, nullptr, &layout) == VK_SUCCESS)
    vkDestroyDescriptorSetLayout(program.device, layout, nullptr);
  return program.findings();
}

VkDescriptorSetLayoutBinding storage(std::uint32_t binding, std::uint32_t count = 1) {
  return {binding, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, count, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
}

TEST(DescriptorsFind, ABindingThatIsDeclaredTwice) {
  EXPECT_EQ(layout_of({storage(0), storage(1)}), Rules{});
  EXPECT_EQ(layout_of({storage(1), storage(1)}), Rules{"argument.invalid"});
}

TEST(DescriptorsFind, TooManyPushDescriptors) {
  constexpr auto flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
  EXPECT_EQ(layout_of({storage(0), storage(1, 255)}, flags), Rules{});
  EXPECT_EQ(layout_of({storage(0), storage(1, 256)}, flags), Rules{"argument.invalid"});
}

TEST(DescriptorsFind, AnInlineUniformBlockWithoutItsBytes) {
  for (const std::uint32_t size : {16u, 8u}) {
    Program program;
    const TestPipeline pipeline =
        program.pipeline(std::string(one_invocation) + "void main() {}\n",
                         {.bindings = {VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK}, .counts = {16}});
    const std::array<std::uint32_t, 4> data{};
    VkWriteDescriptorSetInlineUniformBlock block{};
    block.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK;
    block.dataSize = size;
    block.pData = data.data();
    VkWriteDescriptorSet write{};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.pNext = &block;
    write.dstSet = pipeline.set;
    write.descriptorCount = 16;
    write.descriptorType = VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
    vkUpdateDescriptorSets(program.device, 1, &write, 0, nullptr);
    EXPECT_EQ(program.findings(), size == 16 ? Rules{} : Rules{"argument.invalid"});
  }
}

TEST(PipelinesFind, ASubgroupSizeThatIsNotPermitted) {
  for (const std::uint32_t size : {64u, 48u, 0u, 256u}) {
    Program program;
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo required{};
    required.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
    required.requiredSubgroupSize = size;
    VkComputePipelineCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage.pNext = &required;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = program.shader(std::string(one_invocation) + "void main() {}\n");
    info.stage.pName = "main";
    info.layout = program.pipeline(std::string(one_invocation) + "void main() {}\n", 1).layout;
    VkPipeline pipeline = VK_NULL_HANDLE;
    vkCreateComputePipelines(program.device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline);
    EXPECT_EQ(program.findings(), size == 64 ? Rules{} : Rules{"argument.invalid"}) << size;
    vkDestroyPipeline(program.device, pipeline, nullptr);
  }
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
