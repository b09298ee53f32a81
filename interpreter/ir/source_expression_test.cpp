#include "interpreter/ir/source_expression.h"

#include <gtest/gtest.h>

#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

// As glslang compiles a block without an instance name ("counts[]"), a block "in_" with nested members, a local variable
// "i", a vector "v" and variables "param" for arguments.
constexpr const char* text = R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
OpSource GLSL 450
OpName %Counts "Counts"
OpMemberName %Counts 0 "counts"
OpName %anonymous ""
OpName %Row "Row"
OpMemberName %Row 0 "first"
OpMemberName %Row 1 "color"
OpName %Input "Input"
OpMemberName %Input 0 "rows"
OpName %input "in_"
OpName %Elements "Elements"
OpMemberName %Elements 0 "@data"
OpName %elements "numbers"
OpName %i "i"
OpName %copy "n.addr"
OpName %v "v"
OpName %argument "param"
OpName %unnamed ""
OpName %size "size"
OpName %long_name "a_name_that_is_long_enough_for_a_sum_to_be_too_long"
OpDecorate %size SpecId 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%uint = OpTypeInt 32 0
%int = OpTypeInt 32 1
%ushort = OpTypeInt 16 0
%ulong = OpTypeInt 64 0
%float = OpTypeFloat 32
%vec4 = OpTypeVector %float 4
%int_0 = OpConstant %int 0
%int_1 = OpConstant %int 1
%int_n1 = OpConstant %int -1
%uint_2 = OpConstant %uint 2
%size = OpSpecConstant %uint 8
%uints = OpTypeRuntimeArray %uint
%Counts = OpTypeStruct %uints
%Row = OpTypeStruct %uint %vec4
%rows = OpTypeArray %Row %uint_2
%Input = OpTypeStruct %rows
%Elements = OpTypeStruct %uints
%counts_pointer = OpTypePointer StorageBuffer %Counts
%input_pointer = OpTypePointer StorageBuffer %Input
%elements_pointer = OpTypePointer StorageBuffer %Elements
%uint_pointer = OpTypePointer StorageBuffer %uint
%float_pointer = OpTypePointer StorageBuffer %float
%local_uint = OpTypePointer Function %uint
%local_vector = OpTypePointer Function %vec4
%anonymous = OpVariable %counts_pointer StorageBuffer
%input = OpVariable %input_pointer StorageBuffer
%elements = OpVariable %elements_pointer StorageBuffer
%main = OpFunction %void None %function
%begin = OpLabel
%i = OpVariable %local_uint Function
%copy = OpVariable %local_uint Function
%argument = OpVariable %local_uint Function
%unnamed = OpVariable %local_uint Function
%long_name = OpVariable %local_uint Function
%v = OpVariable %local_vector Function
%1 = OpLoad %uint %i
%101 = OpAccessChain %uint_pointer %anonymous %int_0 %1
%2 = OpLoad %uint %101
%3 = OpIAdd %uint %1 %uint_2
%102 = OpAccessChain %uint_pointer %anonymous %int_0 %3
%4 = OpLoad %uint %102
%103 = OpAccessChain %float_pointer %input %int_0 %1 %int_1 %uint_2
%5 = OpLoad %float %103
%104 = OpLoad %vec4 %v
%6 = OpCompositeExtract %float %104 3
%7 = OpIMul %uint %3 %size
%105 = OpAccessChain %uint_pointer %elements %int_0 %int_1
%8 = OpLoad %uint %105
%9 = OpLoad %uint %copy
%10 = OpUConvert %ulong %1
%11 = OpUGreaterThan %uint %1 %uint_2
%12 = OpISub %int %1 %int_n1
%13 = OpIAdd %uint %7 %1
%14 = OpISub %uint %13 %3
%15 = OpULessThan %bool %3 %7
%107 = OpLogicalAnd %bool %15 %11
%16 = OpLogicalAnd %bool %107 %15
%17 = OpLogicalOr %bool %107 %11
%108 = OpBitwiseAnd %uint %1 %3
%18 = OpIEqual %bool %108 %uint_2
%109 = OpShiftLeftLogical %uint %1 %uint_2
%19 = OpIAdd %uint %109 %1
%27 = OpIMul %uint %7 %2
%28 = OpCopyObject %uint %3
%20 = OpLoad %uint %argument
%21 = OpLoad %uint %unnamed
%22 = OpIAdd %uint %1 %21
%23 = OpUConvert %ushort %1
%24 = OpNot %uint %1
%26 = OpBitcast %float %1
%106 = OpLoad %uint %long_name
%25 = OpIAdd %uint %106 %106
OpReturn
OpFunctionEnd
)";

class SourceExpression : public testing::Test {
 protected:
  SourceExpression() { register_core_instructions(registry_); }

  std::string of(std::uint32_t original) const {
    for (Id id = 1; id < module_->id_count(); ++id)
      if (module_->original_id(id) == original) return source_expression(registry_, *module_, id);
    ADD_FAILURE() << "no id " << original;
    return "";
  }

  InstructionRegistry registry_;
  std::shared_ptr<const Module> module_ = test::parse(text);
};

TEST_F(SourceExpression, ReadsAsTheSource) {
  EXPECT_EQ(of(1), "i");
  EXPECT_EQ(of(2), "counts[i]");
  EXPECT_EQ(of(3), "i + 2");
  EXPECT_EQ(of(4), "counts[i + 2]");
  EXPECT_EQ(of(5), "in_.rows[i].color.z");
  EXPECT_EQ(of(6), "v.w");
  EXPECT_EQ(of(7), "(i + 2) * size");
  EXPECT_EQ(of(8), "numbers[1]");
  EXPECT_EQ(of(9), "n");
  EXPECT_EQ(of(10), "i");
  EXPECT_EQ(of(11), "i > 2");
  EXPECT_EQ(of(12), "i - -1");
}

TEST_F(SourceExpression, HasParenthesesWhereReadersNeedThem) {
  EXPECT_EQ(of(13), "(i + 2) * size + i");
  EXPECT_EQ(of(14), "(i + 2) * size + i - (i + 2)");
  EXPECT_EQ(of(15), "i + 2 < (i + 2) * size");
  EXPECT_EQ(of(16), "i + 2 < (i + 2) * size && i > 2 && i + 2 < (i + 2) * size");
  EXPECT_EQ(of(17), "(i + 2 < (i + 2) * size && i > 2) || i > 2");
  EXPECT_EQ(of(18), "(i & (i + 2)) == 2");
  EXPECT_EQ(of(19), "(i << 2) + i");
  EXPECT_EQ(of(27), "(i + 2) * size * counts[i]");
  EXPECT_EQ(of(28), "i + 2") << "a copy";
}

TEST_F(SourceExpression, IsEmptyIfAPartHasNoName) {
  for (const std::uint32_t id : {20u, 21u, 22u}) EXPECT_EQ(of(id), "") << id;
}

TEST_F(SourceExpression, IsEmptyForOtherInstructions) {
  EXPECT_EQ(of(23), "") << "a conversion that drops bits";
  EXPECT_EQ(of(26), "") << "the bits of a float";
  EXPECT_EQ(of(24), "");
}

TEST_F(SourceExpression, IsEmptyIfItWouldBeLong) { EXPECT_EQ(of(25), ""); }

}  // namespace
}  // namespace spirv_oracle
