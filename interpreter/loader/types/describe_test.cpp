#include "interpreter/loader/types/describe.h"

#include <string_view>

#include <gtest/gtest.h>

#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

constexpr const char* two_entry_points = R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %first "first" %input %output %parameters %push
OpEntryPoint GLCompute %second "second" %output %array
OpExecutionMode %first LocalSize 4 2 1
OpExecutionModeId %second LocalSizeId %eight %scale %one
OpName %input "in_data"
OpName %Output "Output"
OpName %output ""
OpName %push "push"
OpName %scale "scale"
OpDecorate %scale SpecId 7
OpDecorate %flag SpecId 3
OpDecorate %floats ArrayStride 4
OpDecorate %Input Block
OpMemberDecorate %Input 0 Offset 0
OpMemberDecorate %Input 0 NonWritable
OpDecorate %Output Block
OpMemberDecorate %Output 0 Offset 0
OpMemberDecorate %Output 1 Offset 16
OpDecorate %Parameters Block
OpMemberDecorate %Parameters 0 Offset 0
OpMemberDecorate %Parameters 1 Offset 4
OpDecorate %Push Block
OpMemberDecorate %Push 0 Offset 0
OpDecorate %input DescriptorSet 1
OpDecorate %input Binding 2
OpDecorate %output DescriptorSet 0
OpDecorate %output Binding 5
OpDecorate %parameters DescriptorSet 2
OpDecorate %parameters Binding 0
OpDecorate %array DescriptorSet 3
OpDecorate %array Binding 1
%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%uint = OpTypeInt 32 0
%int = OpTypeInt 32 1
%bool = OpTypeBool
%v4float = OpTypeVector %float 4
%zero = OpConstant %int 0
%one = OpConstant %uint 1
%three = OpConstant %uint 3
%eight = OpConstant %uint 8
%scale = OpSpecConstant %uint 2
%flag = OpSpecConstantTrue %bool
%floats = OpTypeRuntimeArray %float
%Input = OpTypeStruct %uint
%Output = OpTypeStruct %v4float %floats
%Parameters = OpTypeStruct %int %uint
%Push = OpTypeStruct %int
%Outputs = OpTypeArray %Output %three
%input_pointer = OpTypePointer StorageBuffer %Input
%output_pointer = OpTypePointer StorageBuffer %Output
%outputs_pointer = OpTypePointer StorageBuffer %Outputs
%parameters_pointer = OpTypePointer Uniform %Parameters
%push_pointer = OpTypePointer PushConstant %Push
%push_int = OpTypePointer PushConstant %int
%uniform_int = OpTypePointer Uniform %int
%storage_uint = OpTypePointer StorageBuffer %uint
%storage_v4 = OpTypePointer StorageBuffer %v4float
%input = OpVariable %input_pointer StorageBuffer
%output = OpVariable %output_pointer StorageBuffer
%parameters = OpVariable %parameters_pointer Uniform
%push = OpVariable %push_pointer PushConstant
%array = OpVariable %outputs_pointer StorageBuffer
%first = OpFunction %void None %function
%10 = OpLabel
%11 = OpAccessChain %storage_uint %input %zero
%12 = OpLoad %uint %11
%13 = OpFunctionCall %void %helper
OpReturn
OpFunctionEnd
%second = OpFunction %void None %function
%20 = OpLabel
%21 = OpAccessChain %storage_v4 %output %zero
%22 = OpAccessChain %storage_v4 %array %zero %zero
OpReturn
OpFunctionEnd
%helper = OpFunction %void None %function
%30 = OpLabel
%31 = OpAccessChain %uniform_int %parameters %zero
%32 = OpAccessChain %push_int %push %zero
%33 = OpFunctionCall %void %deeper
OpReturn
OpFunctionEnd
%deeper = OpFunction %void None %function
%40 = OpLabel
%41 = OpAccessChain %storage_v4 %output %zero
OpReturn
OpFunctionEnd
)";

class DescribeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    module_ = test::load(two_entry_points);
    ASSERT_NE(module_, nullptr);
    info_ = describe(*module_);
    ASSERT_EQ(info_.entry_points.size(), 2u);
  }
  const ResourceInfo& resource(std::size_t entry, std::string_view name) const {
    for (const ResourceInfo& found : info_.entry_points[entry].resources) {
      if (found.name == name) return found;
    }
    ADD_FAILURE() << "no resource " << name;
    static const ResourceInfo nothing;
    return nothing;
  }
  std::shared_ptr<const Module> module_;
  ModuleInfo info_;
};

TEST_F(DescribeTest, EntryPointsHaveTheirWorkgroupSizes) {
  EXPECT_EQ(info_.entry_points[0].name, "first");
  EXPECT_EQ(info_.entry_points[0].execution_model, "GLCompute");
  EXPECT_EQ(info_.entry_points[0].local_size, (Dim3{4, 2, 1}));
  EXPECT_EQ(info_.entry_points[1].local_size, (Dim3{8, 2, 1}));
}

TEST_F(DescribeTest, ResourcesAreThoseOfTheCallTree) {
  EXPECT_EQ(info_.entry_points[0].resources.size(), 4u);
  EXPECT_EQ(info_.entry_points[1].resources.size(), 2u);
}

TEST_F(DescribeTest, StorageBufferWithRuntimeArray) {
  const ResourceInfo& output = resource(0, "Output");  // the variable has no name
  EXPECT_EQ(output.kind, ResourceKind::storage_buffer);
  EXPECT_EQ(output.set, 0u);
  EXPECT_EQ(output.binding, 5u);
  EXPECT_EQ(output.fixed_size, 16u);
  EXPECT_EQ(output.runtime_stride, 4u);
  EXPECT_EQ(output.scalar, ScalarKind::float32);
  EXPECT_EQ(output.descriptor_count, 1u);
  EXPECT_TRUE(output.writable);
}

TEST_F(DescribeTest, NonWritableMembersMakeABufferReadOnly) {
  const ResourceInfo& input = resource(0, "in_data");
  EXPECT_FALSE(input.writable);
  EXPECT_EQ(input.set, 1u);
  EXPECT_EQ(input.binding, 2u);
  EXPECT_EQ(input.fixed_size, 4u);
  EXPECT_EQ(input.runtime_stride, 0u);
  EXPECT_EQ(input.scalar, ScalarKind::uint32);
}

TEST_F(DescribeTest, UniformBufferOfMixedTypesHasNoScalarType) {
  for (const ResourceInfo& found : info_.entry_points[0].resources) {
    if (found.kind != ResourceKind::uniform_buffer) continue;
    EXPECT_EQ(found.set, 2u);
    EXPECT_EQ(found.fixed_size, 8u);
    EXPECT_EQ(found.scalar, std::nullopt);
    EXPECT_FALSE(found.writable);
  }
}

TEST_F(DescribeTest, PushConstants) {
  const ResourceInfo& push = resource(0, "push");
  EXPECT_EQ(push.kind, ResourceKind::push_constant);
  EXPECT_EQ(push.scalar, ScalarKind::int32);
  EXPECT_EQ(push.fixed_size, 4u);
}

TEST_F(DescribeTest, DescriptorArraysHaveACount) {
  for (const ResourceInfo& found : info_.entry_points[1].resources) {
    if (found.set == 3) {
      EXPECT_EQ(found.descriptor_count, 3u);
      EXPECT_EQ(found.fixed_size, 16u);
      EXPECT_EQ(found.runtime_stride, 4u);
    }
  }
}

TEST_F(DescribeTest, SpecConstants) {
  ASSERT_EQ(info_.spec_constants.size(), 2u);
  const SpecConstantInfo& scale = info_.spec_constants[0];
  EXPECT_EQ(scale.name, "scale");
  EXPECT_EQ(scale.spec_id, 7u);
  EXPECT_EQ(scale.type, ScalarKind::uint32);
  EXPECT_EQ(scale.default_bits, 2u);
  EXPECT_EQ(info_.spec_constants[1].type, ScalarKind::boolean);
  EXPECT_EQ(info_.spec_constants[1].default_bits, 1u);
}

TEST(DescribeOldModuleTest, BufferBlockIsAStorageBuffer) {
  const auto module = test::load(R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %Block BufferBlock
OpMemberDecorate %Block 0 Offset 0
OpDecorate %variable DescriptorSet 0
OpDecorate %variable Binding 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%uint = OpTypeInt 32 0
%zero = OpConstant %uint 0
%Block = OpTypeStruct %uint
%pointer = OpTypePointer Uniform %Block
%member = OpTypePointer Uniform %uint
%variable = OpVariable %pointer Uniform
%main = OpFunction %void None %function
%10 = OpLabel
%11 = OpAccessChain %member %variable %zero
OpReturn
OpFunctionEnd
)",
                                 SPV_ENV_UNIVERSAL_1_0);
  ASSERT_NE(module, nullptr);
  const ModuleInfo info = describe(*module);
  ASSERT_EQ(info.entry_points[0].resources.size(), 1u);
  EXPECT_EQ(info.entry_points[0].resources[0].kind, ResourceKind::storage_buffer);
  EXPECT_TRUE(info.entry_points[0].resources[0].writable);
}

}  // namespace
}  // namespace spirv_oracle
