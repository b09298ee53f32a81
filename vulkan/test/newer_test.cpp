// What came after Vulkan 1.0: buffer addresses, inline uniform blocks, the second versions of commands, private data.

#include <array>
#include <bit>
#include <mutex>
#include <thread>

#include "vulkan/test/program_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

struct AddressedBuffer {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  std::uint32_t* words = nullptr;
  VkDeviceAddress address = 0;
};

AddressedBuffer create_addressed(const Program& program, VkDeviceSize size) {
  AddressedBuffer made;
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = size;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
  EXPECT_EQ(vkCreateBuffer(program.device, &info, nullptr, &made.buffer), VK_SUCCESS);
  VkMemoryAllocateFlagsInfo flags{};
  flags.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO;
  flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
  VkMemoryAllocateInfo allocate{};
  allocate.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  allocate.pNext = &flags;
  allocate.allocationSize = size;
  allocate.memoryTypeIndex = 1;
  EXPECT_EQ(vkAllocateMemory(program.device, &allocate, nullptr, &made.memory), VK_SUCCESS);
  EXPECT_EQ(vkBindBufferMemory(program.device, made.buffer, made.memory, 0), VK_SUCCESS);
  void* data = nullptr;
  EXPECT_EQ(vkMapMemory(program.device, made.memory, 0, VK_WHOLE_SIZE, 0, &data), VK_SUCCESS);
  made.words = static_cast<std::uint32_t*>(data);
  VkBufferDeviceAddressInfo address{};
  address.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO;
  address.buffer = made.buffer;
  made.address = vkGetBufferDeviceAddress(program.device, &address);
  return made;
}

void destroy(const Program& program, const AddressedBuffer& buffer) {
  vkDestroyBuffer(program.device, buffer.buffer, nullptr);
  vkFreeMemory(program.device, buffer.memory, nullptr);
}

const std::string address_shader = R"(#version 450
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 1) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint words[]; };
layout(push_constant) uniform Constants { Words first, second; };
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() { second.words[1] = first.words[0] + data[1]; data[0] = 5; }
)";

TEST(AddressesWork, ShadersFollowAddressesAndShareMemoryWithDescriptors) {
  Program program;
  const TestPipeline pipeline = program.pipeline(
      address_shader, {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}, .push_constants = 16});
  const AddressedBuffer first = create_addressed(program, 64),
                        second = create_addressed(program, 64);
  EXPECT_NE(first.address, second.address);
  first.words[0] = 30;
  second.words[0] = 1;
  second.words[1] = 4;
  TestBuffer descriptor;
  descriptor.buffer = second.buffer;
  program.write(pipeline, 0, descriptor);
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    program.bind(commands, pipeline);
    const std::uint64_t addresses[] = {first.address, second.address};
    vkCmdPushConstants(commands, pipeline.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 16, addresses);
    vkCmdDispatch(commands, 1, 1, 1);
  }),
            VK_SUCCESS);
  EXPECT_EQ(second.words[1], 34u);
  EXPECT_EQ(second.words[0], 5u);
  EXPECT_EQ(program.findings(), Rules{});
  destroy(program, first);
  destroy(program, second);
}

TEST(AddressesFind, AnAccessThroughTheAddressOfFreedMemory) {
  Program program;
  const TestPipeline pipeline = program.pipeline(
      address_shader, {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}, .push_constants = 16});
  const AddressedBuffer first = create_addressed(program, 64),
                        second = create_addressed(program, 64);
  second.words[0] = second.words[1] = 4;
  TestBuffer descriptor;
  descriptor.buffer = second.buffer;
  program.write(pipeline, 0, descriptor);
  destroy(program, first);
  program.run([&](VkCommandBuffer commands) {
    program.bind(commands, pipeline);
    const std::uint64_t addresses[] = {first.address, second.address};
    vkCmdPushConstants(commands, pipeline.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 16, addresses);
    vkCmdDispatch(commands, 1, 1, 1);
  });
  EXPECT_FALSE(program.findings().empty());
  destroy(program, second);
}

const std::string block_shader = std::string(one_invocation) + R"(
layout(std140, binding = 0) uniform Block { uvec4 a; uint b; };
layout(std430, binding = 1) buffer Data { uint data[]; };
void main() { data[0] = a.y; if (b > 5) data[1] = b; }
)";

// The second binding has a buffer; the first one is a block of 32 bytes.
struct BlockProgram {
  Program program;
  VkDescriptorSetLayout layout = VK_NULL_HANDLE;
  VkDescriptorPool pool = VK_NULL_HANDLE;
  TestPipeline pipeline;

  BlockProgram() {
    const VkDescriptorSetLayoutBinding bindings[] = {
        {0, VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, 32, VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
        {1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr}};
    VkDescriptorSetLayoutCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    info.bindingCount = 2;
    info.pBindings = bindings;
    EXPECT_EQ(vkCreateDescriptorSetLayout(program.device, &info, nullptr, &layout), VK_SUCCESS);
    VkPipelineLayoutCreateInfo layout_info{};
    layout_info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    layout_info.setLayoutCount = 1;
    layout_info.pSetLayouts = &layout;
    EXPECT_EQ(vkCreatePipelineLayout(program.device, &layout_info, nullptr, &pipeline.layout),
              VK_SUCCESS);
    VkComputePipelineCreateInfo pipeline_info{};
    pipeline_info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    pipeline_info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    pipeline_info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    pipeline_info.stage.module = program.shader(block_shader);
    pipeline_info.stage.pName = "main";
    pipeline_info.layout = pipeline.layout;
    EXPECT_EQ(vkCreateComputePipelines(program.device, VK_NULL_HANDLE, 1, &pipeline_info, nullptr,
                                       &pipeline.pipeline),
              VK_SUCCESS);
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, 32},
                                          {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1}};
    const VkDescriptorPoolInlineUniformBlockCreateInfo blocks{
        VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO, nullptr, 1};
    VkDescriptorPoolCreateInfo pool_info{};
    pool_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
    pool_info.pNext = &blocks;
    pool_info.maxSets = 1;
    pool_info.poolSizeCount = 2;
    pool_info.pPoolSizes = sizes;
    EXPECT_EQ(vkCreateDescriptorPool(program.device, &pool_info, nullptr, &pool), VK_SUCCESS);
    VkDescriptorSetAllocateInfo allocate{};
    allocate.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
    allocate.descriptorPool = pool;
    allocate.descriptorSetCount = 1;
    allocate.pSetLayouts = &layout;
    EXPECT_EQ(vkAllocateDescriptorSets(program.device, &allocate, &pipeline.set), VK_SUCCESS);
  }
  ~BlockProgram() {
    vkDestroyDescriptorPool(program.device, pool, nullptr);
    vkDestroyPipeline(program.device, pipeline.pipeline, nullptr);
    vkDestroyPipelineLayout(program.device, pipeline.layout, nullptr);
    vkDestroyDescriptorSetLayout(program.device, layout, nullptr);
  }
  BlockProgram(const BlockProgram&) = delete;
  BlockProgram& operator=(const BlockProgram&) = delete;

  void write(std::uint32_t offset, const std::vector<std::uint32_t>& words) const {
    const VkWriteDescriptorSetInlineUniformBlock block{
        VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK, nullptr,
        static_cast<std::uint32_t>(words.size() * 4), words.data()};
    VkWriteDescriptorSet write{};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.pNext = &block;
    write.dstSet = pipeline.set;
    write.dstArrayElement = offset;
    write.descriptorCount = block.dataSize;
    write.descriptorType = VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
    vkUpdateDescriptorSets(program.device, 1, &write, 0, nullptr);
  }
};

TEST(InlineBlocksWork, TheirBytesReachTheShader) {
  BlockProgram block;
  const TestBuffer data = block.program.buffer_of({0, 0});
  block.program.write(block.pipeline, 1, data);
  block.write(0, {1, 2, 3, 4, 9, 0, 0, 0});
  block.write(4, {20});
  ASSERT_EQ(block.program.dispatch(block.pipeline), VK_SUCCESS);
  EXPECT_EQ(data.words[0], 20u);
  EXPECT_EQ(data.words[1], 9u);
  EXPECT_EQ(block.program.findings(), Rules{});
}

TEST(InlineBlocksFind, BytesThatWereNeverWritten) {
  BlockProgram block;
  const TestBuffer data = block.program.buffer_of({0, 0});
  block.program.write(block.pipeline, 1, data);
  block.write(0, {1, 2, 3, 4});
  ASSERT_EQ(block.program.dispatch(block.pipeline), VK_SUCCESS);
  ASSERT_FALSE(block.program.findings().empty());
  EXPECT_EQ(block.program.findings()[0], "OpBranchConditional.condition-undefined");
}

TEST(SecondVersionsWork, CopyBarrierAndSubmit) {
  Program program;
  const TestBuffer a = program.buffer_of({4, 5}), b = program.buffer_of({0, 0});
  VkBufferCopy2 region{};
  region.sType = VK_STRUCTURE_TYPE_BUFFER_COPY_2;
  region.size = 8;
  VkCopyBufferInfo2 copy{};
  copy.sType = VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2;
  copy.srcBuffer = a.buffer;
  copy.dstBuffer = b.buffer;
  copy.regionCount = 1;
  copy.pRegions = &region;
  const VkCommandBuffer commands = program.record([&](VkCommandBuffer to) {
    vkCmdFillBuffer(to, a.buffer, 0, 4, 6);
    VkMemoryBarrier2 barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2;
    barrier.srcStageMask = barrier.dstStageMask = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
    barrier.srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_2_TRANSFER_READ_BIT;
    VkDependencyInfo dependency{};
    dependency.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO;
    dependency.memoryBarrierCount = 1;
    dependency.pMemoryBarriers = &barrier;
    vkCmdPipelineBarrier2(to, &dependency);
    vkCmdCopyBuffer2(to, &copy);
  });
  VkCommandBufferSubmitInfo buffer{};
  buffer.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO;
  buffer.commandBuffer = commands;
  VkSubmitInfo2 submit{};
  submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2;
  submit.commandBufferInfoCount = 1;
  submit.pCommandBufferInfos = &buffer;
  ASSERT_EQ(vkQueueSubmit2(program.queue, 1, &submit, VK_NULL_HANDLE), VK_SUCCESS);
  ASSERT_EQ(program.wait(), VK_SUCCESS);
  EXPECT_EQ(b.words[0], 6u);
  EXPECT_EQ(b.words[1], 5u);
  EXPECT_EQ(program.findings(), Rules{});
}

TEST(ExtensionsWork, FloatAtomicsAddInBuffers) {
  VkPhysicalDeviceShaderAtomicFloatFeaturesEXT atomics{};
  atomics.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT;
  atomics.shaderBufferFloat32AtomicAdd = VK_TRUE;
  Program program({.features = &atomics, .extensions = {"VK_EXT_shader_atomic_float"}});
  const TestPipeline pipeline = program.pipeline(R"(#version 450
#extension GL_EXT_shader_atomic_float : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Data { float sum; };
void main() { atomicAdd(sum, 0.5); }
)");
  const TestBuffer data = program.buffer_of({0});
  program.write(pipeline, 0, data);
  ASSERT_EQ(program.dispatch(pipeline, 4), VK_SUCCESS);
  EXPECT_EQ(std::bit_cast<float>(data.words[0]), 16.0f);
}

TEST(PrivateDataWorks, EachObjectHasItsOwn) {
  Program program;
  const VkPrivateDataSlotCreateInfo info{VK_STRUCTURE_TYPE_PRIVATE_DATA_SLOT_CREATE_INFO, nullptr,
                                         0};
  VkPrivateDataSlot slot = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreatePrivateDataSlot(program.device, &info, nullptr, &slot), VK_SUCCESS);
  const auto object = reinterpret_cast<std::uint64_t>(program.pool);
  std::uint64_t data = 1;
  vkGetPrivateData(program.device, VK_OBJECT_TYPE_COMMAND_POOL, object, slot, &data);
  EXPECT_EQ(data, 0u);
  ASSERT_EQ(vkSetPrivateData(program.device, VK_OBJECT_TYPE_COMMAND_POOL, object, slot, 77),
            VK_SUCCESS);
  vkGetPrivateData(program.device, VK_OBJECT_TYPE_COMMAND_POOL, object, slot, &data);
  EXPECT_EQ(data, 77u);
  EXPECT_EQ(program.findings(), Rules{});
  vkDestroyPrivateDataSlot(program.device, slot, nullptr);
}

TEST(ThreadsWork, SeveralRecordAndSubmitAtATime) {
  Program program;
  constexpr std::uint32_t count = 4, rounds = 50;
  std::array<TestBuffer, count> buffers;
  for (TestBuffer& buffer : buffers) buffer = program.buffer_of({0});
  std::mutex queue_mutex;  // the host synchronizes access to a queue
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < count; ++t) {
    threads.emplace_back([&, t] {
      VkCommandPoolCreateInfo pool_info{};
      pool_info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
      VkCommandBufferAllocateInfo allocate{};
      allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
      allocate.commandBufferCount = 1;
      vkCreateCommandPool(program.device, &pool_info, nullptr, &allocate.commandPool);
      for (std::uint32_t i = 1; i <= rounds; ++i) {
        VkCommandBuffer commands = nullptr;
        vkAllocateCommandBuffers(program.device, &allocate, &commands);
        VkCommandBufferBeginInfo begin{};
        begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
        vkBeginCommandBuffer(commands, &begin);
        vkCmdFillBuffer(commands, buffers[t].buffer, 0, 4, t * 1000 + i);
        vkEndCommandBuffer(commands);
        const std::lock_guard lock(queue_mutex);
        program.submit(commands);
        program.wait();
      }
      vkDestroyCommandPool(program.device, allocate.commandPool, nullptr);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::uint32_t t = 0; t < count; ++t) EXPECT_EQ(buffers[t].words[0], t * 1000 + rounds);
  EXPECT_EQ(program.findings(), Rules{});
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
