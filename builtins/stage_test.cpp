// Graphics stages: inputs, outputs and helper invocations, without a rasterizer.
#include "interpreter/stage.h"

#include <bit>
#include <functional>

#include <gtest/gtest.h>

#include "builtins/register_all.h"
#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

using Kind = InterfaceComponent::Kind;

InterfaceComponent location(std::uint32_t number, std::uint32_t component = 0) {
  return {.kind = Kind::location, .number = number, .component = component};
}
InterfaceComponent built_in(spv::BuiltIn number, std::uint32_t component = 0) {
  return {
      .kind = Kind::built_in, .number = static_cast<std::uint32_t>(number), .component = component};
}
std::uint64_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

std::shared_ptr<const Pipeline> pipeline_of(const std::string& text, Stage stage,
                                            std::uint32_t subgroup_size) {
  PipelineOptions options;
  options.stage = stage;
  options.subgroup_size = subgroup_size;
  options.vulkan_environment = true;
  auto pipeline = Pipeline::create(test::parse(text), default_registry(), options);
  EXPECT_TRUE(pipeline.has_value()) << (pipeline ? "" : pipeline.error().message);
  return pipeline ? *pipeline : nullptr;
}

// `count` invocations, packed into subgroups.
StageInvocations packed(std::uint32_t count, std::uint32_t subgroup_size) {
  StageInvocations all;
  for (std::uint32_t first = 0; first < count; first += subgroup_size)
    all.existing.push_back(LaneMask::first(std::min(subgroup_size, count - first)));
  return all;
}

void set_input(StageInvocations& all, const InterfaceComponent& component, std::uint32_t count,
               const std::function<std::uint64_t(std::uint32_t)>& value) {
  StageValues& values = all.inputs[component];
  for (std::uint32_t i = 0; i < count; ++i) values.bits.push_back(value(i));
}

constexpr const char* header = R"(
  OpCapability Shader
  OpMemoryModel Logical GLSL450
)";

constexpr const char* vertex = R"(
  OpEntryPoint Vertex %main "main" %index %in %per_vertex %out
  OpDecorate %index BuiltIn VertexIndex
  OpDecorate %in Location 2
  OpDecorate %out Location 1
  OpDecorate %out Component 1
  OpDecorate %block Block
  OpMemberDecorate %block 0 BuiltIn Position
  OpMemberDecorate %block 1 BuiltIn PointSize
  OpMemberDecorate %block 2 BuiltIn ClipDistance
  %void = OpTypeVoid
  %function = OpTypeFunction %void
  %f32 = OpTypeFloat 32
  %u32 = OpTypeInt 32 0
  %f64 = OpTypeFloat 64
  %v4 = OpTypeVector %f32 4
  %v2 = OpTypeVector %f32 2
  %one = OpConstant %u32 1
  %zero = OpConstant %u32 0
  %three = OpConstant %u32 3
  %columns = OpTypeArray %v4 %three
  %distances = OpTypeArray %f32 %one
  %block = OpTypeStruct %v4 %f32 %distances
  %to_block = OpTypePointer Output %block
  %to_v4 = OpTypePointer Output %v4
  %to_v2 = OpTypePointer Output %v2
  %to_u32 = OpTypePointer Input %u32
  %to_columns = OpTypePointer Input %columns
  %to_column = OpTypePointer Input %v4
  %index = OpVariable %to_u32 Input
  %in = OpVariable %to_columns Input
  %per_vertex = OpVariable %to_block Output
  %out = OpVariable %to_v2 Output
  %main = OpFunction %void None %function
  %entry = OpLabel
  %i = OpLoad %u32 %index
  %which = OpUMod %u32 %i %three
  %place = OpAccessChain %to_column %in %which
  %column = OpLoad %v4 %place
  %position = OpAccessChain %to_v4 %per_vertex %zero
  OpStore %position %column
  %low = OpVectorShuffle %v2 %column %column 3 2
  OpStore %out %low
  OpReturn
  OpFunctionEnd
)";

class Sizes : public testing::TestWithParam<std::uint32_t> {};

// An array of inputs, indexed dynamically, takes a Location for each element; outputs begin at a Component.
TEST_P(Sizes, VerticesReadAndWriteTheirInterface) {
  const auto pipeline = pipeline_of(std::string(header) + vertex, Stage::vertex, GetParam());
  ASSERT_NE(pipeline, nullptr);
  constexpr std::uint32_t count = 37;
  StageInvocations all = packed(count, GetParam());
  const auto value = [](std::uint32_t i, std::uint32_t at, std::uint32_t c) {
    return bits_of(static_cast<float>(100 * i + 10 * at + c));
  };
  set_input(all, built_in(spv::BuiltIn::VertexIndex), count, [](std::uint32_t i) { return i; });
  for (std::uint32_t at = 0; at < 3; ++at) {
    for (std::uint32_t c = 0; c < 4; ++c)
      set_input(all, location(2 + at, c), count, [&](std::uint32_t i) { return value(i, at, c); });
  }
  const auto result = run_stage(*pipeline, all, {});
  ASSERT_TRUE(result.has_value()) << result.error().message;
  EXPECT_TRUE(result->findings.empty());
  const auto& outputs = result->stage.values;
  ASSERT_EQ(outputs.size(), 6u);  // PointSize and ClipDistance are not accessed
  for (std::uint32_t i = 0; i < count; ++i) {
    for (std::uint32_t c = 0; c < 4; ++c)
      EXPECT_EQ(outputs.at(built_in(spv::BuiltIn::Position, c)).bits[i], value(i, i % 3, c)) << i;
    EXPECT_EQ(outputs.at(location(1, 1)).bits[i], value(i, i % 3, 3));
    EXPECT_EQ(outputs.at(location(1, 2)).bits[i], value(i, i % 3, 2));
  }
  for (std::size_t s = 0; s < all.existing.size(); ++s) {
    EXPECT_EQ(result->stage.returned[s], all.existing[s]);
    EXPECT_TRUE((outputs.at(location(1, 1)).undefined[s] & all.existing[s]).none());
  }
}

INSTANTIATE_TEST_SUITE_P(Subgroups, Sizes, testing::Values(1u, 4u, 32u, 128u));

TEST(Stage, WhatNobodyWritesIsUndefined) {
  const auto pipeline = pipeline_of(std::string(header) + vertex, Stage::vertex, 4);
  StageInvocations all = packed(3, 4);
  set_input(all, built_in(spv::BuiltIn::VertexIndex), 3, [](std::uint32_t) { return 0; });
  const auto result = run_stage(*pipeline, all, {});
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->stage.values.at(location(1, 1)).undefined[0] & all.existing[0],
            all.existing[0]);
}

// Lanes with x < 1 are demoted, those with y > 7 killed. The others store id + 1 and count themselves.
constexpr const char* fragment = R"(
  OpCapability Shader
  OpCapability DemoteToHelperInvocation
  OpCapability GroupNonUniformBallot
  OpExtension "SPV_EXT_demote_to_helper_invocation"
  OpMemoryModel Logical GLSL450
  OpEntryPoint Fragment %main "main" %uv %id %color %who
  OpExecutionMode %main OriginUpperLeft
  OpDecorate %uv Location 0
  OpDecorate %words ArrayStride 4
  OpDecorate %block Block
  OpMemberDecorate %block 0 Offset 0
  OpMemberDecorate %block 1 Offset 4
  OpDecorate %buffer Binding 0
  OpDecorate %buffer DescriptorSet 0
  OpDecorate %id Flat
  OpDecorate %id Location 1
  OpDecorate %color Location 0
  OpDecorate %who Location 1
  %void = OpTypeVoid
  %function = OpTypeFunction %void
  %f32 = OpTypeFloat 32
  %bool = OpTypeBool
  %u32 = OpTypeInt 32 0
  %v2 = OpTypeVector %f32 2
  %v4 = OpTypeVector %f32 4
  %u2 = OpTypeVector %u32 2
  %u4 = OpTypeVector %u32 4
  %in_v2 = OpTypePointer Input %v2
  %in_f32 = OpTypePointer Input %f32
  %in_u32 = OpTypePointer Input %u32
  %out_v4 = OpTypePointer Output %v4
  %out_u2 = OpTypePointer Output %u2
  %words = OpTypeRuntimeArray %u32
  %block = OpTypeStruct %u32 %words
  %to_block = OpTypePointer StorageBuffer %block
  %to_u32 = OpTypePointer StorageBuffer %u32
  %uv = OpVariable %in_v2 Input
  %id = OpVariable %in_u32 Input
  %color = OpVariable %out_v4 Output
  %who = OpVariable %out_u2 Output
  %buffer = OpVariable %to_block StorageBuffer
  %zero = OpConstant %u32 0
  %one = OpConstant %u32 1
  %three = OpConstant %u32 3
  %f0 = OpConstant %f32 0
  %f1 = OpConstant %f32 1
  %f7 = OpConstant %f32 7
  %true = OpConstantTrue %bool
  %main = OpFunction %void None %function
  %entry = OpLabel
  %place_x = OpAccessChain %in_f32 %uv %zero
  %x = OpLoad %f32 %place_x
  %is_left = OpFOrdLessThan %bool %x %f1
  OpSelectionMerge %after_demote None
  OpBranchConditional %is_left %demote %after_demote
  %demote = OpLabel
  OpDemoteToHelperInvocation
  OpBranch %after_demote
  %after_demote = OpLabel
  %place_y = OpAccessChain %in_f32 %uv %one
  %y = OpLoad %f32 %place_y
  %is_low = OpFOrdGreaterThan %bool %y %f7
  OpSelectionMerge %after_kill None
  OpBranchConditional %is_low %kill %after_kill
  %kill = OpLabel
  OpKill
  %after_kill = OpLabel
  %i = OpLoad %u32 %id
  %i1 = OpIAdd %u32 %i %one
  %word = OpAccessChain %to_u32 %buffer %one %i
  OpStore %word %i1
  %count = OpAccessChain %to_u32 %buffer %zero
  %before = OpAtomicIAdd %u32 %count %one %zero %one
  %dx = OpDPdx %f32 %x
  %helps = OpIsHelperInvocationEXT %bool
  %h = OpSelect %f32 %helps %f1 %f0
  %rgba = OpCompositeConstruct %v4 %x %y %dx %h
  OpStore %color %rgba
  %all = OpGroupNonUniformBallot %u4 %three %true
  %all2 = OpVectorShuffle %u2 %all %all 0 1
  OpStore %who %all2
  OpReturn
  OpFunctionEnd
)";

// Quads of a 4 by 4 area, whose lanes are (0,0), (1,0), (0,1), (1,1). The last row is killed, so its quads are not complete.
TEST(Stage, HelperInvocationsLeaveMemoryAlone) {
  constexpr std::uint32_t count = 16;
  for (const std::uint32_t size : {4u, 8u, 32u}) {
    for (const std::uint64_t seed : {0u, 1u, 2u}) {
      const auto pipeline = pipeline_of(fragment, Stage::fragment, size);
      ASSERT_NE(pipeline, nullptr);
      StageInvocations all = packed(count, size);
      const auto column = [](std::uint32_t i) { return i / 4 % 2 * 2 + i % 2; };
      const auto row = [](std::uint32_t i) { return i / 8 * 2 + i / 2 % 2; };
      set_input(all, location(0, 0), count,
                [&](std::uint32_t i) { return bits_of(0.5f + column(i)); });
      set_input(all, location(0, 1), count,
                [&](std::uint32_t i) { return bits_of(0.5f + row(i)); });
      set_input(all, location(1), count, [](std::uint32_t i) { return i; });
      // The pixel (3, 0) is not covered.
      all.helpers.resize(all.existing.size());
      for (std::uint32_t i = 0; i < count; ++i)
        if (column(i) == 3 && row(i) == 0) all.helpers[i / size].set(i % size);
      Bindings bindings;
      bindings.buffers[{0, 0, 0}] = ShadowedBytes::zero(4 + 4 * count);
      Policy policy;
      policy.seed = seed;
      policy.check_races = true;
      const auto result = run_stage(*pipeline, all, bindings, policy);
      ASSERT_TRUE(result.has_value()) << result.error().message;
      const StageOutputs& stage = result->stage;
      std::uint32_t stored[count + 1];
      std::memcpy(stored, result->buffers.at({0, 0, 0}).contents.bytes.data(), sizeof stored);
      std::uint32_t expected = 0;
      for (std::uint32_t i = 0; i < count; ++i) {
        const bool was_helper = column(i) == 3 && row(i) == 0;
        const bool helps = was_helper || column(i) == 0;
        EXPECT_EQ(stored[1 + i], helps ? 0 : i + 1) << i;
        expected += helps ? 0 : 1;
        EXPECT_TRUE(stage.returned[i / size].test(i % size));
        EXPECT_EQ(stage.helpers[i / size].test(i % size), helps) << i;
        EXPECT_EQ(stage.values.at(location(0, 2)).bits[i], bits_of(1.0f)) << i;
        EXPECT_EQ(stage.values.at(location(0, 3)).bits[i], bits_of(helps ? 1.0f : 0.0f)) << i;
      }
      EXPECT_EQ(stored[0], expected);
      // A ballot may leave out helper invocations.
      for (std::size_t s = 0; s < all.existing.size(); ++s)
        EXPECT_EQ(stage.values.at(location(1, 0)).implementation_dependent[s],
                  stage.helpers[s].any() ? all.existing[s] : LaneMask{});
    }
  }
}

// The ballot of a fragment shader whose lanes 0 to 2 are covered, in the words of its output.
StageOutputs ballot_of_three(const std::string& text) {
  const auto pipeline = pipeline_of(text, Stage::fragment, 4);
  StageInvocations all = packed(4, 4);
  all.helpers = {LaneMask::single(3)};
  set_input(all, location(0, 0), 4, [](std::uint32_t) { return bits_of(2); });
  set_input(all, location(0, 1), 4, [](std::uint32_t) { return bits_of(2); });
  set_input(all, location(1), 4, [](std::uint32_t i) { return i; });
  Bindings bindings;
  bindings.buffers[{0, 0, 0}] = ShadowedBytes::zero(20);
  auto result = run_stage(*pipeline, all, bindings);
  EXPECT_TRUE(result.has_value());
  return result ? result->stage : StageOutputs{};
}

TEST(Stage, HelperInvocationsMayBeInactiveInGroupInstructions) {
  const StageOutputs outputs = ballot_of_three(fragment);
  EXPECT_EQ(outputs.values.at(location(1, 0)).bits[0], 15u);
  EXPECT_EQ(outputs.values.at(location(1, 0)).implementation_dependent[0], LaneMask::first(4));
  // The second word is 0 with and without them.
  EXPECT_EQ(outputs.values.at(location(1, 1)).implementation_dependent[0], LaneMask{});
}

TEST(Stage, MaximalReconvergenceKeepsHelperInvocationsActive) {
  std::string text = fragment;
  text.insert(text.find("  OpMemoryModel"), "  OpExtension \"SPV_KHR_maximal_reconvergence\"\n");
  text.insert(text.find("  OpDecorate %uv"), "  OpExecutionMode %main MaximallyReconvergesKHR\n");
  const StageOutputs outputs = ballot_of_three(text);
  EXPECT_EQ(outputs.values.at(location(1, 0)).bits[0], 15u);
  EXPECT_TRUE(outputs.values.at(location(1, 0)).implementation_dependent[0].none());
}

TEST(Stage, KilledInvocationsDoNotReturn) {
  const auto pipeline = pipeline_of(fragment, Stage::fragment, 4);
  StageInvocations all = packed(4, 4);
  set_input(all, location(0, 0), 4, [](std::uint32_t) { return bits_of(2); });
  set_input(all, location(0, 1), 4, [](std::uint32_t i) { return bits_of(i == 2 ? 8.0f : 1.0f); });
  set_input(all, location(1), 4, [](std::uint32_t i) { return i; });
  Bindings bindings;
  bindings.buffers[{0, 0, 0}] = ShadowedBytes::zero(20);
  const auto result = run_stage(*pipeline, all, bindings);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->stage.returned[0], LaneMask::first(4) & ~LaneMask::single(2));
  // The derivative lacks a lane of its quad.
  EXPECT_EQ(result->status, Status::undefined_behavior);
}

TEST(Stage, OthersAreRefused) {
  const auto module = test::parse(fragment);
  PipelineOptions options;
  options.stage = Stage::vertex;
  EXPECT_FALSE(Pipeline::create(module, default_registry(), options).has_value());
  options.stage = Stage::compute;
  const auto compute = Pipeline::create(module, default_registry(), options);
  ASSERT_FALSE(compute.has_value());
  EXPECT_EQ(compute.error().status, Status::unsupported);
  const auto pipeline = pipeline_of(fragment, Stage::fragment, 4);
  const auto result = run(*pipeline, Launch{}, {});
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().status, Status::bad_input);
}

TEST(Stage, TheInterfaceSaysHowValuesAreInterpolated) {
  const auto pipeline = pipeline_of(fragment, Stage::fragment, 4);
  const StageInterface interface = stage_interface(*pipeline);
  EXPECT_EQ(interface.inputs.size(), 3u);
  EXPECT_TRUE(interface.inputs.at(location(1)).is_flat);
  EXPECT_FALSE(interface.inputs.at(location(0, 1)).is_flat);
  EXPECT_TRUE(interface.inputs.at(location(0, 1)).is_float);
  EXPECT_EQ(interface.outputs.size(), 6u);
  EXPECT_TRUE(interface.has(spv::ExecutionMode::OriginUpperLeft));
}

}  // namespace
}  // namespace spirv_oracle
