// Dispatches: their results, and what is found in them. Suites whose names end in "Works" have no findings, which the
// validation layers confirm.

#include <chrono>

#include "vulkan/test/program_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

using ::testing::Test;

const std::string increment = std::string(one_invocation) + R"(
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() { data[gl_WorkGroupID.x] += 1; }
)";

TEST(DispatchWorks, ReadsAndWritesABufferOfTheHost) {
  Program program;
  const TestPipeline pipeline = program.pipeline(increment);
  const TestBuffer data = program.buffer_of({1, 20, 300});
  program.write(pipeline, 0, data);
  ASSERT_EQ(program.dispatch(pipeline, 3), VK_SUCCESS);
  EXPECT_EQ(data.words[0], 2u);
  EXPECT_EQ(data.words[1], 21u);
  EXPECT_EQ(data.words[2], 301u);
  EXPECT_EQ(program.findings(), Rules{});
}

TEST(DispatchWorks, HostWritesBetweenDispatchesAreNoticed) {
  Program program;
  const TestPipeline pipeline = program.pipeline(increment);
  const TestBuffer data = program.buffer_of({0});
  program.write(pipeline, 0, data);
  for (std::uint32_t i = 0; i < 4; ++i) {
    ASSERT_EQ(program.dispatch(pipeline), VK_SUCCESS);
    EXPECT_EQ(data.words[0], 10 * i + 1);
    data.words[0] = 10 * (i + 1);
  }
  EXPECT_EQ(program.findings(), Rules{});
}

TEST(DispatchWorks, TenThousandDispatchesTakeSeconds) {
  Program program;
  const TestPipeline pipeline = program.pipeline(increment);
  const TestBuffer data = program.buffer_of({0});
  program.write(pipeline, 0, data);
  constexpr std::uint32_t count = 10'000;
  const auto start = std::chrono::steady_clock::now();
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    program.bind(commands, pipeline);
    for (std::uint32_t i = 0; i < count; ++i) {
      vkCmdDispatch(commands, 1, 1, 1);
      VkMemoryBarrier barrier{};
      barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
      barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
      barrier.dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
      vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                           VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &barrier, 0, nullptr, 0,
                           nullptr);
    }
  }),
            VK_SUCCESS);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(data.words[0], count);
  EXPECT_LT(took.count(), 20);  // a second on an idle machine
  EXPECT_EQ(program.findings(), Rules{});
}

const std::string branch = std::string(one_invocation) + R"(
layout(std430, binding = 0) readonly buffer Input { uint flag; };
layout(std430, binding = 1) writeonly buffer Output { uint result; };
void main() { result = flag > 5 ? 1 : 0; if (flag > 7) result = 2; }
)";

TEST(DispatchFinds, ABranchOnMemoryThatWasNeverWritten) {
  Program program;
  const TestPipeline pipeline = program.pipeline(branch, 2);
  const TestBuffer input = program.buffer(4, false), output = program.buffer(4);
  program.write(pipeline, 0, input);
  program.write(pipeline, 1, output);
  ASSERT_EQ(program.dispatch(pipeline), VK_SUCCESS);
  ASSERT_FALSE(program.findings().empty());
  EXPECT_EQ(program.findings()[0], "OpBranchConditional.condition-undefined");
}

TEST(DispatchWorks, ABranchOnMemoryThatWasFilled) {
  Program program;
  const TestPipeline pipeline = program.pipeline(branch, 2);
  const TestBuffer input = program.buffer(4, false), output = program.buffer(4);
  program.write(pipeline, 0, input);
  program.write(pipeline, 1, output);
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    vkCmdFillBuffer(commands, input.buffer, 0, 4, 8);
    VkMemoryBarrier barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    barrier.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_SHADER_READ_BIT;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
                         VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &barrier, 0, nullptr, 0,
                         nullptr);
    program.bind(commands, pipeline);
    vkCmdDispatch(commands, 1, 1, 1);
  }),
            VK_SUCCESS);
  EXPECT_EQ(output.words[0], 2u);
  EXPECT_EQ(program.findings(), Rules{});
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
