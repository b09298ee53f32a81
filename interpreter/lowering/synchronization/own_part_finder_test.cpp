#include "interpreter/lowering/synchronization/own_part_finder.h"

#include <gtest/gtest.h>

#include <string>

#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

// A function main that stores to words[%index], where %index is the result of the instructions. %id is GlobalInvocationId.x of
// workgroups of 64 x 2 invocations, %local is LocalInvocationIndex, %any comes from memory, %i is a variable.
std::string module_of(const std::string& instructions, const std::string& functions) {
  return R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %ids %locals
OpExecutionMode %main LocalSize 64 2 1
OpName %words "words"
OpDecorate %ids BuiltIn GlobalInvocationId
OpDecorate %locals BuiltIn LocalInvocationIndex
OpDecorate %array ArrayStride 4
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpMemberDecorate %block 1 Offset 16
OpDecorate %words DescriptorSet 0
OpDecorate %words Binding 0
OpDecorate %other DescriptorSet 0
OpDecorate %other Binding 1
%void = OpTypeVoid
%to_void = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%v3 = OpTypeVector %uint 3
%to_v3 = OpTypePointer Input %v3
%to_input = OpTypePointer Input %uint
%to_own = OpTypePointer Function %uint
%array = OpTypeRuntimeArray %uint
%block = OpTypeStruct %uint %array
%to_block = OpTypePointer StorageBuffer %block
%to_word = OpTypePointer StorageBuffer %uint
%of_pointer = OpTypeFunction %void %to_own
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%two = OpConstant %uint 2
%three = OpConstant %uint 3
%sixteen = OpConstant %uint 16
%minus_one = OpConstant %uint 4294967295
%true = OpConstantTrue %bool
%ids = OpVariable %to_v3 Input
%locals = OpVariable %to_input Input
%words = OpVariable %to_block StorageBuffer
%other = OpVariable %to_block StorageBuffer
)" + functions +
         R"(
%main = OpFunction %void None %to_void
%begin = OpLabel
%i = OpVariable %to_own Function
%to_x = OpAccessChain %to_input %ids %zero
%id = OpLoad %uint %to_x
%local = OpLoad %uint %locals
%to_any = OpAccessChain %to_word %other %zero
%any = OpLoad %uint %to_any
)" + instructions +
         R"(
%place = OpAccessChain %to_word %words %one %index
OpStore %place %zero
OpReturn
OpFunctionEnd
)";
}

std::optional<InvocationNumbers> bytes_of(const std::string& instructions,
                                          const std::string& functions = "") {
  const auto module = test::parse(module_of(instructions, functions));
  if (module == nullptr) return std::nullopt;
  const auto types = SpecializedModule::create(*module, {}, Limits().max_memory, nullptr, nullptr);
  if (!types) {
    ADD_FAILURE() << types.error().message;
    return std::nullopt;
  }
  ModuleAnalysis analysis(*types, false);
  OwnPartFinder finder(*types, analysis, {64, 2, 1});
  return finder.bytes({test::find_id(*module, "words")});
}

// Words 4 + by_invocation * GlobalInvocationId.x + [low, high], from the beginning of the block.
std::optional<InvocationNumbers> words(std::int64_t by, std::int64_t low, std::int64_t high) {
  InvocationNumbers numbers;
  numbers.by_workgroup[0] = 4 * 64 * by;
  numbers.by_invocation[0] = 4 * by;
  numbers.low = 16 + 4 * low;
  numbers.high = 16 + 4 * high + 3;
  return numbers;
}

TEST(OwnPartFinder, FindsArithmeticOnIds) {
  EXPECT_EQ(bytes_of("%index = OpCopyObject %uint %id"), words(1, 0, 0));
  EXPECT_EQ(bytes_of("%index = OpIAdd %uint %id %three"), words(1, 3, 3));
  EXPECT_EQ(bytes_of("%index = OpIAdd %uint %id %minus_one"), words(1, -1, -1));
  EXPECT_EQ(bytes_of("%index = OpISub %uint %id %one"), words(1, -1, -1));
  EXPECT_EQ(bytes_of("%index = OpIMul %uint %three %id"), words(3, 0, 0));
  EXPECT_EQ(bytes_of("%index = OpShiftLeftLogical %uint %id %two"), words(4, 0, 0));
  EXPECT_EQ(bytes_of("%index = OpISub %uint %zero %id"), words(-1, 0, 0));
}

TEST(OwnPartFinder, FindsBoundedNumbers) {
  const std::string product = "%p = OpIMul %uint %id %sixteen\n";
  EXPECT_EQ(bytes_of(product + "%r = OpBitwiseAnd %uint %any %three\n%index = OpIAdd %uint %p %r"),
            words(16, 0, 3));
  EXPECT_EQ(bytes_of(product + "%r = OpUMod %uint %any %three\n%index = OpIAdd %uint %p %r"),
            words(16, 0, 2));
  EXPECT_EQ(
      bytes_of(product + "%r = OpSelect %uint %true %three %one\n%index = OpISub %uint %p %r"),
      words(16, -3, -1));
  EXPECT_EQ(bytes_of(product + "%index = OpIAdd %uint %p %any"), std::nullopt);
  EXPECT_EQ(bytes_of("%r = OpUMod %uint %three %any\n%index = OpIAdd %uint %id %r"), std::nullopt);
}

TEST(OwnPartFinder, FindsTheIndexInAWorkgroup) {
  InvocationNumbers expected;
  expected.by_invocation = {4, 4 * 64, 4 * 128};
  expected.low = 16;
  expected.high = 19;
  EXPECT_EQ(bytes_of("%index = OpCopyObject %uint %local"), expected);
}

TEST(OwnPartFinder, FollowsVariablesThatAlwaysHoldSuchNumbers) {
  EXPECT_EQ(bytes_of("OpStore %i %id\n%index = OpLoad %uint %i"), words(1, 0, 0));
  EXPECT_EQ(bytes_of("OpStore %i %id\n%j = OpIAdd %uint %id %one\nOpStore %i %j\n%index = OpLoad "
                     "%uint %i"),
            words(1, 0, 1));
  EXPECT_EQ(bytes_of("OpStore %i %id\nOpStore %i %any\n%index = OpLoad %uint %i"), std::nullopt);
  EXPECT_EQ(bytes_of("OpStore %i %id\n%j = OpLoad %uint %i\n%k = OpIAdd %uint %j %one\nOpStore %i "
                     "%k\n%index = OpLoad %uint %i"),
            std::nullopt)
      << "it may grow in a loop";
}

TEST(OwnPartFinder, FollowsPointersToFunctions) {
  const auto function = [](const std::string& body) {
    return "%called = OpFunction %void None %of_pointer\n%parameter = OpFunctionParameter %to_own\n"
           "%start = OpLabel\n" +
           body + "OpReturn\nOpFunctionEnd\n";
  };
  const std::string call =
      "OpStore %i %id\n%none = OpFunctionCall %void %called %i\n%index = OpLoad %uint %i";
  EXPECT_EQ(bytes_of(call, function("%x = OpLoad %uint %parameter\n")), words(1, 0, 0));
  EXPECT_EQ(bytes_of(call, function("OpStore %parameter %one\n")), std::nullopt);
  EXPECT_EQ(bytes_of("%index = OpCopyObject %uint %id\nOpStore %i %id\n%none = OpFunctionCall "
                     "%void %called %i",
                     function("%j = OpLoad %uint %parameter\n%to = OpAccessChain %to_word %words "
                              "%one %j\nOpStore %to %one\n")),
            words(1, 0, 0));
}

TEST(OwnPartFinder, MustKnowAllAccesses) {
  const std::string own = "%index = OpCopyObject %uint %id\n";
  EXPECT_EQ(bytes_of(own + "%e = OpAccessChain %to_word %words %one %any\n%x = OpLoad %uint %e"),
            std::nullopt);
  EXPECT_EQ(bytes_of(own + "%e = OpAccessChain %to_word %words %zero\n%x = OpLoad %uint %e"),
            std::nullopt)
      << "all invocations read the first member";
  EXPECT_EQ(bytes_of(own + "%e = OpAccessChain %to_word %words %one %id\n%x = OpAtomicIAdd %uint "
                           "%e %one %zero %one"),
            std::nullopt);
  EXPECT_EQ(bytes_of(own + "%x = OpArrayLength %uint %words 1"), words(1, 0, 0));
}

}  // namespace
}  // namespace spirv_oracle
