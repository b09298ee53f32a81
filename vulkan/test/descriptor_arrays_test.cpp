// Arrays of descriptors, bindings with flags, and descriptors that are pushed.

#include <algorithm>

#include "vulkan/test/program_for_test.h"

namespace spirv_oracle::vulkan::test {
namespace {

constexpr VkDescriptorBindingFlags partial = VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT;
constexpr VkDescriptorBindingFlags after_bind = VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT;
constexpr VkDescriptorBindingFlags variable = VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT;
constexpr VkDescriptorType storage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;

// Each invocation adds to the element with its number, or with the number of the push constant.
const char* const each_its_own = R"(#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 3) in;
layout(std430, binding = 0) buffer Data { uint value; } data[];
void main() { data[nonuniformEXT(gl_LocalInvocationIndex)].value += 10 + gl_LocalInvocationIndex; }
)";
const char* const only_one = R"(#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { uint value; } data[];
layout(push_constant) uniform Constants { uint element; };
void main() { data[element].value = 7; }
)";

VkResult run_element(Program& program, const TestPipeline& pipeline, std::uint32_t element) {
  return program.run([&](VkCommandBuffer commands) {
    program.bind(commands, pipeline);
    vkCmdPushConstants(commands, pipeline.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &element);
    vkCmdDispatch(commands, 1, 1, 1);
  });
}

TEST(DescriptorArraysWork, InvocationsChooseDifferentElements) {
  Program program;
  const TestPipeline pipeline =
      program.pipeline(each_its_own, {.bindings = {storage}, .counts = {3}});
  std::vector<TestBuffer> buffers;
  for (std::uint32_t i = 0; i < 3; ++i) {
    buffers.push_back(program.buffer_of({100 * i}));
    program.write(pipeline, 0, buffers[i], storage, i);
  }
  ASSERT_EQ(program.dispatch(pipeline), VK_SUCCESS);
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(buffers[i].words[0], 101 * i + 10);
  EXPECT_EQ(program.findings(), Rules{});
}

// An array of at most 8 elements of which the set has 3.
TEST(DescriptorArraysWork, ASetHasAVariableNumber) {
  Program program;
  const TestPipeline pipeline = program.pipeline(
      each_its_own,
      {.bindings = {storage}, .counts = {8}, .binding_flags = {variable}, .variable_count = 3});
  std::vector<TestBuffer> buffers;
  for (std::uint32_t i = 0; i < 3; ++i) {
    buffers.push_back(program.buffer_of({0}));
    program.write(pipeline, 0, buffers[i], storage, i);
  }
  ASSERT_EQ(program.dispatch(pipeline), VK_SUCCESS);
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(buffers[i].words[0], 10 + i);
  EXPECT_EQ(program.findings(), Rules{});
}

TEST(DescriptorArraysFind, AnElementBeyondTheVariableNumber) {
  for (const std::uint32_t count : {2u, 3u}) {
    Program program;
    const TestPipeline pipeline = program.pipeline(each_its_own, {.bindings = {storage},
                                                                  .counts = {8},
                                                                  .binding_flags = {variable},
                                                                  .variable_count = count});
    std::vector<TestBuffer> buffers;
    for (std::uint32_t i = 0; i < count; ++i) {
      buffers.push_back(program.buffer_of({0}));
      program.write(pipeline, 0, buffers[i], storage, i);
    }
    ASSERT_EQ(program.dispatch(pipeline), VK_SUCCESS);
    ASSERT_EQ(program.findings().empty(), count == 3) << count;
    if (count == 3) continue;
    EXPECT_NE(program.messages()[0].find("index 2 of 2 elements"), std::string::npos)
        << program.messages()[0];
  }
}

TEST(DescriptorArraysWork, ElementsThatAreNotAccessedNeedNoContents) {
  Program program;
  const TestPipeline pipeline = program.pipeline(
      only_one,
      {.bindings = {storage}, .push_constants = 4, .counts = {4}, .binding_flags = {partial}});
  const TestBuffer buffer = program.buffer_of({0});
  program.write(pipeline, 0, buffer, storage, 2);
  ASSERT_EQ(run_element(program, pipeline, 2), VK_SUCCESS);
  EXPECT_EQ(buffer.words[0], 7u);
  EXPECT_EQ(program.findings(), Rules{});
}

TEST(DescriptorArraysFind, AnAccessToAnElementWithoutContents) {
  Program program;
  const TestPipeline pipeline = program.pipeline(
      only_one,
      {.bindings = {storage}, .push_constants = 4, .counts = {4}, .binding_flags = {partial}});
  program.write(pipeline, 0, program.buffer_of({0}), storage, 2);
  ASSERT_EQ(run_element(program, pipeline, 1), VK_SUCCESS);
  ASSERT_FALSE(program.findings().empty());
  EXPECT_EQ(program.findings()[0], "descriptor.not-bound");
}

// A buffer that was destroyed counts as one without contents, if the binding permits that.
TEST(DescriptorArraysFind, AnAccessToADestroyedBuffer) {
  for (const bool is_partial : {true, false}) {
    for (const std::uint32_t accessed : {0u, 1u}) {
      Program program;
      Program::PipelineSetup setup{.bindings = {storage}, .push_constants = 4, .counts = {2}};
      if (is_partial) setup.binding_flags = {partial};
      const TestPipeline pipeline = program.pipeline(only_one, setup);
      program.write(pipeline, 0, program.buffer_of({0}), storage, 1);
      VkBufferCreateInfo info{};
      info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
      info.size = 4;
      info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
      TestBuffer destroyed;
      ASSERT_EQ(vkCreateBuffer(program.device, &info, nullptr, &destroyed.buffer), VK_SUCCESS);
      vkBindBufferMemory(program.device, destroyed.buffer, program.allocate(16, false), 0);
      program.write(pipeline, 0, destroyed, storage, 0);
      vkDestroyBuffer(program.device, destroyed.buffer, nullptr);
      ASSERT_EQ(run_element(program, pipeline, accessed), VK_SUCCESS);
      const Rules expected = !is_partial     ? Rules{"object.in-use"}
                             : accessed == 0 ? Rules{"descriptor.not-bound"}
                                             : Rules{};
      ASSERT_EQ(program.findings(), expected) << is_partial << accessed;
    }
  }
}

TEST(DescriptorArraysWork, DescriptorsAreUpdatedAfterTheyWereBound) {
  Program program;
  const TestPipeline pipeline = program.pipeline(
      only_one,
      {.bindings = {storage}, .push_constants = 4, .counts = {1}, .binding_flags = {after_bind}});
  const TestBuffer first = program.buffer_of({0}), second = program.buffer_of({0});
  program.write(pipeline, 0, first);
  const std::uint32_t element = 0;
  const VkCommandBuffer commands = program.record([&](VkCommandBuffer recorded) {
    program.bind(recorded, pipeline);
    vkCmdPushConstants(recorded, pipeline.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &element);
    vkCmdDispatch(recorded, 1, 1, 1);
  });
  program.write(pipeline, 0, second);
  ASSERT_EQ(program.submit(commands), VK_SUCCESS);
  ASSERT_EQ(program.wait(), VK_SUCCESS);
  EXPECT_EQ(first.words[0], 0u);
  EXPECT_EQ(second.words[0], 7u);
  EXPECT_EQ(program.findings(), Rules{});
}

TEST(DescriptorArraysFind, APoolWithoutUpdatesAfterBinding) {
  Program program;
  const TestPipeline pipeline = program.pipeline(
      only_one,
      {.bindings = {storage}, .push_constants = 4, .counts = {1}, .binding_flags = {after_bind}});
  const VkDescriptorPoolSize size{storage, 1};
  VkDescriptorPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  info.maxSets = 1;
  info.poolSizeCount = 1;
  info.pPoolSizes = &size;
  VkDescriptorPool pool = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreateDescriptorPool(program.device, &info, nullptr, &pool), VK_SUCCESS);
  VkDescriptorSetAllocateInfo allocate{};
  allocate.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  allocate.descriptorPool = pool;
  allocate.descriptorSetCount = 1;
  allocate.pSetLayouts = &pipeline.set_layout;
  VkDescriptorSet set = VK_NULL_HANDLE;
  EXPECT_NE(vkAllocateDescriptorSets(program.device, &allocate, &set), VK_SUCCESS);
  EXPECT_EQ(program.findings(), Rules{"argument.invalid"});
  vkDestroyDescriptorPool(program.device, pool, nullptr);
}

const char* const copy = R"(#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer From { uint from; };
layout(std430, binding = 1) writeonly buffer To { uint to; };
void main() { to = from + 1; }
)";

// Pushes a buffer.
class Pusher {
 public:
  Pusher(const Program& program, const TestPipeline& pipeline)
      : push_(program.function<PFN_vkCmdPushDescriptorSetKHR>("vkCmdPushDescriptorSetKHR")),
        layout_(pipeline.layout) {}

  void push(VkCommandBuffer commands, std::uint32_t binding, const TestBuffer& buffer) const {
    const VkDescriptorBufferInfo info{buffer.buffer, 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet write{};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstBinding = binding;
    write.descriptorCount = 1;
    write.descriptorType = storage;
    write.pBufferInfo = &info;
    push_(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0, 1, &write);
  }

 private:
  PFN_vkCmdPushDescriptorSetKHR push_;
  VkPipelineLayout layout_;
};

const Setup with_push{.extensions = {VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME}};

// The second dispatch keeps the first descriptor, and gets another second one.
TEST(PushDescriptorsWork, EachDispatchHasThoseOfItsTime) {
  Program program(with_push);
  const TestPipeline pipeline =
      program.pipeline(copy, {.bindings = {storage, storage}, .is_pushed = true});
  const Pusher pusher(program, pipeline);
  const TestBuffer from = program.buffer_of({4}), one = program.buffer_of({0}),
                   two = program.buffer_of({0});
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline);
    pusher.push(commands, 0, from);
    pusher.push(commands, 1, one);
    vkCmdDispatch(commands, 1, 1, 1);
    pusher.push(commands, 1, two);
    vkCmdDispatch(commands, 1, 1, 1);
  }),
            VK_SUCCESS);
  EXPECT_EQ(one.words[0], 5u);
  EXPECT_EQ(two.words[0], 5u);
  EXPECT_EQ(program.findings(), Rules{});
}

TEST(PushDescriptorsWork, ATemplatePushesThem) {
  Program program(with_push);
  const TestPipeline pipeline =
      program.pipeline(copy, {.bindings = {storage, storage}, .is_pushed = true});
  const VkDescriptorUpdateTemplateEntry entries[] = {
      {0, 0, 1, storage, 0, 0}, {1, 0, 1, storage, sizeof(VkDescriptorBufferInfo), 0}};
  VkDescriptorUpdateTemplateCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO;
  info.descriptorUpdateEntryCount = 2;
  info.pDescriptorUpdateEntries = entries;
  info.templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_PUSH_DESCRIPTORS_KHR;
  info.pipelineBindPoint = VK_PIPELINE_BIND_POINT_COMPUTE;
  info.pipelineLayout = pipeline.layout;
  VkDescriptorUpdateTemplate made = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreateDescriptorUpdateTemplate(program.device, &info, nullptr, &made), VK_SUCCESS);
  const TestBuffer from = program.buffer_of({4}), to = program.buffer_of({0});
  const VkDescriptorBufferInfo buffers[] = {{from.buffer, 0, VK_WHOLE_SIZE},
                                            {to.buffer, 0, VK_WHOLE_SIZE}};
  const auto push = program.function<PFN_vkCmdPushDescriptorSetWithTemplateKHR>(
      "vkCmdPushDescriptorSetWithTemplateKHR");
  ASSERT_EQ(program.run([&](VkCommandBuffer commands) {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline);
    push(commands, made, pipeline.layout, 0, buffers);
    vkCmdDispatch(commands, 1, 1, 1);
  }),
            VK_SUCCESS);
  EXPECT_EQ(to.words[0], 5u);
  EXPECT_EQ(program.findings(), Rules{});
  vkDestroyDescriptorUpdateTemplate(program.device, made, nullptr);
}

TEST(PushDescriptorsFind, OneThatWasNotPushedAndALayoutWithoutThem) {
  Program program(with_push);
  const TestPipeline pipeline =
      program.pipeline(copy, {.bindings = {storage, storage}, .is_pushed = true});
  const TestBuffer buffer = program.buffer_of({4});
  program.run([&](VkCommandBuffer commands) {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline);
    Pusher(program, pipeline).push(commands, 0, buffer);
    vkCmdDispatch(commands, 1, 1, 1);
  });
  EXPECT_EQ(program.findings(), Rules{"descriptor.not-written"});
  const TestPipeline other = program.pipeline(copy, 2);
  program.run([&](VkCommandBuffer commands) { Pusher(program, other).push(commands, 0, buffer); });
  EXPECT_EQ(program.findings(), (Rules{"descriptor.not-written", "argument.invalid"}));
}

}  // namespace
}  // namespace spirv_oracle::vulkan::test
