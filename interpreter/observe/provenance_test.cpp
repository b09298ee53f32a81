// The origin of indeterminate values, in programs in which it is obvious.
#include <gtest/gtest.h>

#include <algorithm>

#include <string>
#include <vector>

#include "interpreter/ir/registry.h"
#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

// One invocation; its buffers have four words each.
constexpr const char* head = R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %in %out
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %words ArrayStride 4
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %in DescriptorSet 0
OpDecorate %in Binding 0
OpDecorate %out DescriptorSet 0
OpDecorate %out Binding 1
%void = OpTypeVoid
%to_void = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%two = OpConstant %uint 2
%three = OpConstant %uint 3
%four = OpConstant %uint 4
%thirty_two = OpConstant %uint 32
%words = OpTypeArray %uint %four
%block = OpTypeStruct %words
%to_block = OpTypePointer StorageBuffer %block
%to_word = OpTypePointer StorageBuffer %uint
%to_local = OpTypePointer Function %uint
%in = OpVariable %to_block StorageBuffer
%out = OpVariable %to_block StorageBuffer
%main = OpFunction %void None %to_void
%entry = OpLabel
)";

// The name of the instruction that begins at that word of a binary.
std::string name_at(const InstructionRegistry& registry, const std::vector<std::uint32_t>& words,
                    std::uint32_t word) {
  if (word == 0 || word >= words.size()) return "";
  const auto* definition = registry.find(static_cast<spv::Op>(words[word] & 0xFFFF));
  return definition == nullptr ? "?" : std::string(definition->name);
}

struct Open {
  std::uint64_t offset = 0;
  std::vector<std::string> history;  // instructions; "" for notes without one
};

// Runs the body on a first buffer of which only the words 1 to 3 are defined. Returns the indeterminate components of the
// second.
std::vector<Open> open_components(const std::string& body) {
  InstructionRegistry registry;
  register_core_instructions(registry);
  const std::vector<std::uint32_t> words =
      test::assemble(head + body + "OpReturn\nOpFunctionEnd\n");
  const auto module = load_module(words);
  if (!module) {
    ADD_FAILURE() << module.error().message;
    return {};
  }
  Dispatch dispatch;
  ShadowedBytes in = ShadowedBytes::zero(16);
  for (std::size_t i = 0; i < 4; ++i) in.shadow[i] = Definedness::uninitialized;
  dispatch.buffers[{0, 0, 0}] = in;
  dispatch.buffers[{0, 1, 0}] = ShadowedBytes::zero(16);
  dispatch.explain = true;
  const auto result = run(**module, registry, dispatch);
  if (!result) {
    ADD_FAILURE() << result.error().message;
    return {};
  }
  std::vector<Open> open;
  for (const IndeterminateComponent& component : result->buffers.at({0, 1, 0}).indeterminate) {
    open.push_back({component.offset, {}});
    for (const Note& note : component.history)
      open.back().history.push_back(name_at(registry, words, note.word));
  }
  return open;
}

using History = std::vector<std::string>;

TEST(Provenance, AHistoryLeadsFromTheOriginThroughAllSteps) {
  const auto open = open_components(R"(
%from = OpAccessChain %to_word %in %zero %zero
%value = OpLoad %uint %from
%sum = OpIAdd %uint %value %one
%copy = OpCopyObject %uint %sum
%to = OpAccessChain %to_word %out %zero %two
OpStore %to %copy
%elsewhere = OpAccessChain %to_word %in %zero %one
%defined = OpLoad %uint %elsewhere
%product = OpIMul %uint %defined %two
%first = OpAccessChain %to_word %out %zero %zero
OpStore %first %product
)");
  ASSERT_EQ(open.size(), 1u);
  EXPECT_EQ(open[0].offset, 8u);
  EXPECT_EQ(open[0].history, (History{"OpLoad", "OpIAdd", "OpStore"}));
}

TEST(Provenance, MemoryPassesValuesOn) {
  const auto open = open_components(R"(
%from = OpAccessChain %to_word %in %zero %zero
%value = OpLoad %uint %from
%middle = OpAccessChain %to_word %out %zero %one
OpStore %middle %value
%again = OpLoad %uint %middle
%negated = OpNot %uint %again
%end = OpAccessChain %to_word %out %zero %three
OpStore %end %negated
OpStore %middle %one
)");
  ASSERT_EQ(open.size(), 1u);
  EXPECT_EQ(open[0].offset, 12u);
  ASSERT_FALSE(open[0].history.empty());
  EXPECT_EQ(open[0].history.front(), "OpLoad");
  EXPECT_EQ(open[0].history.back(), "OpStore");
  EXPECT_NE(std::ranges::find(open[0].history, "OpNot"), open[0].history.end());
}

TEST(Provenance, AResultThatIsUndefinedBeginsAtItsInstruction) {
  const auto open = open_components(R"(
%from = OpAccessChain %to_word %in %zero %one
%amount = OpLoad %uint %from
%too_many = OpBitwiseOr %uint %amount %thirty_two
%shifted = OpShiftLeftLogical %uint %one %too_many
%to = OpAccessChain %to_word %out %zero %zero
OpStore %to %shifted
)");
  ASSERT_EQ(open.size(), 1u);
  EXPECT_EQ(open[0].history, (History{"OpShiftLeftLogical", "OpStore"}));
}

TEST(Provenance, DefinedValuesHaveNoHistory) {
  EXPECT_TRUE(open_components(R"(
%from = OpAccessChain %to_word %in %zero %zero
%value = OpLoad %uint %from
%unused = OpIMul %uint %value %two
%other = OpAccessChain %to_word %in %zero %two
%defined = OpLoad %uint %other
%to = OpAccessChain %to_word %out %zero %zero
OpStore %to %defined
)")
                  .empty());
}

}  // namespace
}  // namespace spirv_oracle
