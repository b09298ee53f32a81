// Commands that access the same bytes without a barrier between them, and those that do not.

#include "vulkan/test/program_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

void barrier(VkCommandBuffer commands) {
  VkMemoryBarrier all{};
  all.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  all.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  all.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                       VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 1, &all, 0, nullptr, 0, nullptr);
}

// Reads word 0 and writes word 2.
const std::string add_shader = std::string(one_invocation) + R"(
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() { data[2] = data[0] + 1; }
)";

enum class Between { nothing, barrier };

// Fills one word, and then runs add_shader.
Rules fill_and_add(VkDeviceSize offset, Between between) {
  Program program;
  const TestPipeline pipeline = program.pipeline(add_shader);
  const TestBuffer data = program.buffer_of({1, 2, 3, 4});
  program.write(pipeline, 0, data);
  program.run([&](VkCommandBuffer commands) {
    vkCmdFillBuffer(commands, data.buffer, offset, 4, 9);
    if (between == Between::barrier) barrier(commands);
    program.bind(commands, pipeline);
    vkCmdDispatch(commands, 1, 1, 1);
  });
  EXPECT_EQ(data.words[2], offset == 0 ? 10u : 2u);
  return program.findings();
}

const Rules missing{"synchronization.missing-barrier"};

TEST(HazardsFind, ADispatchThatReadsWhatAFillWrote) {
  EXPECT_EQ(fill_and_add(0, Between::nothing), missing);
  EXPECT_EQ(fill_and_add(0, Between::barrier), Rules{});
}

TEST(HazardsFind, ADispatchThatWritesWhatAFillWrote) {
  EXPECT_EQ(fill_and_add(8, Between::nothing), missing);
  EXPECT_EQ(fill_and_add(8, Between::barrier), Rules{});
}

TEST(HazardsWork, OtherBytesOfTheSameBufferNeedNoBarrier) {
  EXPECT_EQ(fill_and_add(4, Between::nothing), Rules{});
  EXPECT_EQ(fill_and_add(12, Between::nothing), Rules{});
}

// Runs two commands on one buffer, and returns what is found without a barrier. With one, nothing is.
template <class First, class Second>
Rules two(First first, Second second) {
  Rules found;
  for (const bool has_barrier : {true, false}) {
    Program program;
    const TestBuffer data = program.buffer_of({1, 2, 3, 4});
    program.run([&](VkCommandBuffer commands) {
      first(commands, data.buffer);
      if (has_barrier) barrier(commands);
      second(commands, data.buffer);
    });
    if (has_barrier) {
      EXPECT_EQ(program.findings(), Rules{});
    }
    found = program.findings();
  }
  return found;
}

void fill_first(VkCommandBuffer commands, VkBuffer buffer) {
  vkCmdFillBuffer(commands, buffer, 0, 8, 7);
}

void copy_first_to_last(VkCommandBuffer commands, VkBuffer buffer) {
  const VkBufferCopy region{0, 12, 4};
  vkCmdCopyBuffer(commands, buffer, buffer, 1, &region);
}

void update_second(VkCommandBuffer commands, VkBuffer buffer) {
  const std::uint32_t value = 5;
  vkCmdUpdateBuffer(commands, buffer, 4, 4, &value);
}

TEST(HazardsFind, ReadsAfterWritesWritesAfterReadsAndWritesAfterWrites) {
  EXPECT_EQ(two(fill_first, copy_first_to_last), missing);
  EXPECT_EQ(two(copy_first_to_last, fill_first), missing);
  EXPECT_EQ(two(fill_first, update_second), missing);
}

TEST(HazardsFind, CommandsOfTwoCommandBuffersOfOneSubmission) {
  Program program;
  const TestBuffer data = program.buffer_of({1, 2, 3, 4});
  const VkCommandBuffer buffers[] = {
      program.record([&](VkCommandBuffer commands) { fill_first(commands, data.buffer); }),
      program.record([&](VkCommandBuffer commands) { update_second(commands, data.buffer); })};
  VkSubmitInfo submit{};
  submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  submit.commandBufferCount = 2;
  submit.pCommandBuffers = buffers;
  vkQueueSubmit(program.queue, 1, &submit, VK_NULL_HANDLE);
  program.wait();
  EXPECT_EQ(program.findings(), missing);
}

TEST(HazardsWork, CommandsThatTouchDifferentBytesOrOnlyRead) {
  EXPECT_EQ(two(copy_first_to_last, update_second), Rules{});
  EXPECT_EQ(two(update_second, copy_first_to_last), Rules{});
  const auto copy_to_third = [](VkCommandBuffer commands, VkBuffer buffer) {
    const VkBufferCopy region{0, 8, 4};
    vkCmdCopyBuffer(commands, buffer, buffer, 1, &region);
  };
  EXPECT_EQ(two(copy_first_to_last, copy_to_third), Rules{});
}

TEST(HazardsFind, ADispatchThatReadsWhatAnotherWrote) {
  for (const bool has_barrier : {true, false}) {
    Program program;
    const TestPipeline pipeline = program.pipeline(std::string(one_invocation) + R"(
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() { data[0] += 1; }
)");
    const TestBuffer data = program.buffer_of({1});
    program.write(pipeline, 0, data);
    program.run([&](VkCommandBuffer commands) {
      program.bind(commands, pipeline);
      vkCmdDispatch(commands, 1, 1, 1);
      if (has_barrier) barrier(commands);
      vkCmdDispatch(commands, 1, 1, 1);
    });
    EXPECT_EQ(data.words[0], 3u);
    EXPECT_EQ(program.findings().empty(), has_barrier);
    for (const std::string& rule : program.findings())
      EXPECT_EQ(rule, "synchronization.missing-barrier");
  }
}

// Copies word 0 to another buffer.
const std::string copy_shader = std::string(one_invocation) + R"(
layout(std430, binding = 0) buffer From { uint from[]; };
layout(std430, binding = 1) buffer To { uint to; };
void main() { to = from[0]; }
)";

// Runs copy_shader, and then `second` on the source.
Rules copy_and(Between between,
               const std::function<void(Program&, VkCommandBuffer, const TestBuffer&)>& second) {
  Program program;
  const TestPipeline pipeline = program.pipeline(copy_shader, 2);
  const TestBuffer from = program.buffer_of({1, 2}), to = program.buffer_of({0});
  program.write(pipeline, 0, from);
  program.write(pipeline, 1, to);
  program.run([&](VkCommandBuffer commands) {
    program.bind(commands, pipeline);
    vkCmdDispatch(commands, 1, 1, 1);
    if (between == Between::barrier) barrier(commands);
    second(program, commands, from);
  });
  EXPECT_EQ(to.words[0], 1u);
  return program.findings();
}

// The other commands fill a word, or run a dispatch that stores to it.
TEST(HazardsFind, AWriteAfterADispatchThatReads) {
  for (const std::uint32_t word : {0u, 1u}) {
    const auto fill = [&](Program&, VkCommandBuffer commands, const TestBuffer& buffer) {
      vkCmdFillBuffer(commands, buffer.buffer, 4 * word, 4, 9);
    };
    const auto store = [&](Program& program, VkCommandBuffer commands, const TestBuffer& buffer) {
      const TestPipeline pipeline = program.pipeline(
          std::string(one_invocation) +
          "layout(std430, binding = 0) buffer Data { uint data[]; };\nvoid main() { data[" +
          std::to_string(word) + "] = 9; }\n");
      program.write(pipeline, 0, buffer);
      program.bind(commands, pipeline);
      vkCmdDispatch(commands, 1, 1, 1);
    };
    EXPECT_EQ(copy_and(Between::nothing, fill), word == 0 ? missing : Rules{});
    EXPECT_EQ(copy_and(Between::nothing, store), word == 0 ? missing : Rules{});
    EXPECT_EQ(copy_and(Between::barrier, fill), Rules{});
    EXPECT_EQ(copy_and(Between::barrier, store), Rules{});
  }
}

// Changes one byte of a buffer with a store of this type, and copies two bytes without a barrier.
Rules store_and_copy(const std::string& type, VkDeviceSize from) {
  Program program;
  const TestPipeline pipeline =
      program.pipeline(R"(#version 450
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { )" +
                       type + " data[]; };\nvoid main() { data[0] = " + type + "(5); }\n");
  const TestBuffer data = program.buffer_of({0, 0}), to = program.buffer_of({0});
  program.write(pipeline, 0, data);
  program.run([&](VkCommandBuffer commands) {
    program.bind(commands, pipeline);
    vkCmdDispatch(commands, 1, 1, 1);
    const VkBufferCopy region{from, 0, 2};
    vkCmdCopyBuffer(commands, data.buffer, to.buffer, 1, &region);
  });
  EXPECT_EQ(data.words[0], 5u);
  return program.findings();
}

// A store to a word writes all of it.
TEST(HazardsFind, AReadOfTheBytesOfAWordThatKeepTheirValue) {
  EXPECT_EQ(store_and_copy("uint", 2), missing);
  EXPECT_EQ(store_and_copy("uint", 4), Rules{});
  EXPECT_EQ(store_and_copy("uint8_t", 2), Rules{});
  EXPECT_EQ(store_and_copy("uint8_t", 0), missing);
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
