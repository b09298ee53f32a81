// Objects: memory, handles, descriptors, synchronization.

#include <array>
#include <chrono>
#include <thread>

#include "vulkan/test/program_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

const std::string store_shader = std::string(one_invocation) + R"(
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() { data[0] = 42; }
)";

VkFence create_fence(const Program& program, VkFenceCreateFlags flags = 0) {
  const VkFenceCreateInfo info{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, nullptr, flags};
  VkFence fence = VK_NULL_HANDLE;
  EXPECT_EQ(vkCreateFence(program.device, &info, nullptr, &fence), VK_SUCCESS);
  return fence;
}

VkSemaphore create_semaphore(const Program& program, bool is_timeline, std::uint64_t value = 0) {
  const VkSemaphoreTypeCreateInfo type{
      VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, nullptr,
      is_timeline ? VK_SEMAPHORE_TYPE_TIMELINE : VK_SEMAPHORE_TYPE_BINARY, value};
  const VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &type, 0};
  VkSemaphore semaphore = VK_NULL_HANDLE;
  EXPECT_EQ(vkCreateSemaphore(program.device, &info, nullptr, &semaphore), VK_SUCCESS);
  return semaphore;
}

TEST(SynchronizationWorks, AFenceIsSignaledWhenTheCommandsAreComplete) {
  Program program;
  const TestBuffer data = program.buffer_of({0});
  const VkFence fence = create_fence(program);
  EXPECT_EQ(vkGetFenceStatus(program.device, fence), VK_NOT_READY);
  EXPECT_EQ(vkWaitForFences(program.device, 1, &fence, VK_TRUE, 1000), VK_TIMEOUT);
  for (std::uint32_t i = 1; i < 4; ++i) {
    const VkCommandBuffer commands =
        program.record([&](VkCommandBuffer to) { vkCmdFillBuffer(to, data.buffer, 0, 4, i); });
    ASSERT_EQ(program.submit(commands, fence), VK_SUCCESS);
    ASSERT_EQ(vkWaitForFences(program.device, 1, &fence, VK_TRUE, UINT64_MAX), VK_SUCCESS);
    EXPECT_EQ(data.words[0], i);
    EXPECT_EQ(vkResetFences(program.device, 1, &fence), VK_SUCCESS);
    EXPECT_EQ(vkGetFenceStatus(program.device, fence), VK_NOT_READY);
  }
  EXPECT_EQ(program.findings(), Rules{});
  vkDestroyFence(program.device, fence, nullptr);
}

TEST(SynchronizationFinds, ASubmissionWithASignaledFence) {
  Program program;
  const VkFence fence = create_fence(program, VK_FENCE_CREATE_SIGNALED_BIT);
  EXPECT_EQ(vkQueueSubmit(program.queue, 0, nullptr, fence), VK_SUCCESS);
  program.wait();
  EXPECT_EQ(program.findings(), Rules{"synchronization.state"});
  vkDestroyFence(program.device, fence, nullptr);
}

TEST(SynchronizationWorks, ABinarySemaphoreOrdersTwoQueues) {
  Program program;
  const TestBuffer data = program.buffer_of({0, 0});
  const VkSemaphore semaphore = create_semaphore(program, false);
  const VkBufferCopy copy{0, 4, 4};
  const VkCommandBuffer first =
      program.record([&](VkCommandBuffer to) { vkCmdFillBuffer(to, data.buffer, 0, 4, 6); });
  const VkCommandBuffer second = program.record(
      [&](VkCommandBuffer to) { vkCmdCopyBuffer(to, data.buffer, data.buffer, 1, &copy); });
  const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  VkSubmitInfo signal{};
  signal.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  signal.commandBufferCount = 1;
  signal.pCommandBuffers = &first;
  signal.signalSemaphoreCount = 1;
  signal.pSignalSemaphores = &semaphore;
  VkSubmitInfo wait{};
  wait.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  wait.waitSemaphoreCount = 1;
  wait.pWaitSemaphores = &semaphore;
  wait.pWaitDstStageMask = &stage;
  wait.commandBufferCount = 1;
  wait.pCommandBuffers = &second;
  ASSERT_EQ(vkQueueSubmit(program.queue, 1, &signal, VK_NULL_HANDLE), VK_SUCCESS);
  ASSERT_EQ(vkQueueSubmit(program.second_queue, 1, &wait, VK_NULL_HANDLE), VK_SUCCESS);
  ASSERT_EQ(vkDeviceWaitIdle(program.device), VK_SUCCESS);
  EXPECT_EQ(data.words[1], 6u);
  EXPECT_EQ(program.findings(), Rules{});
  vkDestroySemaphore(program.device, semaphore, nullptr);
}

TEST(SynchronizationWorks, TheHostSignalsATimelineThatASubmissionWaitsFor) {
  Program program;
  const TestBuffer data = program.buffer_of({0});
  const VkSemaphore semaphore = create_semaphore(program, true, 3);
  const VkCommandBuffer commands =
      program.record([&](VkCommandBuffer to) { vkCmdFillBuffer(to, data.buffer, 0, 4, 8); });
  const std::uint64_t wait_value = 5, signal_value = 9;
  VkTimelineSemaphoreSubmitInfo values{};
  values.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO;
  values.waitSemaphoreValueCount = values.signalSemaphoreValueCount = 1;
  values.pWaitSemaphoreValues = &wait_value;
  values.pSignalSemaphoreValues = &signal_value;
  const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  VkSubmitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.pNext = &values;
  info.waitSemaphoreCount = info.signalSemaphoreCount = info.commandBufferCount = 1;
  info.pWaitSemaphores = info.pSignalSemaphores = &semaphore;
  info.pWaitDstStageMask = &stage;
  info.pCommandBuffers = &commands;
  ASSERT_EQ(vkQueueSubmit(program.queue, 1, &info, VK_NULL_HANDLE), VK_SUCCESS);
  VkSemaphoreWaitInfo wait{};
  wait.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO;
  wait.semaphoreCount = 1;
  wait.pSemaphores = &semaphore;
  wait.pValues = &signal_value;
  EXPECT_EQ(vkWaitSemaphores(program.device, &wait, 1'000'000), VK_TIMEOUT);
  EXPECT_EQ(data.words[0], 0u);
  const VkSemaphoreSignalInfo signal{VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, nullptr, semaphore,
                                     5};
  ASSERT_EQ(vkSignalSemaphore(program.device, &signal), VK_SUCCESS);
  ASSERT_EQ(vkWaitSemaphores(program.device, &wait, UINT64_MAX), VK_SUCCESS);
  EXPECT_EQ(data.words[0], 8u);
  std::uint64_t value = 0;
  vkGetSemaphoreCounterValue(program.device, semaphore, &value);
  EXPECT_EQ(value, 9u);
  EXPECT_EQ(program.findings(), Rules{});
  program.wait();
  vkDestroySemaphore(program.device, semaphore, nullptr);
}

TEST(SynchronizationFinds, ATimelineThatDoesNotGrow) {
  Program program;
  const VkSemaphore semaphore = create_semaphore(program, true, 3);
  const VkSemaphoreSignalInfo signal{VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, nullptr, semaphore,
                                     3};
  vkSignalSemaphore(program.device, &signal);
  EXPECT_EQ(program.findings(), Rules{"synchronization.state"});
  vkDestroySemaphore(program.device, semaphore, nullptr);
}

TEST(SynchronizationWorks, EventsOfTheHostAndOfCommands) {
  Program program;
  const VkEventCreateInfo info{VK_STRUCTURE_TYPE_EVENT_CREATE_INFO, nullptr, 0};
  VkEvent host = VK_NULL_HANDLE, done = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreateEvent(program.device, &info, nullptr, &host), VK_SUCCESS);
  ASSERT_EQ(vkCreateEvent(program.device, &info, nullptr, &done), VK_SUCCESS);
  EXPECT_EQ(vkGetEventStatus(program.device, host), VK_EVENT_RESET);
  ASSERT_EQ(vkSetEvent(program.device, host), VK_SUCCESS);
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    vkCmdWaitEvents(commands, 1, &host, VK_PIPELINE_STAGE_HOST_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT,
                    0, nullptr, 0, nullptr, 0, nullptr);
    vkCmdSetEvent(commands, done, VK_PIPELINE_STAGE_TRANSFER_BIT);
  }),
            VK_SUCCESS);
  EXPECT_EQ(vkGetEventStatus(program.device, done), VK_EVENT_SET);
  EXPECT_EQ(program.findings(), Rules{});
  vkDestroyEvent(program.device, host, nullptr);
  vkDestroyEvent(program.device, done, nullptr);
}

TEST(HandlesFind, ADestroyedBufferInADescriptor) {
  Program program;
  const TestPipeline pipeline = program.pipeline(store_shader);
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = 16;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  TestBuffer made;
  ASSERT_EQ(vkCreateBuffer(program.device, &info, nullptr, &made.buffer), VK_SUCCESS);
  vkBindBufferMemory(program.device, made.buffer, program.allocate(16, true), 0);
  program.name(VK_OBJECT_TYPE_BUFFER, reinterpret_cast<std::uint64_t>(made.buffer), "gone");
  program.write(pipeline, 0, made);
  vkDestroyBuffer(program.device, made.buffer, nullptr);
  EXPECT_EQ(program.dispatch(pipeline), VK_SUCCESS);
  ASSERT_EQ(program.findings(), Rules{"object.in-use"});
  EXPECT_NE(program.messages()[0].find("VkBuffer 'gone', which was destroyed"), std::string::npos);
}

TEST(HandlesFind, CallsWithDestroyedAndForeignHandles) {
  Program program;
  const VkFence fence = create_fence(program);
  vkDestroyFence(program.device, fence, nullptr);
  EXPECT_EQ(vkGetFenceStatus(program.device, fence), VK_ERROR_UNKNOWN);
  EXPECT_EQ(program.findings().back(), "handle.destroyed");
  vkDestroyFence(program.device, fence, nullptr);
  EXPECT_EQ(program.findings().back(), "handle.destroyed");
  EXPECT_EQ(vkGetFenceStatus(program.device, reinterpret_cast<VkFence>(12345)), VK_ERROR_UNKNOWN);
  EXPECT_EQ(program.findings().back(), "handle.invalid");
  Program other;
  const VkFence foreign = create_fence(other);
  EXPECT_EQ(vkGetFenceStatus(program.device, foreign), VK_ERROR_UNKNOWN);
  EXPECT_EQ(program.findings().back(), "handle.invalid");
  vkDestroyFence(other.device, foreign, nullptr);
}

TEST(DescriptorsFind, ASetThatIsNotBound) {
  Program program;
  const TestPipeline pipeline = program.pipeline(store_shader);
  program.run([&](VkCommandBuffer commands) {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline);
    vkCmdDispatch(commands, 1, 1, 1);
  });
  EXPECT_EQ(program.findings(), Rules{"descriptor-set.not-bound"});
}

TEST(DescriptorsFind, ADescriptorThatWasNeverWritten) {
  Program program;
  program.dispatch(program.pipeline(store_shader));
  EXPECT_EQ(program.findings(), Rules{"descriptor.not-written"});
}

TEST(DescriptorsFind, ASetWithAnotherLayout) {
  Program program;
  const TestPipeline pipeline = program.pipeline(store_shader);
  const TestPipeline other = program.pipeline(store_shader, 2);
  program.write(other, 0, program.buffer_of({0}));
  program.run([&](VkCommandBuffer commands) {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, other.layout, 0, 1,
                            &other.set, 0, nullptr);
    vkCmdDispatch(commands, 1, 1, 1);
  });
  EXPECT_EQ(program.findings(), Rules{"descriptor-set.incompatible"});
}

TEST(DescriptorsFind, AnUpdateAfterTheSetWasBound) {
  Program program;
  const TestPipeline pipeline = program.pipeline(store_shader);
  const TestBuffer first = program.buffer_of({0}), second = program.buffer_of({0});
  program.write(pipeline, 0, first);
  const VkCommandBuffer commands = program.record([&](VkCommandBuffer to) {
    program.bind(to, pipeline);
    vkCmdDispatch(to, 1, 1, 1);
  });
  program.write(pipeline, 0, second);
  program.submit(commands);
  program.wait();
  EXPECT_EQ(program.findings(), Rules{"descriptor-set.changed"});
}

TEST(DescriptorsFind, AShaderThatDeclaresAnotherType) {
  Program program;
  const TestPipeline pipeline =
      program.pipeline(store_shader, {.bindings = {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER}});
  program.write(pipeline, 0, program.buffer_of({0}), VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER);
  program.dispatch(pipeline);
  EXPECT_EQ(program.findings(), Rules{"descriptor.wrong-type"});
}

TEST(DescriptorsWork, DynamicOffsetsMoveABuffer) {
  Program program;
  const TestPipeline pipeline =
      program.pipeline(store_shader, {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC}});
  const TestBuffer data = program.buffer_of(std::vector<std::uint32_t>(16));
  const VkDescriptorBufferInfo info{data.buffer, 0, 16};
  VkWriteDescriptorSet write{};
  write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
  write.dstSet = pipeline.set;
  write.descriptorCount = 1;
  write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
  write.pBufferInfo = &info;
  vkUpdateDescriptorSets(program.device, 1, &write, 0, nullptr);
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline);
    const std::uint32_t offset = 32;
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.layout, 0, 1,
                            &pipeline.set, 1, &offset);
    vkCmdDispatch(commands, 1, 1, 1);
  }),
            VK_SUCCESS);
  EXPECT_EQ(data.words[0], 0u);
  EXPECT_EQ(data.words[8], 42u);
  EXPECT_EQ(program.findings(), Rules{});
}

TEST(DescriptorsWork, TwoBuffersThatShareMemoryAreOneMemory) {
  Program program;
  const TestPipeline pipeline = program.pipeline(std::string(one_invocation) + R"(
layout(std430, binding = 0) buffer First { uint first[]; };
layout(std430, binding = 1) buffer Second { uint second[]; };
void main() { first[4] = 7; memoryBarrier(); second[1] = second[0] + 1; }
)",
                                                 2);
  const TestBuffer data = program.buffer_of(std::vector<std::uint32_t>(8));
  const VkDescriptorBufferInfo infos[] = {{data.buffer, 0, 32}, {data.buffer, 16, 16}};
  VkWriteDescriptorSet write{};
  write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
  write.dstSet = pipeline.set;
  write.descriptorCount = 2;
  write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  write.pBufferInfo = infos;
  vkUpdateDescriptorSets(program.device, 1, &write, 0, nullptr);
  ASSERT_EQ(program.dispatch(pipeline), VK_SUCCESS);
  EXPECT_EQ(data.words[4], 7u);
  EXPECT_EQ(data.words[5], 8u);
}

TEST(DescriptorsWork, PoolsHaveTheirLimits) {
  Program program;
  const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2};
  VkDescriptorPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  info.flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT;
  info.maxSets = 2;
  info.poolSizeCount = 1;
  info.pPoolSizes = &size;
  VkDescriptorPool pool = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreateDescriptorPool(program.device, &info, nullptr, &pool), VK_SUCCESS);
  const TestPipeline pipeline = program.pipeline(store_shader);
  VkDescriptorSetAllocateInfo allocate{};
  allocate.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  allocate.descriptorPool = pool;
  allocate.descriptorSetCount = 1;
  allocate.pSetLayouts = &pipeline.set_layout;
  std::array<VkDescriptorSet, 3> sets{};
  EXPECT_EQ(vkAllocateDescriptorSets(program.device, &allocate, &sets[0]), VK_SUCCESS);
  EXPECT_EQ(vkAllocateDescriptorSets(program.device, &allocate, &sets[1]), VK_SUCCESS);
  EXPECT_EQ(vkFreeDescriptorSets(program.device, pool, 1, sets.data()), VK_SUCCESS);
  EXPECT_EQ(vkAllocateDescriptorSets(program.device, &allocate, &sets[2]), VK_SUCCESS);
  EXPECT_EQ(vkResetDescriptorPool(program.device, pool, 0), VK_SUCCESS);
  EXPECT_EQ(vkAllocateDescriptorSets(program.device, &allocate, &sets[0]), VK_SUCCESS);
  EXPECT_EQ(program.findings(), Rules{});
  vkDestroyDescriptorPool(program.device, pool, nullptr);
}

TEST(DescriptorsWork, UpdateTemplates) {
  Program program;
  const TestPipeline pipeline = program.pipeline(store_shader);
  const TestBuffer data = program.buffer_of({0});
  const VkDescriptorUpdateTemplateEntry entry{
      0, 0, 1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 8, sizeof(VkDescriptorBufferInfo)};
  VkDescriptorUpdateTemplateCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO;
  info.descriptorUpdateEntryCount = 1;
  info.pDescriptorUpdateEntries = &entry;
  info.descriptorSetLayout = pipeline.set_layout;
  VkDescriptorUpdateTemplate made = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreateDescriptorUpdateTemplate(program.device, &info, nullptr, &made), VK_SUCCESS);
  const struct {
    std::uint64_t unused = 0;
    VkDescriptorBufferInfo buffer;
  } values{0, {data.buffer, 0, VK_WHOLE_SIZE}};
  vkUpdateDescriptorSetWithTemplate(program.device, pipeline.set, made, &values);
  ASSERT_EQ(program.dispatch(pipeline), VK_SUCCESS);
  EXPECT_EQ(data.words[0], 42u);
  EXPECT_EQ(program.findings(), Rules{});
  vkDestroyDescriptorUpdateTemplate(program.device, made, nullptr);
}

TEST(MemoryFinds, MappingMemoryOfTheDevice) {
  Program program;
  void* data = nullptr;
  EXPECT_EQ(vkMapMemory(program.device, program.allocate(64, false), 0, 64, 0, &data),
            VK_ERROR_MEMORY_MAP_FAILED);
  EXPECT_EQ(program.findings(), Rules{"argument.invalid"});
}

TEST(CommandBuffersFind, ASubmissionInTheWrongState) {
  Program program;
  const TestBuffer data = program.buffer_of({0});
  const VkCommandBuffer once =
      program.record([&](VkCommandBuffer to) { vkCmdFillBuffer(to, data.buffer, 0, 4, 1); },
                     VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT);
  EXPECT_EQ(program.submit(once), VK_SUCCESS);
  program.wait();
  EXPECT_EQ(program.findings(), Rules{});
  EXPECT_EQ(program.submit(once), VK_ERROR_UNKNOWN);
  EXPECT_EQ(program.findings(), Rules{"command-buffer.state"});
}

// Creates the pipeline of the setup again, if it need not be compiled.
VkResult create_from_cache(const Program& program, const TestPipeline& pipeline,
                           VkShaderModule module, VkPipelineCache cache) {
  VkComputePipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.flags = VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.pName = "main";
  info.stage.module = module;
  info.layout = pipeline.layout;
  VkPipeline made = VK_NULL_HANDLE;
  const VkResult result = vkCreateComputePipelines(program.device, cache, 1, &info, nullptr, &made);
  EXPECT_EQ(result == VK_SUCCESS, made != VK_NULL_HANDLE);
  vkDestroyPipeline(program.device, made, nullptr);
  return result;
}

TEST(PipelinesWork, CachesKeepProgramsOfTheSameCode) {
  Program program;
  VkPipelineCacheCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
  VkPipelineCache cache = VK_NULL_HANDLE, other = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreatePipelineCache(program.device, &info, nullptr, &cache), VK_SUCCESS);
  ASSERT_EQ(vkCreatePipelineCache(program.device, &info, nullptr, &other), VK_SUCCESS);
  const TestPipeline pipeline = program.pipeline(store_shader);
  const VkShaderModule first = program.shader(store_shader), same = program.shader(store_shader);
  EXPECT_EQ(create_from_cache(program, pipeline, first, cache), VK_PIPELINE_COMPILE_REQUIRED);
  VkComputePipelineCreateInfo create{};
  create.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  create.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  create.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  create.stage.pName = "main";
  create.stage.module = first;
  create.layout = pipeline.layout;
  VkPipeline made = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreateComputePipelines(program.device, cache, 1, &create, nullptr, &made),
            VK_SUCCESS);
  vkDestroyPipeline(program.device, made, nullptr);
  EXPECT_EQ(create_from_cache(program, pipeline, same, cache), VK_SUCCESS);
  EXPECT_EQ(create_from_cache(program, pipeline, same, other), VK_PIPELINE_COMPILE_REQUIRED);
  ASSERT_EQ(vkMergePipelineCaches(program.device, other, 1, &cache), VK_SUCCESS);
  EXPECT_EQ(create_from_cache(program, pipeline, same, other), VK_SUCCESS);
  EXPECT_EQ(program.findings(), Rules{});
  vkDestroyPipelineCache(program.device, cache, nullptr);
  vkDestroyPipelineCache(program.device, other, nullptr);
}

VkPipelineCache create_cache(const Program& program, const std::vector<std::uint8_t>& data) {
  VkPipelineCacheCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
  info.initialDataSize = data.size();
  info.pInitialData = data.data();
  VkPipelineCache cache = VK_NULL_HANDLE;
  EXPECT_EQ(vkCreatePipelineCache(program.device, &info, nullptr, &cache), VK_SUCCESS);
  return cache;
}

// The data of a cache with the program of store_shader.
std::vector<std::uint8_t> data_of_a_cache() {
  Program program;
  const VkPipelineCache cache = create_cache(program, {});
  VkComputePipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.pName = "main";
  info.stage.module = program.shader(store_shader);
  info.layout = program.pipeline(store_shader).layout;
  VkPipeline made = VK_NULL_HANDLE;
  EXPECT_EQ(vkCreateComputePipelines(program.device, cache, 1, &info, nullptr, &made), VK_SUCCESS);
  vkDestroyPipeline(program.device, made, nullptr);
  std::size_t size = 0;
  EXPECT_EQ(vkGetPipelineCacheData(program.device, cache, &size, nullptr), VK_SUCCESS);
  std::vector<std::uint8_t> data(size);
  std::size_t less = size - 1;
  EXPECT_EQ(vkGetPipelineCacheData(program.device, cache, &less, data.data()), VK_INCOMPLETE);
  EXPECT_EQ(vkGetPipelineCacheData(program.device, cache, &size, data.data()), VK_SUCCESS);
  vkDestroyPipelineCache(program.device, cache, nullptr);
  return data;
}

TEST(PipelinesWork, DataOfCachesSaysWhatTheyHad) {
  const std::vector<std::uint8_t> data = data_of_a_cache();
  std::vector<std::uint8_t> of_another_device = data;
  of_another_device[16] ^= 1;  // pipelineCacheUUID
  Program program;
  const TestPipeline pipeline = program.pipeline(store_shader);
  const VkShaderModule same = program.shader(store_shader);
  const VkShaderModule another = program.shader(std::string(one_invocation) + "void main() {}");
  const VkPipelineCache cache = create_cache(program, data),
                        foreign = create_cache(program, of_another_device);
  EXPECT_EQ(create_from_cache(program, pipeline, same, cache), VK_SUCCESS);
  EXPECT_EQ(create_from_cache(program, pipeline, another, cache), VK_PIPELINE_COMPILE_REQUIRED);
  EXPECT_EQ(create_from_cache(program, pipeline, same, foreign), VK_PIPELINE_COMPILE_REQUIRED);
  EXPECT_EQ(program.findings(), Rules{});
  vkDestroyPipelineCache(program.device, cache, nullptr);
  vkDestroyPipelineCache(program.device, foreign, nullptr);
}

TEST(PipelinesFind, AModuleThatIsNotValid) {
  Program program;
  constexpr std::uint32_t only_header[] = {0x07230203, 0x00010000, 0, 1, 0};
  VkShaderModuleCreateInfo module{};
  module.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  module.codeSize = sizeof only_header;
  module.pCode = only_header;
  VkComputePipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.pName = "main";
  ASSERT_EQ(vkCreateShaderModule(program.device, &module, nullptr, &info.stage.module), VK_SUCCESS);
  info.layout = program.pipeline(store_shader).layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  EXPECT_EQ(vkCreateComputePipelines(program.device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
            VK_ERROR_UNKNOWN);
  EXPECT_EQ(program.findings(), Rules{"shader.invalid"});
  vkDestroyShaderModule(program.device, info.stage.module, nullptr);
}

TEST(PipelinesFind, AFeatureThatIsNotEnabled) {
  VkPhysicalDeviceFeatures2 none{};
  none.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  Program program({.features = &none});
  VkComputePipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.pName = "main";
  info.stage.module = program.shader(std::string(one_invocation) +
                                     "layout(std430, binding = 0) buffer D { double d; };\n"
                                     "void main() { d = d * 2; }\n");
  const TestPipeline other = program.pipeline(store_shader);
  info.layout = other.layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  EXPECT_EQ(vkCreateComputePipelines(program.device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
            VK_ERROR_UNKNOWN);
  EXPECT_EQ(program.findings(), Rules{"feature.missing"});
}

TEST(DevicesWork, AnUnsupportedFeatureIsRefused) {
  Program program;
  const float priority = 1;
  VkDeviceQueueCreateInfo queues{};
  queues.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queues.queueCount = 1;
  queues.pQueuePriorities = &priority;
  VkPhysicalDeviceFeatures features{};
  features.geometryShader = VK_TRUE;
  VkDeviceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queues;
  info.pEnabledFeatures = &features;
  VkDevice device = nullptr;
  EXPECT_EQ(vkCreateDevice(program.physical_device, &info, nullptr, &device),
            VK_ERROR_FEATURE_NOT_PRESENT);
}

TEST(DevicesWork, SubgroupSizesAreAsRequired) {
  for (const std::uint32_t size : {1u, 8u, 128u}) {
    Program program;
    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo required{
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO, nullptr, size};
    const TestPipeline pipeline = program.pipeline(
        R"(#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 128) in;
layout(std430, binding = 0) buffer Data { uint size, count; };
void main() { if (gl_LocalInvocationIndex == 0) { size = gl_SubgroupSize; count = gl_NumSubgroups; } }
)",
        {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}, .stage_chain = &required});
    const TestBuffer data = program.buffer_of({0, 0});
    program.write(pipeline, 0, data);
    ASSERT_EQ(program.dispatch(pipeline), VK_SUCCESS);
    EXPECT_EQ(data.words[0], size);
    EXPECT_EQ(data.words[1], 128 / size);
  }
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
