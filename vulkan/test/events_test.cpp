// Events, and the dependencies that what sets them and what waits for them name. Each program that breaks a rule has a twin
// that narrowly does not.

#include "vulkan/test/events_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

constexpr VkPipelineStageFlags transfer = VK_PIPELINE_STAGE_TRANSFER_BIT;
constexpr VkPipelineStageFlags compute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;

TEST(EventsFind, AWaitWithAnotherDependency) {
  const auto with = [](const VkMemoryBarrier2& waited) {
    return set_and_wait({.set = {.barriers = {written_and_read}}, .wait = {.barriers = {waited}}});
  };
  EXPECT_EQ(with(written_and_read), "");
  VkMemoryBarrier2 other = written_and_read;
  other.srcStageMask |= VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT;
  EXPECT_EQ(with(other), "VUID-vkCmdWaitEvents2-pEvents-10788");
  other = written_and_read;
  other.dstAccessMask |= VK_ACCESS_2_SHADER_READ_BIT;
  EXPECT_EQ(with(other), "VUID-vkCmdWaitEvents2-pEvents-10788");
  EXPECT_EQ(set_and_wait({.set = {.barriers = {written_and_read}},
                          .wait = {.barriers = {written_and_read, written_and_read}}}),
            "VUID-vkCmdWaitEvents2-pEvents-10788");
}

// A barrier of a buffer is another one for other bytes.
TEST(EventsFind, AWaitForOtherBytes) {
  for (const VkDeviceSize waited : {4, 8}) {
    Program program;
    const TestBuffer buffer = program.buffer_of({1, 2});
    const TestEvent event(program);
    VkBufferMemoryBarrier2 barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2;
    barrier.srcStageMask = barrier.dstStageMask = VK_PIPELINE_STAGE_2_COPY_BIT;
    barrier.buffer = buffer.buffer;
    barrier.size = 4;
    VkDependencyInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO;
    info.bufferMemoryBarrierCount = 1;
    info.pBufferMemoryBarriers = &barrier;
    program.run([&](VkCommandBuffer commands) {
      vkCmdSetEvent2(commands, event.event, &info);
      barrier.size = waited;
      vkCmdWaitEvents2(commands, 1, &event.event, &info);
    });
    EXPECT_EQ(program.findings(), waited == 4 ? Rules{} : event_dependency);
  }
}

// The first and the second version of the commands do not mix.
TEST(EventsFind, AWaitOfTheOtherVersion) {
  for (const bool sets_second : {true, false}) {
    for (const bool waits_second : {true, false}) {
      Program program;
      const TestEvent event(program);
      const Dependency dependency({.barriers = {written_and_read}});
      program.run([&](VkCommandBuffer commands) {
        if (sets_second) {
          vkCmdSetEvent2(commands, event.event, &dependency.info);
        } else {
          vkCmdSetEvent(commands, event.event, transfer);
        }
        if (waits_second) {
          vkCmdWaitEvents2(commands, 1, &event.event, &dependency.info);
        } else {
          wait_of_first_version(commands, event, transfer);
        }
      });
      if (sets_second == waits_second) {
        EXPECT_EQ(program.findings(), Rules{});
        continue;
      }
      EXPECT_EQ(vuid_of(program), sets_second ? "VUID-vkCmdWaitEvents-pEvents-03847"
                                              : "VUID-vkCmdWaitEvents2-pEvents-03837");
    }
  }
}

TEST(EventsFind, AWaitWithOtherStages) {
  for (const VkPipelineStageFlags waited : {transfer, compute, transfer | compute}) {
    Program program;
    const TestEvent event(program);
    program.run([&](VkCommandBuffer commands) {
      vkCmdSetEvent(commands, event.event, transfer);
      wait_of_first_version(commands, event, waited);
    });
    EXPECT_EQ(vuid_of(program),
              waited == transfer ? "" : "VUID-vkCmdWaitEvents-srcStageMask-01158");
  }
}

// The stages of a wait are those of all its events.
TEST(EventsFind, AWaitForAnEventOfTheHostAndOneOfACommand) {
  constexpr VkPipelineStageFlags both = transfer | VK_PIPELINE_STAGE_HOST_BIT;
  for (const VkPipelineStageFlags waited :
       {both, VkPipelineStageFlags{VK_PIPELINE_STAGE_HOST_BIT}}) {
    Program program;
    const TestEvent of_host(program), of_command(program);
    vkSetEvent(program.device, of_host.event);
    program.run([&](VkCommandBuffer commands) {
      vkCmdSetEvent(commands, of_command.event, transfer);
      const VkEvent events[] = {of_host.event, of_command.event};
      vkCmdWaitEvents(commands, 2, events, waited, transfer, 0, nullptr, 0, nullptr, 0, nullptr);
    });
    EXPECT_EQ(program.findings(), waited == both ? Rules{} : event_dependency);
  }
}

TEST(EventsFind, AWaitForTheHostWithStagesOfTheDevice) {
  for (const VkPipelineStageFlags2 stages :
       {VK_PIPELINE_STAGE_2_HOST_BIT,
        VK_PIPELINE_STAGE_2_HOST_BIT | VK_PIPELINE_STAGE_2_COPY_BIT}) {
    Program program;
    const TestEvent event(program);
    vkSetEvent(program.device, event.event);
    VkMemoryBarrier2 barrier = written_and_read;
    barrier.srcStageMask = stages;
    barrier.srcAccessMask = VK_ACCESS_2_HOST_WRITE_BIT;
    const Dependency dependency({.barriers = {barrier}});
    program.run([&](VkCommandBuffer commands) {
      vkCmdWaitEvents2(commands, 1, &event.event, &dependency.info);
    });
    EXPECT_EQ(vuid_of(program),
              stages == VK_PIPELINE_STAGE_2_HOST_BIT ? "" : "VUID-vkCmdWaitEvents2-pEvents-03839");
  }
}

TEST(EventsFind, ASetWithStagesOfTheHost) {
  VkMemoryBarrier2 barrier = written_and_read;
  barrier.srcStageMask |= VK_PIPELINE_STAGE_2_HOST_BIT;
  EXPECT_EQ(set_and_wait({.set = {.barriers = {barrier}}, .wait = {.barriers = {barrier}}}),
            "VUID-vkCmdSetEvent2-srcStageMask-09391");
  barrier = written_and_read;
  barrier.dstStageMask |= VK_PIPELINE_STAGE_2_HOST_BIT;
  EXPECT_EQ(set_and_wait({.set = {.barriers = {barrier}}, .wait = {.barriers = {barrier}}}),
            "VUID-vkCmdSetEvent2-dstStageMask-09392");
  EXPECT_EQ(set_and_wait({.set = {.flags = VK_DEPENDENCY_BY_REGION_BIT},
                          .wait = {.flags = VK_DEPENDENCY_BY_REGION_BIT}}),
            "VUID-vkCmdSetEvent2-dependencyFlags-03825");
}

// Setting an event that is set orders nothing more.
TEST(EventsFind, AnEventThatIsSetTwice) {
  for (const bool resets : {true, false}) {
    Program program;
    const TestBuffer a = program.buffer_of({0}), b = program.buffer_of({0});
    const TestEvent event(program);
    program.run([&](VkCommandBuffer commands) {
      vkCmdSetEvent(commands, event.event, transfer);
      if (resets) vkCmdResetEvent(commands, event.event, transfer);
      vkCmdFillBuffer(commands, a.buffer, 0, 4, 5);
      vkCmdSetEvent(commands, event.event, transfer);
      wait_of_first_version(commands, event, transfer);
      copy(commands, a, b);
    });
    EXPECT_EQ(program.findings(), resets ? Rules{} : Rules{"synchronization.missing-barrier"});
  }
}

// vkCmdWaitEvents2 has a dependency for each event.
TEST(EventsFind, AnEventOrdersOnlyWhatWasBeforeIt) {
  for (const bool covers_fill : {true, false}) {
    Program program;
    const TestBuffer a = program.buffer_of({0}), b = program.buffer_of({0});
    const TestEvent first(program), second(program);
    VkMemoryBarrier2 nothing = written_and_read;
    nothing.srcStageMask = nothing.dstStageMask = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT;
    nothing.srcAccessMask = nothing.dstAccessMask = 0;
    const Dependency of_first({.barriers = {written_and_read}});
    const Dependency of_second({.barriers = {covers_fill ? written_and_read : nothing}});
    program.run([&](VkCommandBuffer commands) {
      vkCmdSetEvent2(commands, first.event, &of_first.info);
      vkCmdFillBuffer(commands, a.buffer, 0, 4, 5);
      vkCmdSetEvent2(commands, second.event, &of_second.info);
      const VkEvent events[] = {first.event, second.event};
      const VkDependencyInfo infos[] = {of_first.info, of_second.info};
      vkCmdWaitEvents2(commands, 2, events, infos);
      copy(commands, a, b);
    });
    EXPECT_EQ(program.findings(), covers_fill ? Rules{} : Rules{"synchronization.narrow-barrier"});
  }
}

// Whether an event is set does not depend on what set it.
TEST(EventsWork, TheHostSetsAnEventAgain) {
  Program program;
  const TestBuffer a = program.buffer_of({0}), b = program.buffer_of({0});
  const TestEvent event(program);
  vkSetEvent(program.device, event.event);
  vkResetEvent(program.device, event.event);
  const Dependency dependency({.barriers = {written_and_read}});
  program.run([&](VkCommandBuffer commands) {
    vkCmdFillBuffer(commands, a.buffer, 0, 4, 5);
    vkCmdSetEvent2(commands, event.event, &dependency.info);
    vkCmdWaitEvents2(commands, 1, &event.event, &dependency.info);
    copy(commands, a, b);
  });
  EXPECT_EQ(b.words[0], 5u);
  EXPECT_EQ(program.findings(), Rules{});
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
