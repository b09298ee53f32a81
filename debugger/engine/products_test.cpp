// The origins of elements of products (debugger/engine/history/history_products.cpp).

#include <gtest/gtest.h>

#include <numeric>
#include <string>

#include "debugger/engine/engine_for_test.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;
using test::ask;
using test::DebuggedProgram;

const json* find_step(const json& answer, const std::string& text) {
  for (const json& step : answer["steps"]) {
    if (step["text"].get<std::string>().find(text) != std::string::npos) return &step;
  }
  return nullptr;
}

// Four lanes hold matrices of four rows and columns row by row: lane 1 holds column 1. The product is stored twice.
constexpr const char* matrix_product = R"(
OpCapability Shader
OpCapability CooperativeMatrixKHR
OpCapability VulkanMemoryModel
OpExtension "SPV_KHR_cooperative_matrix"
OpMemoryModel Logical Vulkan
OpEntryPoint GLCompute %main "main" %a_buffer %b_buffer %sums_buffer
OpExecutionMode %main LocalSize 4 1 1
%file = OpString "a.comp"
OpName %main "main"
OpName %result "result"
OpName %a_buffer "a"
OpName %b_buffer "b"
OpName %sums_buffer "sums"
OpDecorate %a_buffer DescriptorSet 0
OpDecorate %a_buffer Binding 0
OpDecorate %b_buffer DescriptorSet 0
OpDecorate %b_buffer Binding 1
OpDecorate %sums_buffer DescriptorSet 0
OpDecorate %sums_buffer Binding 2
OpDecorate %array ArrayStride 4
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%u32 = OpTypeInt 32 0
%zero = OpConstant %u32 0
%one = OpConstant %u32 1
%two = OpConstant %u32 2
%three = OpConstant %u32 3
%four = OpConstant %u32 4
%A = OpTypeCooperativeMatrixKHR %u32 %three %four %four %zero
%B = OpTypeCooperativeMatrixKHR %u32 %three %four %four %one
%C = OpTypeCooperativeMatrixKHR %u32 %three %four %four %two
%array = OpTypeRuntimeArray %u32
%block = OpTypeStruct %array
%block_pointer = OpTypePointer StorageBuffer %block
%pointer = OpTypePointer StorageBuffer %u32
%variable = OpTypePointer Function %C
%a_buffer = OpVariable %block_pointer StorageBuffer
%b_buffer = OpVariable %block_pointer StorageBuffer
%sums_buffer = OpVariable %block_pointer StorageBuffer
%main = OpFunction %void None %function
%entry = OpLabel
%result = OpVariable %variable Function
%from_a = OpAccessChain %pointer %a_buffer %zero %zero
%from_b = OpAccessChain %pointer %b_buffer %zero %zero
%to = OpAccessChain %pointer %sums_buffer %zero %zero
OpLine %file 5 0
%x = OpCooperativeMatrixLoadKHR %A %from_a %zero %four
OpLine %file 6 0
%y = OpCooperativeMatrixLoadKHR %B %from_b %zero %four
OpLine %file 7 0
%z = OpCooperativeMatrixLoadKHR %C %to %zero %four
OpLine %file 8 0
%sum = OpCooperativeMatrixMulAddKHR %C %x %y %z
OpStore %result %sum
OpLine %file 9 0
OpCooperativeMatrixStoreKHR %to %sum %zero %four
OpLine %file 10 0
OpStore %result %sum
OpReturn
OpFunctionEnd
)";

DebuggedProgram product_program() {
  DebuggedProgram program(matrix_product, 4);
  std::vector<std::uint32_t> numbers(16);
  for (std::uint32_t binding = 0; binding < 3; ++binding) {
    std::iota(numbers.begin(), numbers.end(), 100 * binding);
    program.dispatch.buffers[{0, binding, 0}] = test::words_of(numbers);
  }
  return program;
}

// Row 2 of A is 8, 9, 10, 11; column 1 of B is 101, 105, 109, 113; C is 209.
constexpr const char* sum_of_products = "8 * 101 + 9 * 105 + 10 * 109 + 11 * 113 + 209";

TEST(DebuggerProducts, AnElementComesFromARowAndAColumn) {
  product_program().at_line(10, [](Views& views, const PausedRun& run, const DebugFocus& focus,
                                   History& history) {
    const json why =
        ask(views, run, focus, "why", {{"expression", "result[2][1]"}, {"depth", 20}}, &history);
    const json* product = find_step(why, sum_of_products);
    EXPECT_NE(product, nullptr) << why.dump(1);
    if (product == nullptr) return true;
    EXPECT_EQ((*product)["line"], 8);
    EXPECT_EQ((*product)["lane"], 1);
    EXPECT_EQ((*product)["value"], std::to_string(8 * 101 + 9 * 105 + 10 * 109 + 11 * 113 + 209));
    for (const char* text : {"'[8]' of buffer 0.0", "'[9]' of buffer 0.0", "'[10]' of buffer 0.0",
                             "'[11]' of buffer 0.0", "'[1]' of buffer 0.1", "'[5]' of buffer 0.1",
                             "'[9]' of buffer 0.1", "'[13]' of buffer 0.1", "'[9]' of buffer 0.2"})
      EXPECT_NE(find_step(why, text), nullptr) << text << why.dump(1);
    for (const char* text : {"'[7]' of buffer 0.0", "'[12]' of buffer 0.0", "'[0]' of buffer 0.1",
                             "'[2]' of buffer 0.1", "'[8]' of buffer 0.2"})
      EXPECT_EQ(find_step(why, text), nullptr) << text << why.dump(1);
    return true;
  });
}

TEST(DebuggerProducts, AStoredElementComesFromItsProduct) {
  product_program().at_line(
      10, [](Views& views, const PausedRun& run, const DebugFocus& focus, History& history) {
        const json why =
            ask(views, run, focus, "why", {{"expression", "sums[9]"}, {"depth", 20}}, &history);
        EXPECT_NE(find_step(why, sum_of_products), nullptr) << why.dump(1);
        EXPECT_EQ(find_step(why, "[3][1] is the sum"), nullptr) << why.dump(1);
        return true;
      });
}

// The elements that are not certain are followed first.
TEST(DebuggerProducts, AnUndefinedFactorIsFollowed) {
  DebuggedProgram program = product_program();
  ShadowedBytes& a = program.dispatch.buffers[{0, 0, 0}];
  std::fill_n(a.shadow.begin() + 11 * 4, 4, Definedness::uninitialized);
  program.at_line(
      10, [](Views& views, const PausedRun& run, const DebugFocus& focus, History& history) {
        const json why = ask(views, run, focus, "why",
                             {{"expression", "result[2][1]"}, {"depth", 20}}, &history);
        EXPECT_NE(find_step(why, "+ undefined * 113"), nullptr) << why.dump(1);
        EXPECT_NE(find_step(why, "'[11]' of buffer 0.0 has never been written"), nullptr)
            << why.dump(1);
        return true;
      });
}

// Four lanes add the outer product of two vectors each.
constexpr const char* accumulation = R"(
OpCapability Shader
OpCapability VulkanMemoryModel
OpCapability CooperativeVectorNV
OpCapability CooperativeVectorTrainingNV
OpCapability Float16
OpCapability StorageBuffer16BitAccess
OpExtension "SPV_NV_cooperative_vector"
OpMemoryModel Logical Vulkan
OpEntryPoint GLCompute %main "main" %index %a_buffer %sums_buffer
OpExecutionMode %main LocalSize 4 1 1
%file = OpString "a.comp"
OpName %main "main"
OpName %a_buffer "a"
OpName %sums_buffer "sums"
OpDecorate %index BuiltIn LocalInvocationIndex
OpDecorate %a_buffer DescriptorSet 0
OpDecorate %a_buffer Binding 0
OpDecorate %sums_buffer DescriptorSet 0
OpDecorate %sums_buffer Binding 1
OpDecorate %halves ArrayStride 2
OpDecorate %floats ArrayStride 4
OpDecorate %Halves Block
OpDecorate %Floats Block
OpMemberDecorate %Halves 0 Offset 0
OpMemberDecorate %Floats 0 Offset 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%uint = OpTypeInt 32 0
%half = OpTypeFloat 16
%float = OpTypeFloat 32
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%two = OpConstant %uint 2
%three = OpConstant %uint 3
%sixteen = OpConstant %uint 16
%V = OpTypeCooperativeVectorNV %half %two
%halves = OpTypeRuntimeArray %half
%floats = OpTypeRuntimeArray %float
%Halves = OpTypeStruct %halves
%Floats = OpTypeStruct %floats
%to_Halves = OpTypePointer StorageBuffer %Halves
%to_Floats = OpTypePointer StorageBuffer %Floats
%to_halves = OpTypePointer StorageBuffer %halves
%to_floats = OpTypePointer StorageBuffer %floats
%to_input = OpTypePointer Input %uint
%a_buffer = OpVariable %to_Halves StorageBuffer
%sums_buffer = OpVariable %to_Floats StorageBuffer
%index = OpVariable %to_input Input
%main = OpFunction %void None %function
%entry = OpLabel
%i = OpLoad %uint %index
%at = OpIMul %uint %i %sixteen
%from = OpAccessChain %to_halves %a_buffer %zero
%to = OpAccessChain %to_floats %sums_buffer %zero
OpLine %file 5 0
%v = OpCooperativeVectorLoadNV %V %from %at
OpLine %file 6 0
OpCooperativeVectorOuterProductAccumulateNV %to %zero %v %v %three %one
OpLine %file 7 0
%same = OpIAdd %uint %i %one
OpReturn
OpFunctionEnd
)";

// The element in row 1 and column 0 is the third one in our layout, after the two of row 0.
TEST(DebuggerProducts, AnAccumulatedElementComesFromItsComponents) {
  DebuggedProgram program(accumulation, 4);
  program.dispatch.vulkan_environment = true;
  program.dispatch.buffers[{0, 0, 0}] = ShadowedBytes::zero(64);
  program.dispatch.buffers[{0, 1, 0}] = ShadowedBytes::zero(64);
  program.at_line(7, [](Views& views, const PausedRun& run, const DebugFocus& focus,
                        History& history) {
    const json why =
        ask(views, run, focus, "why", {{"expression", "sums[2]"}, {"depth", 20}}, &history);
    EXPECT_NE(find_step(why, "changed it by OpCooperativeVectorOuterProductAccumulateNV"), nullptr)
        << why.dump(1);
    // Of the last lane that added.
    EXPECT_NE(find_step(why, "'[24]' of buffer 0.0"), nullptr) << why.dump(1);
    EXPECT_NE(find_step(why, "'[25]' of buffer 0.0"), nullptr) << why.dump(1);
    EXPECT_EQ(find_step(why, "'[8]' of buffer 0.0"), nullptr) << why.dump(1);
    return true;
  });
}

}  // namespace
}  // namespace spirv_oracle
