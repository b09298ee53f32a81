// What the host may write while commands access memory. Each program that breaks a rule has a twin that narrowly does not.

#include <cstdlib>

#include "vulkan/test/program_for_test.h"

#if defined(__SANITIZE_THREAD__)
// The programs of these tests race with the device, which finds what they write by comparison.
extern "C" const char* __tsan_default_suppressions();  // NOLINT(bugprone-reserved-identifier)
const char* __tsan_default_suppressions() {            // NOLINT(bugprone-reserved-identifier)
  return "race:vulkan/test/host_test.cpp\nrace:take_host_changes\n";
}
#endif

namespace spirv_oracle::vulkan::test {
namespace {

const Rules in_use{"synchronization.host-write"};

void copy(VkCommandBuffer commands, const TestBuffer& from, const TestBuffer& to) {
  const VkBufferCopy region{0, 0, 4};
  vkCmdCopyBuffer(commands, from.buffer, to.buffer, 1, &region);
}

// Until a command has stored the word. This does not order anything.
void spin(const TestBuffer& buffer, std::uint32_t word) {
  const volatile std::uint32_t* const at = buffer.words.data();
  while (*at != word) {
  }
}

enum class When { before_submission, before_wait, after_wait };

// The host writes to a word of the buffer that a copy reads, after the copy has executed.
Rules write_source(std::size_t word, When when) {
  Program program;
  const TestBuffer from = program.buffer_of({1, 2}), to = program.buffer_of({0});
  const VkCommandBuffer commands =
      program.record([&](VkCommandBuffer recorded) { copy(recorded, from, to); });
  if (when == When::before_submission) from.words[word] = 5;
  program.submit(commands);
  spin(to, from.words[0]);
  if (when == When::before_wait) from.words[word] = 5;
  program.wait();
  if (when == When::after_wait) from.words[word] = 5;
  program.run([&](VkCommandBuffer recorded) { copy(recorded, from, to); });
  EXPECT_EQ(to.words[0], word == 0 ? 5u : 1u);
  return program.findings();
}

TEST(HostFind, AWriteToTheSourceOfACopyBeforeTheWait) {
  EXPECT_EQ(write_source(0, When::before_wait), in_use);
}

TEST(HostWork, AWriteBeforeTheSubmissionAfterTheWaitOrToOtherBytes) {
  EXPECT_EQ(write_source(0, When::before_submission), Rules{});
  EXPECT_EQ(write_source(0, When::after_wait), Rules{});
  EXPECT_EQ(write_source(1, When::before_wait), Rules{});
}

// The host writes bytes that a command writes: the fill is first, so the value of the host stays.
TEST(HostFind, AWriteToTheTargetOfAFillBeforeTheWait) {
  for (const std::size_t word : {0, 1}) {
    Program program;
    const TestBuffer to = program.buffer_of({0, 0});
    program.submit(program.record(
        [&](VkCommandBuffer commands) { vkCmdFillBuffer(commands, to.buffer, 0, 4, 7); }));
    spin(to, 7);
    to.words[word] = 8;
    program.wait();
    EXPECT_EQ(program.findings(), word == 0 ? in_use : Rules{});
  }
}

// A dispatch whose descriptor has the whole buffer reads one word of it.
TEST(HostFind, AWriteToWhatADispatchReads) {
  for (const std::size_t word : {0, 1}) {
    Program program;
    const TestPipeline pipeline = program.pipeline(std::string(one_invocation) + R"(
layout(std430, binding = 0) buffer From { uint from[]; };
layout(std430, binding = 1) buffer To { uint to; };
void main() { to = from[0]; }
)",
                                                   2);
    const TestBuffer from = program.buffer_of({1, 2}), to = program.buffer_of({0});
    program.write(pipeline, 0, from);
    program.write(pipeline, 1, to);
    program.submit(program.record([&](VkCommandBuffer commands) {
      program.bind(commands, pipeline);
      vkCmdDispatch(commands, 1, 1, 1);
    }));
    spin(to, 1);
    from.words[word] = 9;
    program.wait();
    EXPECT_EQ(program.findings(), word == 0 ? in_use : Rules{});
  }
}

struct EventWait {
  VkPipelineStageFlags from = VK_PIPELINE_STAGE_HOST_BIT;
  VkAccessFlags written = VK_ACCESS_HOST_WRITE_BIT;
  bool writes_before_set = true;
};

// The host submits a copy that waits for an event, and writes to its source before or after it sets the event.
Rules write_and_set(const EventWait& wait) {
  Program program;
  const TestBuffer from = program.buffer_of({1}), to = program.buffer_of({0});
  const VkEventCreateInfo info{VK_STRUCTURE_TYPE_EVENT_CREATE_INFO, nullptr, 0};
  VkEvent event = VK_NULL_HANDLE;
  EXPECT_EQ(vkCreateEvent(program.device, &info, nullptr, &event), VK_SUCCESS);
  program.submit(program.record([&](VkCommandBuffer commands) {
    VkMemoryBarrier memory{};
    memory.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    memory.srcAccessMask = wait.written;
    memory.dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT;
    vkCmdWaitEvents(commands, 1, &event, wait.from, VK_PIPELINE_STAGE_TRANSFER_BIT, 1, &memory, 0,
                    nullptr, 0, nullptr);
    copy(commands, from, to);
  }));
  if (wait.writes_before_set) from.words[0] = 5;
  vkSetEvent(program.device, event);
  if (!wait.writes_before_set) from.words[0] = 5;
  program.wait();
  vkDestroyEvent(program.device, event, nullptr);
  return program.findings();
}

TEST(HostFind, AnEventWhoseWaitDoesNotNameTheHost) {
  const Rules narrow{"synchronization.narrow-barrier"};
  EXPECT_EQ(write_and_set({}), Rules{});
  EXPECT_EQ(write_and_set({.from = VK_PIPELINE_STAGE_TRANSFER_BIT, .written = 0}),
            (Rules{"synchronization.event-dependency", "synchronization.narrow-barrier"}));
  EXPECT_EQ(write_and_set({.written = 0}), narrow);
  EXPECT_EQ(write_and_set({.writes_before_set = false}), in_use);
}

TEST(HostWork, AHostThatSignalsASemaphoreAfterItsWrite) {
  Program program;
  const TestBuffer from = program.buffer_of({1}), to = program.buffer_of({0});
  const VkSemaphoreTypeCreateInfo timeline{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, nullptr,
                                           VK_SEMAPHORE_TYPE_TIMELINE, 0};
  const VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &timeline, 0};
  VkSemaphore semaphore = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreateSemaphore(program.device, &info, nullptr, &semaphore), VK_SUCCESS);
  const VkCommandBuffer commands =
      program.record([&](VkCommandBuffer recorded) { copy(recorded, from, to); });
  const std::uint64_t value = 1;
  const VkTimelineSemaphoreSubmitInfo values{
      VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO, nullptr, 1, &value, 0, nullptr};
  const VkPipelineStageFlags stages = VK_PIPELINE_STAGE_TRANSFER_BIT;
  const VkSubmitInfo submit{
      VK_STRUCTURE_TYPE_SUBMIT_INFO, &values, 1, &semaphore, &stages, 1, &commands, 0, nullptr};
  ASSERT_EQ(vkQueueSubmit(program.queue, 1, &submit, VK_NULL_HANDLE), VK_SUCCESS);
  from.words[0] = 5;
  const VkSemaphoreSignalInfo signal{VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, nullptr, semaphore,
                                     value};
  vkSignalSemaphore(program.device, &signal);
  program.wait();
  EXPECT_EQ(to.words[0], 5u);
  EXPECT_EQ(program.findings(), Rules{});
  vkDestroySemaphore(program.device, semaphore, nullptr);
}

// An event that a command sets tells the host that the commands before it are complete.
TEST(HostWork, AHostThatPollsAnEvent) {
  Program program;
  const TestBuffer from = program.buffer_of({1}), to = program.buffer_of({0});
  const VkEventCreateInfo info{VK_STRUCTURE_TYPE_EVENT_CREATE_INFO, nullptr, 0};
  VkEvent event = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreateEvent(program.device, &info, nullptr, &event), VK_SUCCESS);
  program.submit(program.record([&](VkCommandBuffer commands) {
    copy(commands, from, to);
    vkCmdSetEvent(commands, event, VK_PIPELINE_STAGE_TRANSFER_BIT);
  }));
  while (vkGetEventStatus(program.device, event) != VK_EVENT_SET) {
  }
  from.words[0] = 5;
  program.wait();
  EXPECT_EQ(program.findings(), Rules{});
  vkDestroyEvent(program.device, event, nullptr);
}

// Reads of the host are noticed only if the driver is asked to.
class HostReadsFind : public testing::Test {
 protected:
  void SetUp() override {
    const char* const asked = std::getenv("SPIRV_ORACLE_CHECK_HOST_READS");
    if (asked == nullptr || std::string(asked) != "1")
      GTEST_SKIP() << "SPIRV_ORACLE_CHECK_HOST_READS is not 1";
  }
};

// Fills the first page of a buffer, and reads a word of it, or of the second page.
struct Read {
  VkAccessFlags access = VK_ACCESS_HOST_READ_BIT;
  VkPipelineStageFlags stage = VK_PIPELINE_STAGE_HOST_BIT;
  bool waits = true;
  std::size_t word = 0;
};

Rules fill_and_read(const Read& read) {
  Program program;
  const VkDeviceSize page = 4096;
  const TestBuffer buffer = program.buffer(2 * page);
  program.submit(program.record([&](VkCommandBuffer commands) {
    vkCmdFillBuffer(commands, buffer.buffer, 0, page, 7);
    VkMemoryBarrier memory{};
    memory.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    memory.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    memory.dstAccessMask = read.access;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, read.stage, 0, 1, &memory, 0,
                         nullptr, 0, nullptr);
  }));
  if (read.waits) program.wait();
  const volatile std::uint32_t word = buffer.words[read.word];
  (void)word;
  // The last call of the program about the memory may be another one than a wait.
  if (read.waits) {
    vkUnmapMemory(program.device, buffer.memory);
  } else {
    program.wait();
  }
  return program.findings();
}

TEST_F(HostReadsFind, AReadBeforeTheWaitOrWithoutABarrier) {
  const Rules not_visible{"synchronization.host-visibility"};
  EXPECT_EQ(fill_and_read({}), Rules{});
  EXPECT_EQ(fill_and_read({.waits = false}), Rules{"synchronization.host-read"});
  EXPECT_EQ(fill_and_read({.waits = false, .word = 1024}), Rules{});
  EXPECT_EQ(fill_and_read({.access = VK_ACCESS_HOST_WRITE_BIT}), not_visible);
  EXPECT_EQ(fill_and_read(
                {.access = VK_ACCESS_TRANSFER_READ_BIT, .stage = VK_PIPELINE_STAGE_TRANSFER_BIT}),
            not_visible);
  EXPECT_EQ(fill_and_read({.access = VK_ACCESS_HOST_WRITE_BIT, .word = 1024}), Rules{});
  EXPECT_EQ(fill_and_read({.access = VK_ACCESS_MEMORY_READ_BIT}), Rules{});
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
