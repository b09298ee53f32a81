// For each rule of Vulkan, a program that breaks it, and the same program with the one thing changed that makes it right.

#include <set>

#include "vulkan/findings/rules.h"
#include "vulkan/test/hpp_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

using Layout = vk::ImageLayout;

struct FindingsProgram {
  std::string rule;
  std::function<void(const HppInstance& instance, const HppDevice& device, bool breaks)> run;
};

std::ostream& operator<<(std::ostream& out, const FindingsProgram& program) {
  return out << program.rule;
}

const std::string reads_word = hpp_head + R"(
layout(std430, binding = 0) buffer Data { uint d[]; };
void main() { d[0] = d[1] + 1; }
)";

// Commands in two queues that write to one buffer.
void use_two_queues(const HppDevice& device, bool has_semaphore) {
  const HostBuffer buffer = device.buffer({0});
  const auto fill = [&](std::uint32_t value) {
    return device.record(*device.pool, [&](vk::CommandBuffer commands) {
      commands.fillBuffer(*buffer.buffer, 0, 4, value);
    });
  };
  const auto first = fill(1), second = fill(2);
  const auto semaphore = device.device->createSemaphoreUnique({});
  const vk::PipelineStageFlags stage = vk::PipelineStageFlagBits::eAllCommands;
  if (has_semaphore) {
    device.queue.submit(vk::SubmitInfo({}, {}, *first, *semaphore));
    device.second_queue.submit(vk::SubmitInfo(*semaphore, stage, *second));
  } else {
    device.queue.submit(vk::SubmitInfo({}, {}, *first));
    device.second_queue.submit(vk::SubmitInfo({}, {}, *second));
  }
  device.device->waitIdle();
}

// A fill and a copy of the same word, with a barrier for these accesses, or none.
void copy_after_fill(const HppDevice& device, std::optional<vk::AccessFlags> read_access) {
  const HostBuffer from = device.buffer({0}), to = device.buffer({0});
  device.run([&](vk::CommandBuffer commands) {
    commands.fillBuffer(*from.buffer, 0, 4, 1);
    if (read_access) {
      const vk::MemoryBarrier order(vk::AccessFlagBits::eTransferWrite, *read_access);
      commands.pipelineBarrier(vk::PipelineStageFlagBits::eTransfer,
                               vk::PipelineStageFlagBits::eTransfer, {}, order, {}, {});
    }
    commands.copyBuffer(*from.buffer, *to.buffer, vk::BufferCopy(0, 0, 4));
  });
}

// The host writes to the source of a copy before or after it waits.
void write_source(const HppDevice& device, bool waits) {
  const HostBuffer from = device.buffer({1}), to = device.buffer({0});
  const auto copy = device.record(*device.pool, [&](vk::CommandBuffer commands) {
    commands.copyBuffer(*from.buffer, *to.buffer, vk::BufferCopy(0, 0, 4));
  });
  device.queue.submit(vk::SubmitInfo({}, {}, *copy));
  if (waits) device.queue.waitIdle();
  from.words[0] = 5;
  device.queue.waitIdle();
}

void clear_in(const HppDevice& device, Layout given, Layout named, bool as_transition) {
  const HppImage image = image_of(device);
  device.run([&](vk::CommandBuffer commands) {
    change_layout(commands, *image.image, Layout::eUndefined, given);
    if (as_transition) {
      change_layout(commands, *image.image, named, Layout::eTransferDstOptimal);
    } else {
      commands.clearColorImage(*image.image, named, vk::ClearColorValue(), whole_image);
    }
  });
}

VkFence fence_on(const HppDevice& device, bool is_signaled = false) {
  return device.device->createFence(is_signaled
                                        ? vk::FenceCreateInfo(vk::FenceCreateFlagBits::eSignaled)
                                        : vk::FenceCreateInfo());
}

const std::vector<FindingsProgram> findings_programs{
    {"handle.destroyed",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       const VkFence fence = fence_on(device);
       if (breaks) vkDestroyFence(*device.device, fence, nullptr);
       vkGetFenceStatus(*device.device, fence);
       if (!breaks) vkDestroyFence(*device.device, fence, nullptr);
     }},
    {"handle.invalid",
     [](const HppInstance& instance, const HppDevice& device, bool breaks) {
       const HppDevice other(instance.physical);
       const VkFence fence = fence_on(device);
       vkGetFenceStatus(breaks ? *other.device : *device.device, fence);
       vkDestroyFence(*device.device, fence, nullptr);
     }},
    {"object.in-use",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       HostBuffer buffer = device.buffer({0});
       const auto fill = device.record(*device.pool, [&](vk::CommandBuffer commands) {
         commands.fillBuffer(*buffer.buffer, 0, 4, 1);
       });
       if (breaks) buffer.buffer.reset();
       device.queue.submit(vk::SubmitInfo({}, {}, *fill));
       device.queue.waitIdle();
     }},
    {"command-buffer.state",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       const auto commands = std::move(device.device->allocateCommandBuffersUnique(
           {*device.pool, vk::CommandBufferLevel::ePrimary, 1})[0]);
       commands->begin(vk::CommandBufferBeginInfo());
       if (!breaks) commands->end();
       const VkCommandBuffer handle = *commands;
       VkSubmitInfo info{};
       info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
       info.commandBufferCount = 1;
       info.pCommandBuffers = &handle;
       vkQueueSubmit(device.queue, 1, &info, VK_NULL_HANDLE);
       vkQueueWaitIdle(device.queue);
     }},
    {"queue.no-graphics",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       device.run([&](vk::CommandBuffer commands) {
         if (breaks) commands.drawIndexed(3, 1, 0, 0, 0);
       });
     }},
    {"feature.missing",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       VkSamplerCreateInfo info = vk::SamplerCreateInfo();
       info.anisotropyEnable = breaks ? VK_TRUE : VK_FALSE;
       info.maxAnisotropy = 1;
       VkSampler sampler = VK_NULL_HANDLE;
       vkCreateSampler(*device.device, &info, nullptr, &sampler);
       if (!breaks) vkDestroySampler(*device.device, sampler, nullptr);
     }},
    {"shader.invalid",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       Words words = compile_for_test(reads_word);
       if (breaks) words[3] = 1;  // the bound of ids
       const auto module = device.device->createShaderModuleUnique({{}, words});
       const HppPipeline any = device.pipeline(reads_word);
       const VkComputePipelineCreateInfo info = vk::ComputePipelineCreateInfo(
           {}, {{}, vk::ShaderStageFlagBits::eCompute, *module, "main"}, *any.layout);
       VkPipeline pipeline = VK_NULL_HANDLE;
       vkCreateComputePipelines(*device.device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline);
       vkDestroyPipeline(*device.device, pipeline, nullptr);
     }},
    {"argument.invalid",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       const HostBuffer buffer = device.buffer({0, 0});
       device.run([&](vk::CommandBuffer commands) {
         commands.fillBuffer(*buffer.buffer, breaks ? 2 : 4, 4, 1);
       });
     }},
    {"memory.not-bound",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       const auto buffer =
           device.device->createBufferUnique({{}, 4, vk::BufferUsageFlagBits::eTransferDst});
       const auto memory = device.device->allocateMemoryUnique({16, 0});
       if (!breaks) device.device->bindBufferMemory(*buffer, *memory, 0);
       device.run([&](vk::CommandBuffer commands) { commands.fillBuffer(*buffer, 0, 4, 1); });
     }},
    {"range.outside",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       const HostBuffer from = device.buffer({1, 2}), to = device.buffer({0, 0});
       device.run([&](vk::CommandBuffer commands) {
         commands.copyBuffer(*from.buffer, *to.buffer, vk::BufferCopy(0, breaks ? 8 : 4, 4));
       });
     }},
    {"descriptor-set.not-bound",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       HppPipeline pipeline = device.pipeline(reads_word);
       const HostBuffer buffer = device.buffer({1, 2});
       device.write(pipeline, 0, buffer);
       if (breaks) pipeline.set = vk::DescriptorSet();
       device.run([&](vk::CommandBuffer commands) { dispatch(commands, pipeline); });
     }},
    {"descriptor-set.incompatible",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       const HppPipeline pipeline = device.pipeline(reads_word);
       const HppPipeline other = device.pipeline(reads_word, breaks ? 2 : 1);
       const HostBuffer buffer = device.buffer({1, 2});
       device.write(other, 0, buffer);
       device.run([&](vk::CommandBuffer commands) {
         commands.bindPipeline(vk::PipelineBindPoint::eCompute, *pipeline.pipeline);
         commands.bindDescriptorSets(vk::PipelineBindPoint::eCompute, *other.layout, 0, other.set,
                                     {});
         commands.dispatch(1, 1, 1);
       });
     }},
    {"descriptor-set.changed",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       const HppPipeline pipeline = device.pipeline(reads_word);
       const HostBuffer buffer = device.buffer({1, 2});
       device.write(pipeline, 0, buffer);
       const auto commands = device.record(
           *device.pool, [&](vk::CommandBuffer recorded) { dispatch(recorded, pipeline); });
       if (breaks) device.write(pipeline, 0, buffer);
       device.queue.submit(vk::SubmitInfo({}, {}, *commands));
       device.queue.waitIdle();
     }},
    {"descriptor.not-written",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       const HppPipeline pipeline = device.pipeline(reads_word);
       const HostBuffer buffer = device.buffer({1, 2});
       if (!breaks) device.write(pipeline, 0, buffer);
       device.run([&](vk::CommandBuffer commands) { dispatch(commands, pipeline); });
     }},
    {"descriptor.wrong-type",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       const auto type =
           breaks ? vk::DescriptorType::eUniformBuffer : vk::DescriptorType::eStorageBuffer;
       HppSetup setup;
       setup.bindings = bindings_of({type});
       const HppPipeline pipeline = device.pipeline(reads_word, setup);
       const HostBuffer buffer = device.buffer({1, 2}, vk::BufferUsageFlagBits::eUniformBuffer);
       device.write(pipeline, 0, type, buffer);
       device.run([&](vk::CommandBuffer commands) { dispatch(commands, pipeline); });
     }},
    {"synchronization.state",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       const VkFence fence = fence_on(device, breaks);
       vkQueueSubmit(device.queue, 0, nullptr, fence);
       vkQueueWaitIdle(device.queue);
       vkDestroyFence(*device.device, fence, nullptr);
     }},
    {"synchronization.missing-barrier",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       copy_after_fill(device,
                       breaks ? std::nullopt
                              : std::optional<vk::AccessFlags>(vk::AccessFlagBits::eTransferRead));
     }},
    {"synchronization.narrow-barrier",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       copy_after_fill(
           device, breaks ? vk::AccessFlagBits::eTransferWrite : vk::AccessFlagBits::eTransferRead);
     }},
    {"synchronization.missing-semaphore", [](const HppInstance&, const HppDevice& device,
                                             bool breaks) { use_two_queues(device, !breaks); }},
    {"synchronization.host-write", [](const HppInstance&, const HppDevice& device,
                                      bool breaks) { write_source(device, !breaks); }},
    {"synchronization.event-dependency",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       const auto event = device.device->createEventUnique({});
       device.run([&](vk::CommandBuffer commands) {
         using Stage = vk::PipelineStageFlagBits;
         commands.setEvent(*event, Stage::eTransfer);
         commands.waitEvents(*event, breaks ? Stage::eComputeShader : Stage::eTransfer,
                             Stage::eTransfer, {}, {}, {});
       });
     }},
    {"image.layout",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       clear_in(device, Layout::eGeneral, breaks ? Layout::eTransferDstOptimal : Layout::eGeneral,
                false);
     }},
    {"image.layout-transition",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       clear_in(device, Layout::eGeneral, breaks ? Layout::eTransferSrcOptimal : Layout::eGeneral,
                true);
     }},
    {"query.not-reset",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       const auto queries =
           device.device->createQueryPoolUnique({{}, vk::QueryType::eTimestamp, 1});
       device.run([&](vk::CommandBuffer commands) {
         if (!breaks) commands.resetQueryPool(*queries, 0, 1);
         commands.writeTimestamp(vk::PipelineStageFlagBits::eTopOfPipe, *queries, 0);
       });
     }},
    {"vkCmdDispatchIndirect.undefined-count",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       const HppPipeline pipeline = device.pipeline(reads_word);
       const HostBuffer buffer = device.buffer({1, 2});
       device.write(pipeline, 0, buffer);
       const auto counts = device.device->createBufferUnique(
           {{},
            12,
            vk::BufferUsageFlagBits::eIndirectBuffer | vk::BufferUsageFlagBits::eTransferDst});
       const auto memory = device.device->allocateMemoryUnique({16, 0});
       device.device->bindBufferMemory(*counts, *memory, 0);
       device.run([&](vk::CommandBuffer commands) {
         commands.fillBuffer(*counts, 0, breaks ? 8 : 12, 1);
         barrier(commands);
         dispatch(commands, pipeline, 0);
         commands.dispatchIndirect(*counts, 0);
       });
     }},
    {"output.undefined",
     [](const HppInstance&, const HppDevice& device, bool breaks) {
       const auto from = device.device->createBufferUnique(
           {{},
            4,
            vk::BufferUsageFlagBits::eTransferSrc | vk::BufferUsageFlagBits::eStorageBuffer});
       const auto memory = device.device->allocateMemoryUnique({16, 0});
       device.device->bindBufferMemory(*from, *memory, 0);
       const HppPipeline pipeline =
           device.pipeline(hpp_head +
                           "layout(std430, binding = 0) buffer Data { uint d; };\n"
                           "void main() { uint x; " +
                           (breaks ? "" : "x = 3;") + " d = x; }\n");
       const vk::DescriptorBufferInfo info(*from, 0, VK_WHOLE_SIZE);
       device.device->updateDescriptorSets(
           vk::WriteDescriptorSet(pipeline.set, 0, 0, vk::DescriptorType::eStorageBuffer, {}, info),
           {});
       const HostBuffer to = device.buffer({0});
       device.run([&](vk::CommandBuffer commands) {
         dispatch(commands, pipeline);
         barrier(commands);
         commands.copyBuffer(*from, *to.buffer, vk::BufferCopy(0, 0, 4));
       });
     }},
};

class HppFindings : public testing::TestWithParam<FindingsProgram> {};

TEST_P(HppFindings, TheBrokenProgramOnly) {
  for (const bool breaks : {true, false}) {
    HppInstance instance;
    {
      const HppDevice device(instance.physical);
      GetParam().run(instance, device, breaks);
    }
    const bool found = std::ranges::any_of(instance.messages, [&](const std::string& message) {
      return message.find("[" + GetParam().rule + "]") != std::string::npos;
    });
    EXPECT_EQ(found, breaks);
    if (!breaks) {
      EXPECT_EQ(instance.messages, std::vector<std::string>());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, HppFindings, testing::ValuesIn(findings_programs),
                         [](const auto& program) {
                           std::string name = program.param.rule;
                           std::erase_if(name, [](char c) { return std::isalnum(c) == 0; });
                           return name;
                         });

TEST(HppFindingsTable, HasEachRule) {
  // The check for reads of the host is an option: host_test.cpp.
  std::set<std::string> rules{"synchronization.host-read", "synchronization.host-visibility"};
  for (const FindingsProgram& program : findings_programs) rules.insert(program.rule);
  for (const auto& [rule, source] : rules::all) EXPECT_TRUE(rules.contains(std::string(rule->id)));
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
