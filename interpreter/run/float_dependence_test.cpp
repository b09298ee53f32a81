#include "interpreter/run/float_dependence.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

const InstructionRegistry& core_registry() {
  static const InstructionRegistry registry = [] {
    InstructionRegistry core;
    register_core_instructions(core);
    return core;
  }();
  return registry;
}

// A shader with a float %x, an integer %i, a Boolean %b, and variables for them.
bool decides(const std::string& body, const std::string& decorations = "") {
  const std::string text = test::shader_header() + decorations + R"(
%void = OpTypeVoid
%fn = OpTypeFunction %void
%bool = OpTypeBool
%float = OpTypeFloat 32
%int = OpTypeInt 32 1
%float2 = OpTypeVector %float 2
%pair = OpTypeStruct %float %int
%to_float = OpTypePointer Private %float
%to_int = OpTypePointer Private %int
%float_variable = OpVariable %to_float Private
%int_variable = OpVariable %to_int Private
%x = OpConstant %float 1.5
%i = OpConstant %int 3
%b = OpConstantTrue %bool
%main = OpFunction %void None %fn
%entry = OpLabel
)" + body + "\nOpReturn\nOpFunctionEnd\n";
  const auto module = test::parse(text, SPV_ENV_UNIVERSAL_1_3);
  return module != nullptr && floats_decide(*module, core_registry());
}

TEST(FloatsDecide, WhereIntegersAndBooleansComeFromFloats) {
  EXPECT_TRUE(decides("%r = OpConvertFToS %int %x"));
  EXPECT_TRUE(decides("%r = OpFOrdLessThan %bool %x %x"));
  EXPECT_TRUE(decides("%r = OpIsNan %bool %x"));
  EXPECT_TRUE(decides("%r = OpBitcast %int %x"));
}

TEST(FloatsDecide, NotWhereFloatsGiveFloatsOrMove) {
  EXPECT_FALSE(decides("%r = OpFAdd %float %x %x"));
  EXPECT_FALSE(decides("%r = OpSelect %float %b %x %x"));
  EXPECT_FALSE(decides("%r = OpCompositeConstruct %float2 %x %x"));
  EXPECT_FALSE(decides("%r = OpCompositeConstruct %pair %x %i\n%s = OpCompositeExtract %int %r 1"));
  EXPECT_FALSE(decides("%r = OpLoad %float %float_variable\nOpStore %float_variable %r"));
  EXPECT_FALSE(decides("%r = OpConvertSToF %float %i"));
  EXPECT_FALSE(decides("%r = OpIAdd %int %i %i"));
  EXPECT_FALSE(decides("%r = OpBitcast %float %i"));
}

TEST(FloatsDecide, WhereMemoryMayHaveTwoTypes) {
  EXPECT_TRUE(decides("%r = OpBitcast %to_int %float_variable"));
  EXPECT_TRUE(decides("", "OpDecorate %int_variable Aliased\n"));
  const std::string same =
      "OpDecorate %float_variable DescriptorSet 0\nOpDecorate %float_variable Binding 1\n"
      "OpDecorate %int_variable DescriptorSet 0\nOpDecorate %int_variable Binding ";
  EXPECT_TRUE(decides("", same + "1\n"));
  EXPECT_FALSE(decides("", same + "2\n"));
}

}  // namespace
}  // namespace spirv_oracle
