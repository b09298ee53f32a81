#include "interpreter/value_layout.h"

#include <gtest/gtest.h>

#include "interpreter/ir/registry.h"
#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

// The layout of the block of binding 0, whose types and decorations are given.
ValueLayoutPointer layout_of(const std::string& annotations, const std::string& types,
                             const std::map<std::uint32_t, std::uint64_t>& specialization = {}) {
  const auto module = test::load(R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %buffer
OpExecutionMode %main LocalSize 1 1 1
OpName %block "Block"
)" + annotations + R"(
OpDecorate %block Block
OpDecorate %buffer DescriptorSet 0
OpDecorate %buffer Binding 0
%void = OpTypeVoid
%to_void = OpTypeFunction %void
%uint = OpTypeInt 32 0
%int = OpTypeInt 32 1
%float = OpTypeFloat 32
%v2 = OpTypeVector %float 2
%v3 = OpTypeVector %float 3
%mat3x2 = OpTypeMatrix %v2 3
%two = OpConstant %uint 2
)" + types + R"(
%to_block = OpTypePointer StorageBuffer %block
%buffer = OpVariable %to_block StorageBuffer
%main = OpFunction %void None %to_void
%entry = OpLabel
%copy = OpCopyObject %to_block %buffer
OpReturn
OpFunctionEnd
)");
  if (module == nullptr) return nullptr;
  const InstructionRegistry registry;
  auto layouts = describe_layouts(*module, registry, "main", specialization);
  return layouts[{0, 0, 0}];
}

TEST(ValueLayout, MembersAreWhereTheirOffsetsSay) {
  const auto block = layout_of(R"(
OpMemberName %particle 0 "position"
OpMemberName %block 0 "particles"
OpMemberDecorate %particle 0 Offset 0
OpMemberDecorate %particle 1 Offset 12
OpMemberDecorate %block 0 Offset 0
OpDecorate %particles ArrayStride 16
)",
                               R"(
%particle = OpTypeStruct %v3 %int
%particles = OpTypeRuntimeArray %particle
%block = OpTypeStruct %particles
)");
  ASSERT_NE(block, nullptr);
  ASSERT_EQ(block->members.size(), 1U);
  EXPECT_EQ(block->members[0].name, "particles");
  const ValueLayout& particles = *block->members[0].type;
  EXPECT_EQ(particles.count, std::nullopt);
  EXPECT_EQ(particles.stride, 16U);
  const ValueLayout& particle = *particles.element;
  EXPECT_EQ(particle.size, 16U);
  EXPECT_EQ(particle.members[0].type->components, 3U);
  EXPECT_EQ(particle.members[1].name, "_1");  // it has no OpMemberName
  EXPECT_EQ(particle.members[1].offset, 12U);
  EXPECT_EQ(particle.members[1].type->scalar, ScalarKind::int32);
}

TEST(ValueLayout, MatricesAreColumnsWhereverTheirNumbersAre) {
  for (const bool row_major : {false, true}) {
    const auto block = layout_of(std::string(row_major ? "OpMemberDecorate %block 0 RowMajor\n"
                                                       : "OpMemberDecorate %block 0 ColMajor\n") +
                                     R"(
OpMemberDecorate %block 0 Offset 0
OpMemberDecorate %block 0 MatrixStride 16
OpMemberDecorate %block 1 Offset 64
)",
                                 "%block = OpTypeStruct %mat3x2 %uint\n");
    ASSERT_NE(block, nullptr);
    const ValueLayout& matrix = *block->members[0].type;
    EXPECT_EQ(matrix.count, 3U);
    EXPECT_EQ(matrix.stride, row_major ? 4U : 16U);
    EXPECT_EQ(matrix.element->components, 2U);
    EXPECT_EQ(matrix.element->component_stride, row_major ? 16U : 4U);
    EXPECT_EQ(matrix.size, row_major ? 28U : 40U);
  }
}

TEST(ValueLayout, ArraysHaveTheirSpecializedLength) {
  const std::string decorations = R"(
OpDecorate %count SpecId 3
OpDecorate %values ArrayStride 4
OpMemberDecorate %block 0 Offset 0
OpMemberDecorate %block 1 Offset 64
)";
  const std::string types = R"(
%count = OpSpecConstant %uint 2
%values = OpTypeArray %uint %count
%block = OpTypeStruct %values %float
)";
  const auto by_default = layout_of(decorations, types);
  const auto specialized = layout_of(decorations, types, {{3, 5}});
  ASSERT_NE(by_default, nullptr);
  ASSERT_NE(specialized, nullptr);
  EXPECT_EQ(by_default->members[0].type->count, 2U);
  EXPECT_EQ(specialized->members[0].type->count, 5U);
}

TEST(ValueLayout, TheBufferOfAKernelIsAnArray) {
  const auto module = test::load(R"(
OpCapability Kernel
OpCapability Addresses
OpCapability Linkage
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %main "main"
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%float = OpTypeFloat 32
%v3 = OpTypeVector %float 3
%pair = OpTypeStruct %v3 %uint
%to_pair = OpTypePointer CrossWorkgroup %pair
%type = OpTypeFunction %void %uint %to_pair
%main = OpFunction %void None %type
%number = OpFunctionParameter %uint
%pairs = OpFunctionParameter %to_pair
%entry = OpLabel
OpReturn
OpFunctionEnd
)");
  ASSERT_NE(module, nullptr);
  const InstructionRegistry registry;
  const auto layouts = describe_layouts(*module, registry, "main", {});
  ASSERT_EQ(layouts.size(), 1U);
  const ValueLayout& pairs = *layouts.at({BindingKey::kernel_arguments, 1, 0});
  EXPECT_EQ(pairs.kind, ValueLayout::Kind::array);
  EXPECT_EQ(pairs.count, std::nullopt);
  EXPECT_EQ(pairs.stride, 32U);  // a vector of three takes the place of four
  EXPECT_EQ(pairs.element->members[1].offset, 16U);
  EXPECT_TRUE(describe_layouts(*module, registry, "other", {}).empty());
}

TEST(ValueLayout, MembersThatOverlapHaveNone) {
  EXPECT_EQ(layout_of("OpMemberDecorate %block 0 Offset 0\nOpMemberDecorate %block 1 Offset 0\n",
                      "%block = OpTypeStruct %v2 %uint\n"),
            nullptr);
}

}  // namespace
}  // namespace spirv_oracle
