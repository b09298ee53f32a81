// Pipelines that are dispatched more than once. The shader is checked against sums computed here.
#include "interpreter/pipeline.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>
#include <vector>

#include "interpreter/ir/registry.h"
#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

// Adds the push constant to the first word of the buffer, and makes the second one undefined.
constexpr const char* shader = R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %buffer %pushed
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %words ArrayStride 4
OpMemberDecorate %block 0 Offset 0
OpDecorate %block Block
OpMemberDecorate %pushed_block 0 Offset 0
OpDecorate %pushed_block Block
OpDecorate %buffer DescriptorSet 0
OpDecorate %buffer Binding 0
OpDecorate %factor SpecId 0
%void = OpTypeVoid
%to_void = OpTypeFunction %void
%uint = OpTypeInt 32 0
%factor = OpSpecConstant %uint 1
%words = OpTypeRuntimeArray %uint
%block = OpTypeStruct %words
%pushed_block = OpTypeStruct %uint
%to_block = OpTypePointer StorageBuffer %block
%to_word = OpTypePointer StorageBuffer %uint
%to_pushed_block = OpTypePointer PushConstant %pushed_block
%to_pushed = OpTypePointer PushConstant %uint
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%undefined = OpUndef %uint
%buffer = OpVariable %to_block StorageBuffer
%pushed = OpVariable %to_pushed_block PushConstant
%main = OpFunction %void None %to_void
%entry = OpLabel
%from = OpAccessChain %to_pushed %pushed %zero
%summand = OpLoad %uint %from
%product = OpIMul %uint %summand %factor
%word = OpAccessChain %to_word %buffer %zero %zero
%before = OpLoad %uint %word
%sum = OpIAdd %uint %before %product
OpStore %word %sum
%second = OpAccessChain %to_word %buffer %zero %one
OpStore %second %undefined
OpReturn
OpFunctionEnd
)";

ShadowedBytes words_of(const std::vector<std::uint32_t>& words) {
  ShadowedBytes contents = ShadowedBytes::zero(words.size() * 4);
  std::memcpy(contents.bytes.data(), words.data(), contents.size());
  return contents;
}

std::uint32_t first_word(const ShadowedBytes& contents) {
  std::uint32_t word = 0;
  std::memcpy(&word, contents.bytes.data(), sizeof word);
  return word;
}

class Pipelines : public testing::Test {
 protected:
  Pipelines() { register_core_instructions(registry_); }

  std::shared_ptr<const Pipeline> create(PipelineOptions options = {}) {
    const auto module = test::load(shader);
    if (module == nullptr) return nullptr;
    const auto pipeline = Pipeline::create(module, registry_, std::move(options));
    EXPECT_TRUE(pipeline) << pipeline.error().message;
    return pipeline ? *pipeline : nullptr;
  }
  static Bindings bindings(const std::vector<std::uint32_t>& words, std::uint32_t summand) {
    Bindings bindings;
    bindings.buffers[{0, 0, 0}] = words_of(words);
    bindings.push_constants = words_of({summand});
    return bindings;
  }

  InstructionRegistry registry_;
};

TEST_F(Pipelines, MemoryIsKeptFromOneDispatchToTheNextWithItsDefinedness) {
  const auto pipeline = create();
  ASSERT_NE(pipeline, nullptr);
  Bindings given = bindings({5, 6, 7}, 0);
  std::uint32_t expected = 5;
  for (const std::uint32_t summand : {10u, 100u, 1000u}) {
    given.push_constants = words_of({summand});
    auto result = run(*pipeline, {}, given);
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(first_word(given.buffers.at({0, 0, 0})), expected) << "a run changes nothing";
    keep_memory(*result, given);
    expected += summand;
    const ShadowedBytes& kept = given.buffers.at({0, 0, 0});
    EXPECT_EQ(first_word(kept), expected);
    EXPECT_EQ(kept.shadow[0], Definedness::defined);
    EXPECT_EQ(kept.shadow[4], Definedness::undefined);
    EXPECT_EQ(kept.shadow[8], Definedness::defined);
  }
  EXPECT_EQ(pipeline->program_count(), 1u);
}

TEST_F(Pipelines, OtherBindingsGetAProgramOfTheirOwnAndTheSameOnesShareIt) {
  const auto pipeline = create();
  ASSERT_NE(pipeline, nullptr);
  const auto sum = [&](const Bindings& given) {
    const auto result = run(*pipeline, {}, given);
    EXPECT_TRUE(result) << result.error().message;
    return result ? first_word(result->buffers.at({0, 0, 0}).contents) : 0;
  };
  EXPECT_EQ(sum(bindings({1, 0}, 2)), 3u);
  EXPECT_EQ(sum(bindings({10, 0}, 20)), 30u);
  EXPECT_EQ(pipeline->program_count(), 1u);
  EXPECT_EQ(sum(bindings({1, 0, 0, 0}, 4)), 5u);
  EXPECT_EQ(pipeline->program_count(), 2u);
  EXPECT_EQ(sum(bindings({7, 0}, 7)), 14u);
  EXPECT_EQ(pipeline->program_count(), 2u);
}

TEST_F(Pipelines, NumbersOfWorkgroupsShareAProgram) {
  const auto pipeline = create();
  ASSERT_NE(pipeline, nullptr);
  for (const std::uint32_t groups : {1u, 3u}) {
    Launch launch;
    launch.groups = {groups, 1, 1};
    const auto result = run(*pipeline, launch, bindings({0, 0}, 2));
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(first_word(result->buffers.at({0, 0, 0}).contents), 2 * groups);
  }
  EXPECT_EQ(pipeline->program_count(), 1u);
}

TEST_F(Pipelines, EachHasItsOwnSpecialization) {
  PipelineOptions options;
  options.specialization[0] = 3;
  const auto once = create(), three_times = create(options);
  ASSERT_TRUE(once != nullptr && three_times != nullptr);
  const auto first = run(*once, {}, bindings({1, 0}, 10));
  const auto second = run(*three_times, {}, bindings({1, 0}, 10));
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first_word(first->buffers.at({0, 0, 0}).contents), 11u);
  EXPECT_EQ(first_word(second->buffers.at({0, 0, 0}).contents), 31u);
}

TEST_F(Pipelines, SeveralThreadsCanDispatchOneAtATime) {
  const auto pipeline = create();
  ASSERT_NE(pipeline, nullptr);
  constexpr std::uint32_t count = 8, dispatches = 50;
  std::vector<std::uint32_t> sums(count);
  std::vector<std::thread> threads;
  for (std::uint32_t i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      // Of four sizes, so that programs are compiled while others run.
      Bindings given = bindings(std::vector<std::uint32_t>(2 + i % 4), i);
      for (std::uint32_t n = 0; n < dispatches; ++n) {
        auto result = run(*pipeline, {}, given);
        if (result) keep_memory(*result, given);
      }
      sums[i] = first_word(given.buffers.at({0, 0, 0}));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::uint32_t i = 0; i < count; ++i) EXPECT_EQ(sums[i], dispatches * i);
  EXPECT_EQ(pipeline->program_count(), 4u);
}

TEST_F(Pipelines, WhatNothingCanFixIsAnErrorBeforeAnythingIsBound) {
  PipelineOptions options;
  options.entry_point = "other";
  const auto no_such = Pipeline::create(test::load(shader), registry_, options);
  ASSERT_FALSE(no_such);
  EXPECT_EQ(no_such.error().status, Status::bad_input);
  options = {};
  options.subgroup_size = 3;
  EXPECT_FALSE(Pipeline::create(test::load(shader), registry_, options));
}

TEST_F(Pipelines, AMissingBufferIsAnErrorOfTheDispatch) {
  const auto pipeline = create();
  ASSERT_NE(pipeline, nullptr);
  Bindings none;
  none.push_constants = words_of({1});
  const auto result = run(*pipeline, {}, none);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().status, Status::bad_input);
  EXPECT_TRUE(run(*pipeline, {}, bindings({0, 0}, 1)));
}

}  // namespace
}  // namespace spirv_oracle
