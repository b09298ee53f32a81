// Programs with events.
#pragma once

#include <utility>

#include "vulkan/test/program_for_test.h"

namespace spirv_oracle::vulkan::test {

inline const Rules event_dependency{"synchronization.event-dependency"};

struct TestEvent {
  explicit TestEvent(const Program& program) : device(program.device) {
    const VkEventCreateInfo info{VK_STRUCTURE_TYPE_EVENT_CREATE_INFO, nullptr, 0};
    EXPECT_EQ(vkCreateEvent(device, &info, nullptr, &event), VK_SUCCESS);
  }
  ~TestEvent() { vkDestroyEvent(device, event, nullptr); }
  TestEvent(const TestEvent&) = delete;
  TestEvent& operator=(const TestEvent&) = delete;

  VkDevice device;
  VkEvent event = VK_NULL_HANDLE;
};

struct DependencySetup {
  VkDependencyFlags flags = 0;
  std::vector<VkMemoryBarrier2> barriers = {};
};

struct Dependency {
  explicit Dependency(DependencySetup setup) : barriers(std::move(setup.barriers)) {
    info.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO;
    info.dependencyFlags = setup.flags;
    info.memoryBarrierCount = static_cast<std::uint32_t>(barriers.size());
    info.pMemoryBarriers = barriers.data();
  }
  Dependency(const Dependency&) = delete;
  Dependency& operator=(const Dependency&) = delete;

  std::vector<VkMemoryBarrier2> barriers;
  VkDependencyInfo info{};
};

// From the writes of transfers to the reads of transfers.
inline constexpr VkMemoryBarrier2 written_and_read{
    VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,   nullptr,
    VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT,
    VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_READ_BIT};

inline void copy(VkCommandBuffer commands, const TestBuffer& from, const TestBuffer& to) {
  const VkBufferCopy region{0, 0, 4};
  vkCmdCopyBuffer(commands, from.buffer, to.buffer, 1, &region);
}

inline void wait_of_first_version(VkCommandBuffer commands, const TestEvent& event,
                                  VkPipelineStageFlags stages) {
  VkMemoryBarrier memory{};
  memory.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  memory.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
  memory.dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT;
  vkCmdWaitEvents(commands, 1, &event.event, stages, VK_PIPELINE_STAGE_TRANSFER_BIT, 1, &memory, 0,
                  nullptr, 0, nullptr);
}

// The VUID of the first finding; "" if nothing was found.
inline std::string vuid_of(const Program& program) {
  if (program.messages().empty()) return "";
  const std::string& message = program.messages().front();
  const std::size_t begin = message.find("VUID-");
  return begin == std::string::npos
             ? message
             : message.substr(begin, message.find_first_of(" \n", begin) - begin);
}

struct SetAndWait {
  DependencySetup set, wait;
};

// Sets an event with a dependency, and waits for it with another one; vuid_of() the program.
inline std::string set_and_wait(const SetAndWait& with, const Setup& setup = {}) {
  Program program(setup);
  const TestEvent event(program);
  const Dependency set(with.set), wait(with.wait);
  program.run([&](VkCommandBuffer commands) {
    vkCmdSetEvent2(commands, event.event, &set.info);
    vkCmdWaitEvents2(commands, 1, &event.event, &wait.info);
  });
  return vuid_of(program);
}

}  // namespace spirv_oracle::vulkan::test
