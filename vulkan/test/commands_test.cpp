// Commands of command buffers other than plain dispatches.

#include <array>
#include <cstring>

#include "vulkan/test/program_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

VkMemoryBarrier everything() {
  VkMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  return barrier;
}

void barrier(VkCommandBuffer commands) {
  const VkMemoryBarrier all = everything();
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                       VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 1, &all, 0, nullptr, 0, nullptr);
}

std::vector<std::uint32_t> words_of(const TestBuffer& buffer) {
  return {buffer.words.begin(), buffer.words.end()};
}

using Words = std::vector<std::uint32_t>;

TEST(TransfersWork, FillUpdateAndCopyChangeTheirRangesOnly) {
  Program program;
  const TestBuffer a = program.buffer_of({1, 2, 3, 4}), b = program.buffer_of({5, 6, 7, 8});
  const std::array<std::uint32_t, 2> update{50, 60};
  const std::array<VkBufferCopy, 2> regions{{{0, 12, 4}, {8, 0, 8}}};
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    vkCmdFillBuffer(commands, a.buffer, 4, 4, 9);
    vkCmdUpdateBuffer(commands, b.buffer, 4, sizeof update, update.data());
    barrier(commands);
    vkCmdCopyBuffer(commands, a.buffer, b.buffer, 2, regions.data());
  }),
            VK_SUCCESS);
  EXPECT_EQ(words_of(a), (Words{1, 9, 3, 4}));
  EXPECT_EQ(words_of(b), (Words{3, 4, 60, 1}));
  EXPECT_EQ(program.findings(), Rules{});
}

TEST(TransfersWork, AFillOfTheWholeSizeIsRoundedDown) {
  Program program;
  const TestBuffer a = program.buffer(16);
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    vkCmdFillBuffer(commands, a.buffer, 8, VK_WHOLE_SIZE, 7);
    vkCmdFillBuffer(commands, a.buffer, 0, 8, 3);
  }),
            VK_SUCCESS);
  EXPECT_EQ(words_of(a), (Words{3, 3, 7, 7}));
}

TEST(TransfersWork, ACopyThroughMemoryOfTheDeviceKeepsTheContents) {
  Program program;
  const TestBuffer from = program.buffer_of({10, 20, 30, 40}), to = program.buffer(16);
  const TestBuffer between = program.buffer(16, false);
  const VkBufferCopy all{0, 0, 16};
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    vkCmdCopyBuffer(commands, from.buffer, between.buffer, 1, &all);
    barrier(commands);
    vkCmdCopyBuffer(commands, between.buffer, to.buffer, 1, &all);
  }),
            VK_SUCCESS);
  EXPECT_EQ(words_of(to), (Words{10, 20, 30, 40}));
  EXPECT_EQ(program.findings(), Rules{});
}

TEST(TransfersFind, RangesOutsideOfABuffer) {
  Program program;
  const TestBuffer a = program.buffer_of({1, 2}), b = program.buffer_of({3, 4});
  const VkBufferCopy outside{4, 0, 8};
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    vkCmdCopyBuffer(commands, a.buffer, b.buffer, 1, &outside);
    vkCmdFillBuffer(commands, a.buffer, 8, 4, 0);
  }),
            VK_SUCCESS);
  EXPECT_EQ(program.findings(), (Rules{"range.outside", "range.outside"}));
  EXPECT_EQ(words_of(b), (Words{3, 4}));
}

TEST(TransfersFind, ABufferWithoutMemory) {
  Program program;
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = 16;
  info.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  VkBuffer buffer = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreateBuffer(program.device, &info, nullptr, &buffer), VK_SUCCESS);
  program.run([&](VkCommandBuffer commands) { vkCmdFillBuffer(commands, buffer, 0, 16, 0); });
  EXPECT_EQ(program.findings(), Rules{"memory.not-bound"});
  vkDestroyBuffer(program.device, buffer, nullptr);
}

const std::string groups_shader = R"(#version 450
layout(local_size_x = 2, local_size_y = 3) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
  if (gl_LocalInvocationIndex != 5) return;
  const uint i = gl_WorkGroupID.y * 4 + gl_WorkGroupID.x;
  data[i] = gl_GlobalInvocationID.x * 100 + gl_GlobalInvocationID.y;
}
)";

TEST(CommandsWork, AnIndirectDispatchTakesItsWorkgroupsFromABuffer) {
  Program program;
  const TestPipeline pipeline = program.pipeline(groups_shader);
  const TestBuffer data = program.buffer_of(Words(8)), counts = program.buffer_of({7, 2, 1, 1});
  program.write(pipeline, 0, data);
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    program.bind(commands, pipeline);
    vkCmdDispatchIndirect(commands, counts.buffer, 4);
  }),
            VK_SUCCESS);
  EXPECT_EQ(words_of(data), (Words{102, 302, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(program.findings(), Rules{});
}

TEST(CommandsFind, UndefinedWorkgroupCounts) {
  Program program;
  const TestPipeline pipeline = program.pipeline(groups_shader);
  const TestBuffer data = program.buffer_of(Words(8)), counts = program.buffer(12, false);
  program.write(pipeline, 0, data);
  program.run([&](VkCommandBuffer commands) {
    program.bind(commands, pipeline);
    vkCmdDispatchIndirect(commands, counts.buffer, 0);
  });
  EXPECT_EQ(program.findings(), Rules{"vkCmdDispatchIndirect.undefined-count"});
}

TEST(CommandsWork, ADispatchBeginsAtItsBase) {
  Program program;
  const TestPipeline pipeline =
      program.pipeline(groups_shader, {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER},
                                       .flags = VK_PIPELINE_CREATE_DISPATCH_BASE_BIT});
  const TestBuffer data = program.buffer_of(Words(8));
  program.write(pipeline, 0, data);
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    program.bind(commands, pipeline);
    vkCmdDispatchBase(commands, 2, 1, 0, 2, 1, 1);
  }),
            VK_SUCCESS);
  EXPECT_EQ(words_of(data), (Words{0, 0, 0, 0, 0, 0, 505, 705}));
  EXPECT_EQ(program.findings(), Rules{});
}

TEST(CommandsFind, ABaseThatThePipelineDoesNotPermit) {
  Program program;
  const TestPipeline pipeline = program.pipeline(groups_shader);
  const TestBuffer data = program.buffer_of(Words(8));
  program.write(pipeline, 0, data);
  program.run([&](VkCommandBuffer commands) {
    program.bind(commands, pipeline);
    vkCmdDispatchBase(commands, 1, 0, 0, 1, 1, 1);
  });
  EXPECT_EQ(program.findings(), Rules{"argument.invalid"});
}

const std::string constants_shader = std::string(one_invocation) + R"(
layout(constant_id = 3) const uint factor = 2;
layout(constant_id = 8) const bool negates = false;
layout(push_constant) uniform Constants { uint first; uint second; };
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
  data[0] = first * factor;
  data[1] = negates ? ~data[1] : data[1];
  if (data[2] != 0) data[2] = second > 4 ? 1 : 2;
}
)";

TEST(CommandsWork, SpecializationAndPushConstantsReachTheShader) {
  Program program;
  const struct {
    VkBool32 negates = VK_TRUE;
    std::uint32_t factor = 5;
  } data;
  const VkSpecializationMapEntry entries[] = {{8, 0, 4}, {3, 4, 4}};
  const VkSpecializationInfo specialization{2, entries, sizeof data, &data};
  const TestPipeline pipeline =
      program.pipeline(constants_shader, {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER},
                                          .push_constants = 8,
                                          .specialization = &specialization});
  const TestBuffer buffer = program.buffer_of({0, 1, 1});
  program.write(pipeline, 0, buffer);
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    program.bind(commands, pipeline);
    const std::uint32_t values[] = {11, 5};
    vkCmdPushConstants(commands, pipeline.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, values);
    vkCmdDispatch(commands, 1, 1, 1);
  }),
            VK_SUCCESS);
  EXPECT_EQ(words_of(buffer), (Words{55, ~1u, 1}));
  EXPECT_EQ(program.findings(), Rules{});
}

TEST(CommandsFind, APushConstantThatWasNeverSet) {
  Program program;
  const TestPipeline pipeline =
      program.pipeline(std::string(one_invocation) + R"(
layout(push_constant) uniform Constants { uint first; uint second; };
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() { if (second > 4) data[0] = 1; }
)",
                       {.bindings = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}, .push_constants = 8});
  const TestBuffer buffer = program.buffer_of({0});
  program.write(pipeline, 0, buffer);
  const std::uint32_t value = 11;
  program.run([&](VkCommandBuffer commands) {
    program.bind(commands, pipeline);
    vkCmdPushConstants(commands, pipeline.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &value);
    vkCmdDispatch(commands, 1, 1, 1);
  });
  ASSERT_FALSE(program.findings().empty());
  EXPECT_EQ(program.findings()[0], "OpBranchConditional.condition-undefined");
}

TEST(CommandsWork, SecondaryCommandBuffersExecute) {
  Program program;
  const TestBuffer a = program.buffer_of({1, 2});
  VkCommandBufferAllocateInfo allocate{};
  allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  allocate.commandPool = program.pool;
  allocate.level = VK_COMMAND_BUFFER_LEVEL_SECONDARY;
  allocate.commandBufferCount = 1;
  VkCommandBuffer secondary = nullptr;
  ASSERT_EQ(vkAllocateCommandBuffers(program.device, &allocate, &secondary), VK_SUCCESS);
  VkCommandBufferInheritanceInfo inheritance{};
  inheritance.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO;
  VkCommandBufferBeginInfo begin{};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  begin.pInheritanceInfo = &inheritance;
  ASSERT_EQ(vkBeginCommandBuffer(secondary, &begin), VK_SUCCESS);
  vkCmdFillBuffer(secondary, a.buffer, 4, 4, 77);
  ASSERT_EQ(vkEndCommandBuffer(secondary), VK_SUCCESS);
  ASSERT_EQ(
      program.run([&](VkCommandBuffer commands) { vkCmdExecuteCommands(commands, 1, &secondary); }),
      VK_SUCCESS);
  EXPECT_EQ(words_of(a), (Words{1, 77}));
  EXPECT_EQ(program.findings(), Rules{});
}

TEST(QueriesWork, TimestampsGrowAndAreCopied) {
  Program program;
  VkQueryPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = 3;
  VkQueryPool pool = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreateQueryPool(program.device, &info, nullptr, &pool), VK_SUCCESS);
  const TestBuffer copy = program.buffer(48);
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    vkCmdResetQueryPool(commands, pool, 0, 3);
    vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, pool, 0);
    vkCmdFillBuffer(commands, copy.buffer, 0, 48, 0);
    barrier(commands);
    vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, 1);
    vkCmdCopyQueryPoolResults(commands, pool, 0, 3, copy.buffer, 0, 16,
                              VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
  }),
            VK_SUCCESS);
  std::array<std::uint64_t, 2> times{};
  ASSERT_EQ(vkGetQueryPoolResults(program.device, pool, 0, 2, sizeof times, times.data(), 8,
                                  VK_QUERY_RESULT_64_BIT),
            VK_SUCCESS);
  EXPECT_LT(times[0], times[1]);
  std::array<std::uint64_t, 6> copied{};
  std::memcpy(copied.data(), copy.words.data(), sizeof copied);
  EXPECT_EQ(copied[0], times[0]);
  EXPECT_EQ(copied[1], 1u);
  EXPECT_EQ(copied[2], times[1]);
  EXPECT_EQ(copied[5], 0u);  // the third one is not available
  std::uint64_t third = 0;
  EXPECT_EQ(vkGetQueryPoolResults(program.device, pool, 2, 1, 8, &third, 8, VK_QUERY_RESULT_64_BIT),
            VK_NOT_READY);
  EXPECT_EQ(program.findings(), Rules{});
  vkDestroyQueryPool(program.device, pool, nullptr);
}

TEST(QueriesFind, ATimestampThatIsWrittenAgain) {
  Program program;
  VkQueryPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = 1;
  VkQueryPool pool = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreateQueryPool(program.device, &info, nullptr, &pool), VK_SUCCESS);
  const auto write = [&](bool resets) {
    return program.run([&](VkCommandBuffer commands) {
      if (resets) vkCmdResetQueryPool(commands, pool, 0, 1);
      vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, pool, 0);
    });
  };
  ASSERT_EQ(write(true), VK_SUCCESS);
  ASSERT_EQ(write(true), VK_SUCCESS);
  EXPECT_EQ(program.findings(), Rules{});
  ASSERT_EQ(write(false), VK_SUCCESS);
  EXPECT_EQ(program.findings(), Rules{"query.not-reset"});
  vkDestroyQueryPool(program.device, pool, nullptr);
}

TEST(CommandsFind, ACommandForGraphics) {
  Program program;
  program.run([&](VkCommandBuffer commands) { vkCmdDraw(commands, 3, 1, 0, 0); });
  EXPECT_EQ(program.findings(), Rules{"queue.no-graphics"});
}

TEST(OutputFinds, UndefinedValuesThatAreCopiedToTheHostDispatchesLater) {
  Program program;
  const TestPipeline pipeline = program.pipeline(std::string(one_invocation) + R"(
layout(std430, binding = 0) readonly buffer Input { uint source[]; };
layout(std430, binding = 1) writeonly buffer Output { uint result[]; };
void main() { result[gl_WorkGroupID.x] = source[gl_WorkGroupID.x] + 1; }
)",
                                                 2);
  const TestBuffer input = program.buffer(16, false), output = program.buffer(16, false);
  const TestBuffer host = program.buffer(16);
  program.write(pipeline, 0, input);
  program.write(pipeline, 1, output);
  program.name(VK_OBJECT_TYPE_PIPELINE, reinterpret_cast<std::uint64_t>(pipeline.pipeline),
               "adder");
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    vkCmdFillBuffer(commands, input.buffer, 0, 8, 4);
    barrier(commands);
    program.bind(commands, pipeline);
    vkCmdDispatch(commands, 4, 1, 1);
  }),
            VK_SUCCESS);
  EXPECT_EQ(program.findings(), Rules{});
  const VkBufferCopy first_half{0, 0, 8}, all{0, 0, 16};
  program.run([&](VkCommandBuffer commands) {
    vkCmdCopyBuffer(commands, output.buffer, host.buffer, 1, &first_half);
  });
  EXPECT_EQ(program.findings(), Rules{});  // those are defined
  EXPECT_EQ(host.words[1], 5u);
  program.run([&](VkCommandBuffer commands) {
    vkCmdCopyBuffer(commands, output.buffer, host.buffer, 1, &all);
  });
  ASSERT_EQ(program.findings(), Rules{"output.undefined"});
  EXPECT_NE(program.messages()[0].find("8 bytes, the first at byte 8"), std::string::npos);
  EXPECT_NE(program.messages()[0].find("dispatch 1: vkCmdDispatch"), std::string::npos);
  EXPECT_NE(program.messages()[0].find("'adder'"), std::string::npos);
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
