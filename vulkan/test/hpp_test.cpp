// Programs in Vulkan-Hpp: several threads, devices and queues, and each kind of object.

#include <cstring>
#include <mutex>
#include <thread>

#include "vulkan/test/hpp_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

using Stage = vk::PipelineStageFlagBits;
using Access = vk::AccessFlagBits;
class HppWorks : public HppProgram {
 protected:
  HppDevice device_{instance_.physical};
};

TEST_F(HppWorks, TwoDevicesOfOneInstance) {
  const HppDevice other(instance_.physical);
  std::array<HostBuffer, 2> buffers{device_.buffer({1, 2}), other.buffer({10, 20})};
  for (const HppDevice* device : std::array<const HppDevice*, 2>{&device_, &other}) {
    const HppPipeline pipeline = device->pipeline(adder);
    device->write(pipeline, 0, buffers[device == &other ? 1 : 0]);
    device->run([&](vk::CommandBuffer commands) {
      push(commands, pipeline, device == &other ? 5 : 7);
      dispatch(commands, pipeline, 2);
    });
  }
  EXPECT_EQ(words_of(buffers[0]), (Words{8, 9}));
  EXPECT_EQ(words_of(buffers[1]), (Words{15, 25}));
}

TEST_F(HppWorks, TwoInstancesAtATime) {
  std::array<std::thread, 2> threads;
  for (std::thread& thread : threads) {
    thread = std::thread([] {
      const HppInstance instance;
      const HppDevice device(instance.physical);
      const HostBuffer buffer = device.buffer({0});
      device.run([&](vk::CommandBuffer commands) { commands.fillBuffer(*buffer.buffer, 0, 4, 3); });
      EXPECT_EQ(words_of(buffer), Words{3});
      EXPECT_EQ(instance.messages, std::vector<std::string>());
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// Each thread has a pool; one submission has all command buffers.
TEST_F(HppWorks, ThreadsRecordTheCommandBuffersOfOneSubmission) {
  constexpr std::uint32_t count = 4;
  const HppPipeline pipeline = device_.pipeline(adder);
  const HostBuffer buffer = device_.buffer({0, 0, 0});
  device_.write(pipeline, 0, buffer);
  std::vector<vk::UniqueCommandPool> pools;
  for (std::uint32_t i = 0; i < count; ++i) pools.push_back(device_.new_pool());
  std::vector<vk::UniqueCommandBuffer> recorded(count);
  std::vector<std::thread> threads;
  for (std::uint32_t i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      recorded[i] = device_.record(*pools[i], [&](vk::CommandBuffer commands) {
        for (int round = 0; round < 20; ++round) {
          push(commands, pipeline, 1u << (8 * i));
          dispatch(commands, pipeline, 3);
          barrier(commands);
        }
      });
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<vk::CommandBuffer> all;
  for (const auto& one : recorded) all.push_back(*one);
  device_.queue.submit(vk::SubmitInfo({}, {}, all));
  device_.queue.waitIdle();
  EXPECT_EQ(words_of(buffer), Words(3, 20 * 0x01010101u));
}

TEST_F(HppWorks, ThreadsRecordSecondaryCommandBuffers) {
  constexpr std::uint32_t count = 3;
  const HostBuffer buffer = device_.buffer(Words(count, 0));
  std::vector<vk::UniqueCommandPool> pools;
  for (std::uint32_t i = 0; i < count; ++i) pools.push_back(device_.new_pool());
  std::vector<vk::UniqueCommandBuffer> secondary(count);
  std::vector<std::thread> threads;
  for (std::uint32_t i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      secondary[i] = std::move(device_.device->allocateCommandBuffersUnique(
          {*pools[i], vk::CommandBufferLevel::eSecondary, 1})[0]);
      const vk::CommandBufferInheritanceInfo inheritance;
      secondary[i]->begin(vk::CommandBufferBeginInfo({}, &inheritance));
      secondary[i]->fillBuffer(*buffer.buffer, 4 * i, 4, i + 1);
      secondary[i]->end();
    });
  }
  for (std::thread& thread : threads) thread.join();
  device_.run([&](vk::CommandBuffer commands) {
    for (const auto& one : secondary) commands.executeCommands(*one);
  });
  EXPECT_EQ(words_of(buffer), (Words{1, 2, 3}));
}

vk::UniqueSemaphore create_timeline(const HppDevice& device) {
  const vk::SemaphoreTypeCreateInfo type(vk::SemaphoreType::eTimeline, 0);
  return device.device->createSemaphoreUnique({{}, &type});
}

// Submits to a queue after a value of the timeline, and signals the next one.
void submit_after(vk::Queue queue, vk::CommandBuffer commands, vk::Semaphore timeline,
                  std::uint64_t value) {
  const std::uint64_t next = value + 1;
  const vk::TimelineSemaphoreSubmitInfo values(value, next);
  const vk::PipelineStageFlags stages = Stage::eAllCommands;
  vk::SubmitInfo info(timeline, stages, commands, timeline);
  info.pNext = &values;
  queue.submit(info);
}

TEST_F(HppWorks, ATimelineOrdersAChainOverTwoQueues) {
  constexpr std::uint64_t count = 10;
  const HppPipeline pipeline = device_.pipeline(hpp_head + R"(
layout(push_constant) uniform Constants { uint digit; };
layout(std430, binding = 0) buffer Data { uint value; };
void main() { value = value * 2 + digit; }
)");
  const HostBuffer buffer = device_.buffer({0});
  device_.write(pipeline, 0, buffer);
  const vk::UniqueSemaphore timeline = create_timeline(device_);
  std::vector<vk::UniqueCommandBuffer> recorded;
  for (std::uint32_t i = 0; i < count; ++i) {
    recorded.push_back(device_.record(*device_.pool, [&](vk::CommandBuffer commands) {
      push(commands, pipeline, i % 2);
      dispatch(commands, pipeline);
    }));
  }
  for (std::uint32_t i = 0; i < count; ++i)
    submit_after(i % 2 == 0 ? device_.queue : device_.second_queue, *recorded[i], *timeline, i);
  EXPECT_EQ(device_.device->waitSemaphores({{}, *timeline, count}, UINT64_MAX),
            vk::Result::eSuccess);
  EXPECT_EQ(device_.device->getSemaphoreCounterValue(*timeline), count);
  EXPECT_EQ(words_of(buffer), Words{0b0101010101});
}

// A submission waits for values of two timelines, which two threads signal.
TEST_F(HppWorks, ThreadsSignalTheTimelinesOfASubmission) {
  const HostBuffer buffer = device_.buffer({0});
  const std::array timelines{create_timeline(device_), create_timeline(device_)};
  const std::array handles{*timelines[0], *timelines[1]};
  const std::array<std::uint64_t, 2> values{3, 4};
  const std::array<vk::PipelineStageFlags, 2> stages{Stage::eTransfer, Stage::eTransfer};
  const auto recorded = device_.record(*device_.pool, [&](vk::CommandBuffer commands) {
    commands.fillBuffer(*buffer.buffer, 0, 4, 9);
  });
  const vk::TimelineSemaphoreSubmitInfo waits(values, {});
  vk::SubmitInfo info(handles, stages, *recorded);
  info.pNext = &waits;
  const auto fence = device_.device->createFenceUnique({});
  device_.queue.submit(info, *fence);
  EXPECT_EQ(device_.device->getFenceStatus(*fence), vk::Result::eNotReady);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < handles.size(); ++i) {
    threads.emplace_back([&, i] {
      for (std::uint64_t value = 1; value <= values[i]; ++value)
        device_.device->signalSemaphore({handles[i], value});
    });
  }
  EXPECT_EQ(device_.device->waitForFences(*fence, VK_TRUE, UINT64_MAX), vk::Result::eSuccess);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(words_of(buffer), Words{9});
}

TEST_F(HppWorks, AWaitForAnyOfTwoFences) {
  const vk::UniqueSemaphore timeline = create_timeline(device_);
  const std::array fences{device_.device->createFenceUnique({}),
                          device_.device->createFenceUnique({})};
  const std::uint64_t one = 1;
  vk::TimelineSemaphoreSubmitInfo waits;
  waits.setWaitSemaphoreValues(one);
  const vk::PipelineStageFlags stages = Stage::eAllCommands;
  vk::SubmitInfo blocked;
  blocked.setWaitSemaphores(*timeline).setWaitDstStageMask(stages).setPNext(&waits);
  device_.queue.submit(blocked, *fences[0]);
  device_.second_queue.submit(vk::SubmitInfo(), *fences[1]);
  const std::array handles{*fences[0], *fences[1]};
  EXPECT_EQ(device_.device->waitForFences(handles, VK_FALSE, UINT64_MAX), vk::Result::eSuccess);
  EXPECT_EQ(device_.device->getFenceStatus(*fences[1]), vk::Result::eSuccess);
  EXPECT_EQ(device_.device->waitForFences(handles, VK_TRUE, 1000), vk::Result::eTimeout);
  device_.device->signalSemaphore({*timeline, 1});
  EXPECT_EQ(device_.device->waitForFences(handles, VK_TRUE, UINT64_MAX), vk::Result::eSuccess);
  device_.device->resetFences(handles);
  EXPECT_EQ(device_.device->getFenceStatus(*fences[0]), vk::Result::eNotReady);
}

TEST_F(HppWorks, ADispatchComputesTheWorkgroupsOfAnother) {
  const HppPipeline counts = device_.pipeline(hpp_head + R"(
layout(std430, binding = 0) buffer Counts { uint counts[3]; };
void main() { counts[0] = 3; counts[1] = counts[2] = 1; }
)");
  const HppPipeline pipeline = device_.pipeline(adder);
  const HostBuffer indirect = device_.buffer({0, 0, 0}, vk::BufferUsageFlagBits::eIndirectBuffer);
  const HostBuffer buffer = device_.buffer({1, 1, 1, 1});
  device_.write(counts, 0, indirect);
  device_.write(pipeline, 0, buffer);
  device_.run([&](vk::CommandBuffer commands) {
    dispatch(commands, counts);
    const vk::MemoryBarrier order(Access::eShaderWrite, Access::eIndirectCommandRead);
    commands.pipelineBarrier(Stage::eComputeShader, Stage::eDrawIndirect, {}, order, {}, {});
    push(commands, pipeline, 4);
    dispatch(commands, pipeline, 0);
    commands.dispatchIndirect(*indirect.buffer, 0);
  });
  EXPECT_EQ(words_of(buffer), (Words{5, 5, 5, 1}));
}

TEST_F(HppWorks, BinarySemaphoresPassAValueToAndFro) {
  const HostBuffer a = device_.buffer({1}), b = device_.buffer({0});
  const std::array semaphores{device_.device->createSemaphoreUnique({}),
                              device_.device->createSemaphoreUnique({})};
  const auto copy = [&](const HostBuffer& from, const HostBuffer& to) {
    return device_.record(*device_.pool, [&](vk::CommandBuffer commands) {
      commands.copyBuffer(*from.buffer, *to.buffer, vk::BufferCopy(0, 0, 4));
    });
  };
  const auto first = device_.record(
      *device_.pool, [&](vk::CommandBuffer commands) { commands.fillBuffer(*a.buffer, 0, 4, 8); });
  const auto there = copy(a, b), back = copy(b, a);
  const vk::PipelineStageFlags stages = Stage::eTransfer;
  device_.queue.submit(vk::SubmitInfo({}, {}, *first, *semaphores[0]));
  device_.second_queue.submit(vk::SubmitInfo(*semaphores[0], stages, *there, *semaphores[1]));
  device_.queue.submit(vk::SubmitInfo(*semaphores[1], stages, *back));
  device_.device->waitIdle();
  EXPECT_EQ(words_of(a), Words{8});
  EXPECT_EQ(words_of(b), Words{8});
}

TEST_F(HppWorks, AnEventSplitsABarrier) {
  const HostBuffer a = device_.buffer({0}), b = device_.buffer({0}), c = device_.buffer({0});
  const auto event = device_.device->createEventUnique({vk::EventCreateFlagBits::eDeviceOnly});
  const vk::MemoryBarrier2 order(
      vk::PipelineStageFlagBits2::eAllTransfer, vk::AccessFlagBits2::eTransferWrite,
      vk::PipelineStageFlagBits2::eAllTransfer, vk::AccessFlagBits2::eTransferRead);
  const vk::DependencyInfo dependency({}, order);
  device_.run([&](vk::CommandBuffer commands) {
    commands.fillBuffer(*a.buffer, 0, 4, 6);
    commands.setEvent2(*event, dependency);
    commands.fillBuffer(*c.buffer, 0, 4, 7);  // needs no order
    commands.waitEvents2(*event, dependency);
    commands.copyBuffer(*a.buffer, *b.buffer, vk::BufferCopy(0, 0, 4));
    barrier(commands);
    commands.resetEvent2(*event, vk::PipelineStageFlagBits2::eAllTransfer);
  });
  EXPECT_EQ(words_of(b), Words{6});
  EXPECT_EQ(words_of(c), Words{7});
}

TEST_F(HppWorks, ACommandBufferIsRecordedAgain) {
  const HostBuffer buffer = device_.buffer({0});
  const auto commands = std::move(device_.device->allocateCommandBuffersUnique(
      {*device_.pool, vk::CommandBufferLevel::ePrimary, 1})[0]);
  for (std::uint32_t round = 1; round <= 3; ++round) {
    if (round == 2) commands->reset();
    if (round == 3) device_.device->resetCommandPool(*device_.pool);
    commands->begin(vk::CommandBufferBeginInfo(vk::CommandBufferUsageFlagBits::eOneTimeSubmit));
    commands->fillBuffer(*buffer.buffer, 0, 4, round);
    commands->end();
    device_.queue.submit(vk::SubmitInfo({}, {}, *commands));
    device_.queue.waitIdle();
    EXPECT_EQ(words_of(buffer), Words{round});
  }
}

TEST_F(HppWorks, OneCommandBufferIsInTwoSubmissionsAtATime) {
  const HppPipeline pipeline = device_.pipeline(adder);
  const HostBuffer buffer = device_.buffer({0});
  device_.write(pipeline, 0, buffer);
  const auto commands = std::move(device_.device->allocateCommandBuffersUnique(
      {*device_.pool, vk::CommandBufferLevel::ePrimary, 1})[0]);
  commands->begin(vk::CommandBufferBeginInfo(vk::CommandBufferUsageFlagBits::eSimultaneousUse));
  barrier(*commands);
  push(*commands, pipeline, 2);
  dispatch(*commands, pipeline);
  commands->end();
  for (int i = 0; i < 5; ++i) device_.queue.submit(vk::SubmitInfo({}, {}, *commands));
  device_.queue.waitIdle();
  EXPECT_EQ(words_of(buffer), Words{10});
}

TEST_F(HppWorks, ATemplateWritesAllBindings) {
  const HppPipeline pipeline = device_.pipeline(hpp_head + R"(
layout(std430, binding = 0) buffer A { uint a; };
layout(std430, binding = 1) buffer B { uint b; };
void main() { b = a + 1; }
)",
                                                2);
  const HostBuffer a = device_.buffer({4}), b = device_.buffer({0});
  const std::array infos{vk::DescriptorBufferInfo(*a.buffer, 0, VK_WHOLE_SIZE),
                         vk::DescriptorBufferInfo(*b.buffer, 0, VK_WHOLE_SIZE)};
  const vk::DescriptorUpdateTemplateEntry entry(0, 0, 2, vk::DescriptorType::eStorageBuffer, 0,
                                                sizeof infos[0]);
  const auto update = device_.device->createDescriptorUpdateTemplateUnique(
      {{}, entry, vk::DescriptorUpdateTemplateType::eDescriptorSet, *pipeline.set_layout});
  vkUpdateDescriptorSetWithTemplate(*device_.device, pipeline.set, *update, infos.data());
  device_.run([&](vk::CommandBuffer commands) { dispatch(commands, pipeline); });
  EXPECT_EQ(words_of(b), Words{5});
}

TEST_F(HppWorks, ADescriptorIsCopiedFromAnotherSet) {
  const HppPipeline pipeline = device_.pipeline(adder);
  const HostBuffer buffer = device_.buffer({1});
  const vk::DescriptorSet other =
      device_.device->allocateDescriptorSets({*device_.descriptors, *pipeline.set_layout}).front();
  device_.write(pipeline, 0, buffer);
  device_.device->updateDescriptorSets({},
                                       vk::CopyDescriptorSet(pipeline.set, 0, 0, other, 0, 0, 1));
  device_.run([&](vk::CommandBuffer commands) {
    commands.bindPipeline(vk::PipelineBindPoint::eCompute, *pipeline.pipeline);
    commands.bindDescriptorSets(vk::PipelineBindPoint::eCompute, *pipeline.layout, 0, other, {});
    push(commands, pipeline, 5);
    commands.dispatch(1, 1, 1);
  });
  EXPECT_EQ(words_of(buffer), Words{6});
}

TEST_F(HppWorks, PipelinesOfOneShaderHaveTheirOwnConstants) {
  const std::string shader = hpp_head + R"(
layout(constant_id = 3) const uint value = 0;
layout(std430, binding = 0) buffer Data { uint data; };
void main() { data = value; }
)";
  const auto cache = device_.device->createPipelineCacheUnique({});
  const HostBuffer buffer = device_.buffer({0});
  for (const std::uint32_t value : {11u, 12u, 11u}) {
    const vk::SpecializationMapEntry entry(3, 0, sizeof value);
    const vk::SpecializationInfo info(1, &entry, sizeof value, &value);
    const HppPipeline pipeline = device_.pipeline(shader, 1, &info, *cache);
    device_.write(pipeline, 0, buffer);
    device_.run([&](vk::CommandBuffer commands) { dispatch(commands, pipeline); });
    EXPECT_EQ(words_of(buffer), Words{value});
  }
  const auto other = device_.device->createPipelineCacheUnique({});
  device_.device->mergePipelineCaches(*other, *cache);
  const std::vector<std::uint8_t> data = device_.device->getPipelineCacheData(*other);
  ASSERT_GE(data.size(), sizeof(VkPipelineCacheHeaderVersionOne));
  VkPipelineCacheHeaderVersionOne header;
  std::memcpy(&header, data.data(), sizeof header);
  EXPECT_EQ(header.deviceID, instance_.physical.getProperties().deviceID);
}

TEST_F(HppWorks, PushConstantsStayUntilTheyAreSetAgain) {
  const HppPipeline pipeline = device_.pipeline(hpp_head + R"(
layout(push_constant) uniform Constants { uint place; uint value; };
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() { data[place] = value; }
)");
  const HostBuffer buffer = device_.buffer({0, 0});
  device_.write(pipeline, 0, buffer);
  device_.run([&](vk::CommandBuffer commands) {
    commands.pushConstants<std::uint32_t>(*pipeline.layout, vk::ShaderStageFlagBits::eCompute, 4,
                                          21u);
    push(commands, pipeline, 0);
    dispatch(commands, pipeline);
    push(commands, pipeline, 1);
    dispatch(commands, pipeline);
  });
  EXPECT_EQ(words_of(buffer), (Words{21, 21}));
}

TEST_F(HppWorks, QueriesAreResetByTheHost) {
  const auto queries = device_.device->createQueryPoolUnique({{}, vk::QueryType::eTimestamp, 2});
  for (int round = 0; round < 2; ++round) {
    device_.device->resetQueryPool(*queries, 0, 2);
    device_.run([&](vk::CommandBuffer commands) {
      commands.writeTimestamp(Stage::eTopOfPipe, *queries, 0);
      commands.writeTimestamp2(vk::PipelineStageFlagBits2::eAllCommands, *queries, 1);
    });
    const auto times = device_.device->getQueryPoolResults<std::uint64_t>(
        *queries, 0, 2, 2 * sizeof(std::uint64_t), sizeof(std::uint64_t),
        vk::QueryResultFlagBits::e64 | vk::QueryResultFlagBits::eWait);
    ASSERT_EQ(times.result, vk::Result::eSuccess);
    EXPECT_LE(times.value[0], times.value[1]);
  }
}

TEST_F(HppWorks, RequirementsAreKnownBeforeAnObjectExists) {
  const vk::BufferCreateInfo buffer_info({}, 100, vk::BufferUsageFlagBits::eStorageBuffer);
  const auto buffer = device_.device->createBufferUnique(buffer_info);
  EXPECT_EQ(
      device_.device->getBufferMemoryRequirements(*buffer),
      device_.device->getBufferMemoryRequirements(vk::DeviceBufferMemoryRequirements(&buffer_info))
          .memoryRequirements);
  const vk::ImageCreateInfo image_info(
      {}, vk::ImageType::e2D, vk::Format::eR8G8B8A8Unorm, {5, 3, 1}, 2, 4,
      vk::SampleCountFlagBits::e1, vk::ImageTiling::eOptimal, vk::ImageUsageFlagBits::eTransferDst);
  const auto image = device_.device->createImageUnique(image_info);
  const auto needs = device_.device->getImageMemoryRequirements(*image);
  EXPECT_EQ(needs, device_.device
                       ->getImageMemoryRequirements(vk::DeviceImageMemoryRequirements(&image_info))
                       .memoryRequirements);
  EXPECT_GE(needs.size, 4u * 4 * (5 * 3 + 2 * 1));
}

// An image is cleared, copied, and copied to a buffer.
TEST_F(HppWorks, AnImagePassesThroughItsLayouts) {
  const std::array images{image_of(device_), image_of(device_)};
  const HostBuffer out = device_.buffer({0, 0, 0, 0});
  using Layout = vk::ImageLayout;
  device_.run([&](vk::CommandBuffer commands) {
    for (const HppImage& image : images)
      change_layout(commands, *image.image, Layout::eUndefined, Layout::eTransferDstOptimal);
    commands.clearColorImage(*images[0].image, Layout::eTransferDstOptimal,
                             vk::ClearColorValue(std::array<std::uint32_t, 4>{5, 0, 0, 0}),
                             whole_image);
    change_layout(commands, *images[0].image, Layout::eTransferDstOptimal,
                  Layout::eTransferSrcOptimal);
    const vk::ImageCopy2 copy(first_layer, {}, first_layer, {}, {2, 2, 1});
    commands.copyImage2({*images[0].image, Layout::eTransferSrcOptimal, *images[1].image,
                         Layout::eTransferDstOptimal, copy});
    change_layout(commands, *images[1].image, Layout::eTransferDstOptimal,
                  Layout::eTransferSrcOptimal);
    const vk::BufferImageCopy2 region(0, 0, 0, first_layer, {}, {2, 2, 1});
    commands.copyImageToBuffer2(
        {*images[1].image, Layout::eTransferSrcOptimal, *out.buffer, region});
  });
  EXPECT_EQ(words_of(out), Words(4, 5));
}

TEST_F(HppWorks, ABufferHasAnAddress) {
  const HppPipeline pipeline = device_.pipeline(R"(#version 450
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
layout(local_size_x = 1) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Word { uint word; };
layout(push_constant) uniform Constants { uvec2 address; };
layout(std430, binding = 0) buffer Data { uint data; };
void main() { data = Word(address).word + 1; }
)");
  const vk::MemoryAllocateFlagsInfo flags(vk::MemoryAllocateFlagBits::eDeviceAddress);
  const auto buffer = device_.device->createBufferUnique(
      {{},
       16,
       vk::BufferUsageFlagBits::eShaderDeviceAddress | vk::BufferUsageFlagBits::eTransferDst});
  vk::MemoryAllocateInfo allocate(device_.device->getBufferMemoryRequirements(*buffer).size, 0);
  allocate.pNext = &flags;
  const auto memory = device_.device->allocateMemoryUnique(allocate);
  device_.device->bindBufferMemory(*buffer, *memory, 0);
  const vk::DeviceAddress address =
      device_.device->getBufferAddress(vk::BufferDeviceAddressInfo(*buffer)) + 8;
  const HostBuffer out = device_.buffer({0});
  device_.write(pipeline, 0, out);
  device_.run([&](vk::CommandBuffer commands) {
    commands.updateBuffer<std::uint32_t>(*buffer, 8, 30u);
    barrier(commands);
    commands.pushConstants<vk::DeviceAddress>(*pipeline.layout, vk::ShaderStageFlagBits::eCompute,
                                              0, address);
    dispatch(commands, pipeline);
  });
  EXPECT_EQ(words_of(out), Words{31});
}

TEST_F(HppWorks, ThreadsCreateAndDestroyObjects) {
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        const HostBuffer buffer = device_.buffer({1, 2, 3});
        const auto view = device_.device->createSamplerUnique({});
        const auto fence = device_.device->createFenceUnique({});
        const auto event = device_.device->createEventUnique({});
        device_.device->setEvent(*event);
        EXPECT_EQ(device_.device->getEventStatus(*event), vk::Result::eEventSet);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// Each queue has a thread that submits to it.
TEST_F(HppWorks, ThreadsSubmitToTheirQueues) {
  const std::array queues{device_.queue, device_.second_queue};
  const std::array buffers{device_.buffer({0}), device_.buffer({0})};
  const HppPipeline pipelines[] = {device_.pipeline(adder), device_.pipeline(adder)};
  std::vector<vk::UniqueCommandPool> pools;
  for (std::size_t q = 0; q < queues.size(); ++q) {
    pools.push_back(device_.new_pool());
    device_.write(pipelines[q], 0, buffers[q]);
  }
  std::vector<std::thread> threads;
  for (std::size_t q = 0; q < queues.size(); ++q) {
    threads.emplace_back([&, q] {
      const auto fence = device_.device->createFenceUnique({});
      for (std::uint32_t i = 1; i <= 30; ++i) {
        const auto commands = device_.record(*pools[q], [&](vk::CommandBuffer recorded) {
          push(recorded, pipelines[q], i);
          dispatch(recorded, pipelines[q]);
        });
        queues[q].submit(vk::SubmitInfo({}, {}, *commands), *fence);
        EXPECT_EQ(device_.device->waitForFences(*fence, VK_TRUE, UINT64_MAX), vk::Result::eSuccess);
        device_.device->resetFences(*fence);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const HostBuffer& buffer : buffers) EXPECT_EQ(words_of(buffer), Words{465});
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
