// Barriers that are too narrow, and submissions and queues that nothing orders. Each program that breaks a rule has a twin that
// narrowly does not.

#include "vulkan/test/program_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

struct Scope {
  VkPipelineStageFlags from = VK_PIPELINE_STAGE_TRANSFER_BIT;
  VkPipelineStageFlags to = VK_PIPELINE_STAGE_TRANSFER_BIT;
  VkAccessFlags written = VK_ACCESS_TRANSFER_WRITE_BIT;
  VkAccessFlags used = VK_ACCESS_TRANSFER_READ_BIT;
};

void barrier(VkCommandBuffer commands, const Scope& scope) {
  VkMemoryBarrier memory{};
  memory.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  memory.srcAccessMask = scope.written;
  memory.dstAccessMask = scope.used;
  vkCmdPipelineBarrier(commands, scope.from, scope.to, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

void fill(VkCommandBuffer commands, const TestBuffer& buffer, std::uint32_t word = 5) {
  vkCmdFillBuffer(commands, buffer.buffer, 0, 4, word);
}

void copy(VkCommandBuffer commands, const TestBuffer& from, const TestBuffer& to) {
  const VkBufferCopy region{0, 0, 4};
  vkCmdCopyBuffer(commands, from.buffer, to.buffer, 1, &region);
}

constexpr VkPipelineStageFlags compute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
constexpr VkPipelineStageFlags transfer = VK_PIPELINE_STAGE_TRANSFER_BIT;

// What is said about a copy of a buffer that was filled, with this barrier between the two.
std::vector<std::string> fill_and_copy(const Scope& scope) {
  Program program;
  const TestBuffer a = program.buffer_of({0}), b = program.buffer_of({0});
  EXPECT_EQ(program.run([&](VkCommandBuffer commands) {
    fill(commands, a);
    barrier(commands, scope);
    copy(commands, a, b);
  }),
            VK_SUCCESS);
  EXPECT_EQ(b.words[0], 5u);
  EXPECT_EQ(program.findings(),
            program.messages().empty() ? Rules{} : Rules{"synchronization.narrow-barrier"});
  return program.messages();
}

TEST(BarriersFind, EachPartThatIsMissing) {
  const auto lacks = [](const Scope& scope, const std::string& what) {
    const auto messages = fill_and_copy(scope);
    ASSERT_EQ(messages.size(), 1u) << what;
    EXPECT_NE(messages[0].find(what), std::string::npos) << messages[0];
  };
  lacks({.from = compute, .written = VK_ACCESS_SHADER_WRITE_BIT}, "in srcStageMask");
  lacks({.to = compute, .used = VK_ACCESS_SHADER_READ_BIT},
        "VK_PIPELINE_STAGE_2_COPY_BIT in dstStageMask");
  lacks({.written = 0}, "VK_ACCESS_2_TRANSFER_WRITE_BIT in srcAccessMask");
  lacks({.written = VK_ACCESS_TRANSFER_READ_BIT},
        "VK_ACCESS_2_TRANSFER_WRITE_BIT in srcAccessMask");
  lacks({.used = VK_ACCESS_TRANSFER_WRITE_BIT}, "VK_ACCESS_2_TRANSFER_READ_BIT in dstAccessMask");
  lacks({.from = VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, .written = 0}, "in srcStageMask");
}

TEST(BarriersWork, TheSameWithThatPart) {
  const std::vector<std::string> nothing;
  EXPECT_EQ(fill_and_copy({}), nothing);
  EXPECT_EQ(fill_and_copy({.from = compute | transfer}), nothing);
  EXPECT_EQ(fill_and_copy({.to = compute | transfer}), nothing);
  EXPECT_EQ(fill_and_copy({.written = VK_ACCESS_MEMORY_WRITE_BIT}), nothing);
  EXPECT_EQ(fill_and_copy({.used = VK_ACCESS_MEMORY_READ_BIT}), nothing);
  EXPECT_EQ(fill_and_copy({.from = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                           .to = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT}),
            nothing);
}

// A read before a write needs no access masks.
TEST(BarriersFind, AnExecutionDependencyOrdersAReadAndAWrite) {
  for (const bool has_stage : {true, false}) {
    Program program;
    const TestBuffer a = program.buffer_of({1}), b = program.buffer_of({0});
    program.run([&](VkCommandBuffer commands) {
      copy(commands, a, b);
      vkCmdPipelineBarrier(commands, transfer, has_stage ? transfer : compute, 0, 0, nullptr, 0,
                           nullptr, 0, nullptr);
      fill(commands, a);
    });
    EXPECT_EQ(program.findings(), has_stage ? Rules{} : Rules{"synchronization.narrow-barrier"});
  }
}

// A write after a write must be available, and need not be visible.
TEST(BarriersFind, AWriteAfterAWriteThatIsNotAvailable) {
  for (const bool is_available : {true, false}) {
    Program program;
    const TestBuffer a = program.buffer_of({0});
    program.run([&](VkCommandBuffer commands) {
      fill(commands, a, 5);
      const VkAccessFlags written = is_available ? VK_ACCESS_TRANSFER_WRITE_BIT : 0;
      barrier(commands, {.written = written, .used = VK_ACCESS_TRANSFER_READ_BIT});
      fill(commands, a, 6);
    });
    EXPECT_EQ(program.findings(), is_available ? Rules{} : Rules{"synchronization.narrow-barrier"});
  }
}

// Two barriers are a chain where the second scope of one meets the first scope of the other.
TEST(BarriersFind, AChainOfTwoBarriers) {
  for (const bool meets : {true, false}) {
    Program program;
    const TestBuffer a = program.buffer_of({0}), b = program.buffer_of({0});
    program.run([&](VkCommandBuffer commands) {
      fill(commands, a);
      barrier(commands, {.to = compute, .used = VK_ACCESS_SHADER_READ_BIT});
      barrier(commands,
              {.from = meets ? compute : VkPipelineStageFlags{VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT},
               .written = 0});
      copy(commands, a, b);
    });
    EXPECT_EQ(program.findings(), meets ? Rules{} : Rules{"synchronization.narrow-barrier"});
  }
}

// A barrier for a buffer covers its range only.
TEST(BarriersFind, ABarrierForTheRangeThatIsCopied) {
  for (const VkDeviceSize begin : {0, 4}) {
    Program program;
    const TestBuffer a = program.buffer_of({0, 0}), b = program.buffer_of({0, 0});
    program.run([&](VkCommandBuffer commands) {
      vkCmdFillBuffer(commands, a.buffer, 0, 8, 5);
      VkBufferMemoryBarrier part{};
      part.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER;
      part.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
      part.dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT;
      part.srcQueueFamilyIndex = part.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
      part.buffer = a.buffer;
      part.offset = begin;
      part.size = 4;
      vkCmdPipelineBarrier(commands, transfer, transfer, 0, 0, nullptr, 1, &part, 0, nullptr);
      copy(commands, a, b);
    });
    EXPECT_EQ(program.findings(), begin == 0 ? Rules{} : Rules{"synchronization.narrow-barrier"});
  }
}

// The device has one queue family. Memory may go to users outside of it.
TEST(BarriersFind, AnOwnerThatIsNotTheQueueFamilyOfTheCommandBuffer) {
  for (const auto& [from, to] : std::vector<std::pair<std::uint32_t, std::uint32_t>>{
           {0, VK_QUEUE_FAMILY_EXTERNAL}, {VK_QUEUE_FAMILY_EXTERNAL, 0}, {2, 2}, {1, 2}}) {
    Program program;
    const TestBuffer a = program.buffer_of({0, 0});
    program.run([&, from = from, to = to](VkCommandBuffer commands) {
      VkBufferMemoryBarrier transfer_of_owner{};
      transfer_of_owner.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER;
      transfer_of_owner.srcQueueFamilyIndex = from;
      transfer_of_owner.dstQueueFamilyIndex = to;
      transfer_of_owner.buffer = a.buffer;
      transfer_of_owner.size = VK_WHOLE_SIZE;
      vkCmdPipelineBarrier(commands, transfer, transfer, 0, 0, nullptr, 1, &transfer_of_owner, 0,
                           nullptr);
    });
    EXPECT_EQ(program.findings(), from == 1 ? Rules{"argument.invalid"} : Rules{});
  }
}

const std::string reader = std::string(one_invocation) + R"(
layout(binding = 0) uniform From { uint from; };
layout(std430, binding = 1) buffer To { uint to; };
void main() { to = from; }
)";

// A uniform buffer is read with an access type of its own.
TEST(BarriersFind, ADispatchReadsAUniformBuffer) {
  for (const VkAccessFlags used : {VK_ACCESS_UNIFORM_READ_BIT, VK_ACCESS_SHADER_READ_BIT}) {
    Program program;
    const TestPipeline pipeline = program.pipeline(
        reader,
        {.bindings = {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}});
    const TestBuffer a = program.buffer_of({0}), b = program.buffer_of({0});
    program.write(pipeline, 0, a, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER);
    program.write(pipeline, 1, b);
    program.run([&](VkCommandBuffer commands) {
      fill(commands, a);
      barrier(commands, {.to = compute, .used = used});
      program.bind(commands, pipeline);
      vkCmdDispatch(commands, 1, 1, 1);
    });
    EXPECT_EQ(b.words[0], 5u);
    const bool is_right = used == VK_ACCESS_UNIFORM_READ_BIT;
    EXPECT_EQ(program.findings(), is_right ? Rules{} : Rules{"synchronization.narrow-barrier"});
    if (is_right) continue;
    EXPECT_NE(program.messages()[0].find("VK_ACCESS_2_UNIFORM_READ_BIT"), std::string::npos);
  }
}

// The transition of a layout writes, for those that its barrier names.
TEST(BarriersFind, ATransitionIsForTheStagesThatItNames) {
  for (const bool has_stage : {true, false}) {
    Program program;
    VkImageCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = VK_FORMAT_R32_UINT;
    info.extent = {1, 1, 1};
    info.mipLevels = info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_STORAGE_BIT;
    VkImage image = VK_NULL_HANDLE;
    ASSERT_EQ(vkCreateImage(program.device, &info, nullptr, &image), VK_SUCCESS);
    vkBindImageMemory(program.device, image, program.allocate(64, false), 0);
    const VkImageSubresourceRange whole{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    program.run([&](VkCommandBuffer commands) {
      VkImageMemoryBarrier transition{};
      transition.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
      transition.dstAccessMask =
          has_stage ? VK_ACCESS_TRANSFER_WRITE_BIT : VK_ACCESS_SHADER_WRITE_BIT;
      transition.newLayout = VK_IMAGE_LAYOUT_GENERAL;
      transition.srcQueueFamilyIndex = transition.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
      transition.image = image;
      transition.subresourceRange = whole;
      vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
                           has_stage ? transfer : compute, 0, 0, nullptr, 0, nullptr, 1,
                           &transition);
      const VkClearColorValue color{.uint32 = {1, 0, 0, 0}};
      vkCmdClearColorImage(commands, image, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &whole);
    });
    EXPECT_EQ(program.findings(), has_stage ? Rules{} : Rules{"synchronization.narrow-barrier"});
    vkDestroyImage(program.device, image, nullptr);
  }
}

// Two submissions to one queue.
TEST(SubmissionsFind, ABarrierInALaterSubmissionOrdersThem) {
  for (const bool has_barrier : {true, false}) {
    Program program;
    const TestBuffer a = program.buffer_of({0}), b = program.buffer_of({0});
    program.submit(program.record([&](VkCommandBuffer commands) { fill(commands, a); }));
    program.submit(program.record([&](VkCommandBuffer commands) {
      if (has_barrier) barrier(commands, {});
      copy(commands, a, b);
    }));
    program.wait();
    EXPECT_EQ(program.findings(), has_barrier ? Rules{} : Rules{"synchronization.missing-barrier"});
  }
}

TEST(SubmissionsWork, AHostThatWaitsOrdersThem) {
  Program program;
  const TestBuffer a = program.buffer_of({0}), b = program.buffer_of({0});
  const VkFenceCreateInfo info{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, nullptr, 0};
  VkFence fence = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreateFence(program.device, &info, nullptr, &fence), VK_SUCCESS);
  program.submit(program.record([&](VkCommandBuffer commands) { fill(commands, a); }), fence);
  vkWaitForFences(program.device, 1, &fence, VK_TRUE, UINT64_MAX);
  program.submit(program.record([&](VkCommandBuffer commands) { copy(commands, a, b); }));
  program.wait();
  program.run([&](VkCommandBuffer commands) { fill(commands, a); });
  vkDeviceWaitIdle(program.device);
  program.run([&](VkCommandBuffer commands) { copy(commands, b, a); });
  EXPECT_EQ(program.findings(), Rules{});
  vkDestroyFence(program.device, fence, nullptr);
}

VkResult submit_to(VkQueue queue, VkCommandBuffer commands, VkSemaphore wait, VkSemaphore signal,
                   VkPipelineStageFlags stages = VK_PIPELINE_STAGE_TRANSFER_BIT) {
  VkSubmitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  info.waitSemaphoreCount = wait != VK_NULL_HANDLE ? 1 : 0;
  info.pWaitSemaphores = &wait;
  info.pWaitDstStageMask = &stages;
  info.signalSemaphoreCount = signal != VK_NULL_HANDLE ? 1 : 0;
  info.pSignalSemaphores = &signal;
  return vkQueueSubmit(queue, 1, &info, VK_NULL_HANDLE);
}

TEST(SubmissionsFind, ASemaphoreOrdersTwoQueues) {
  for (const VkPipelineStageFlags stages : {transfer, compute}) {
    Program program;
    const TestBuffer a = program.buffer_of({0}), b = program.buffer_of({0});
    const VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, nullptr, 0};
    VkSemaphore semaphore = VK_NULL_HANDLE;
    ASSERT_EQ(vkCreateSemaphore(program.device, &info, nullptr, &semaphore), VK_SUCCESS);
    submit_to(program.queue, program.record([&](VkCommandBuffer commands) { fill(commands, a); }),
              VK_NULL_HANDLE, semaphore);
    submit_to(program.second_queue,
              program.record([&](VkCommandBuffer commands) { copy(commands, a, b); }), semaphore,
              VK_NULL_HANDLE, stages);
    vkDeviceWaitIdle(program.device);
    EXPECT_EQ(program.findings(),
              stages == transfer ? Rules{} : Rules{"synchronization.narrow-barrier"});
    vkDestroySemaphore(program.device, semaphore, nullptr);
  }
}

TEST(SubmissionsFind, TwoQueuesWithoutASemaphore) {
  for (const bool same_bytes : {true, false}) {
    Program program;
    const TestBuffer a = program.buffer_of({0, 0}), b = program.buffer_of({0});
    submit_to(program.queue, program.record([&](VkCommandBuffer commands) { fill(commands, a); }),
              VK_NULL_HANDLE, VK_NULL_HANDLE);
    submit_to(program.second_queue, program.record([&](VkCommandBuffer commands) {
      const VkBufferCopy region{same_bytes ? 0u : 4u, 0, 4};
      vkCmdCopyBuffer(commands, a.buffer, b.buffer, 1, &region);
    }),
              VK_NULL_HANDLE, VK_NULL_HANDLE);
    vkDeviceWaitIdle(program.device);
    EXPECT_EQ(program.findings(),
              same_bytes ? Rules{"synchronization.missing-semaphore"} : Rules{});
  }
}

// A barrier on one queue does not order the other.
TEST(SubmissionsFind, ABarrierInsteadOfASemaphore) {
  Program program;
  const TestBuffer a = program.buffer_of({0}), b = program.buffer_of({0});
  submit_to(program.queue, program.record([&](VkCommandBuffer commands) {
    fill(commands, a);
    barrier(commands, {});
  }),
            VK_NULL_HANDLE, VK_NULL_HANDLE);
  submit_to(program.second_queue, program.record([&](VkCommandBuffer commands) {
    barrier(commands, {});
    copy(commands, a, b);
  }),
            VK_NULL_HANDLE, VK_NULL_HANDLE);
  vkDeviceWaitIdle(program.device);
  EXPECT_EQ(program.findings(), Rules{"synchronization.missing-semaphore"});
}

// What is recorded after the event is set is not before the wait.
TEST(BarriersFind, AnEventOrdersWhatCameBeforeIt) {
  for (const bool sets_first : {false, true}) {
    Program program;
    const TestBuffer a = program.buffer_of({0}), b = program.buffer_of({0});
    const VkEventCreateInfo info{VK_STRUCTURE_TYPE_EVENT_CREATE_INFO, nullptr, 0};
    VkEvent event = VK_NULL_HANDLE;
    ASSERT_EQ(vkCreateEvent(program.device, &info, nullptr, &event), VK_SUCCESS);
    program.run([&](VkCommandBuffer commands) {
      if (!sets_first) fill(commands, a);
      vkCmdSetEvent(commands, event, transfer);
      if (sets_first) fill(commands, a);
      VkMemoryBarrier memory{};
      memory.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
      memory.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
      memory.dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT;
      vkCmdWaitEvents(commands, 1, &event, transfer, transfer, 1, &memory, 0, nullptr, 0, nullptr);
      copy(commands, a, b);
    });
    EXPECT_EQ(program.findings(), sets_first ? Rules{"synchronization.missing-barrier"} : Rules{});
    vkDestroyEvent(program.device, event, nullptr);
  }
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
