// Control flow that the loader rejects, and the limits of its size.
#include <string>

#include <gtest/gtest.h>

#include "interpreter/loader/cfg/cfg.h"
#include "interpreter/loader/cfg/cfg_for_test.h"

namespace spirv_oracle {
namespace {

using test::shader;

std::string cfg_error_of(const std::string& blocks) {
  const auto module = test::parse(shader(blocks));
  if (module == nullptr) return "";
  const auto flow = analyze_control_flow(*module, module->functions().front());
  if (flow) return "";
  EXPECT_EQ(flow.error().status, Status::bad_input);
  return flow.error().message;
}

TEST(ControlFlowErrorTest, CyclesWithoutMergeInstructionsAreAnalyzed) {
  const auto module = test::parse(shader(R"(
%10 = OpLabel
OpBranch %11
%11 = OpLabel
OpBranch %12
%12 = OpLabel
OpBranchConditional %true %11 %13
%13 = OpLabel
OpReturn
)"));
  const auto flow = analyze_control_flow(*module, module->functions().front());
  ASSERT_TRUE(flow.has_value());
  EXPECT_EQ(flow->order.size(), 4u);
}

TEST(ControlFlowErrorTest, BranchIntoTheMiddleOfAConstructIsAnError) {
  const std::string error = cfg_error_of(R"(
%10 = OpLabel
OpBranchConditional %true %11 %12
%11 = OpLabel
OpSelectionMerge %13 None
OpBranchConditional %true %12 %13
%12 = OpLabel
OpBranch %13
%13 = OpLabel
OpReturn
)");
  EXPECT_NE(error.find("control flow of function %main is not structured"), std::string::npos)
      << error;
  EXPECT_NE(error.find("%12"), std::string::npos) << error;
}

TEST(ControlFlowErrorTest, MergeBlockOutsideTheSurroundingConstructIsAnError) {
  EXPECT_NE(cfg_error_of(R"(
%10 = OpLabel
OpSelectionMerge %13 None
OpBranchConditional %true %11 %13
%11 = OpLabel
OpSelectionMerge %14 None
OpBranchConditional %true %12 %13
%12 = OpLabel
OpBranch %13
%13 = OpLabel
OpBranch %14
%14 = OpLabel
OpReturn
)"),
            "");
}

TEST(ControlFlowErrorTest, MergeBlockReachedFromOutsideIsAnError) {
  EXPECT_NE(cfg_error_of(R"(
%10 = OpLabel
OpBranchConditional %true %11 %13
%11 = OpLabel
OpSelectionMerge %13 None
OpBranchConditional %true %12 %13
%12 = OpLabel
OpBranch %13
%13 = OpLabel
OpReturn
)")
                .find("from %10 to %13"),
            std::string::npos);
}

TEST(ControlFlowErrorTest, MergeBlockThatIsAContinueTargetIsAnError) {
  EXPECT_NE(cfg_error_of(R"(
%10 = OpLabel
OpBranch %11
%11 = OpLabel
OpLoopMerge %18 %17 None
OpBranch %12
%12 = OpLabel
OpSelectionMerge %17 None
OpBranchConditional %true %13 %17
%13 = OpLabel
OpBranch %17
%17 = OpLabel
OpBranchConditional %true %11 %18
%18 = OpLabel
OpReturn
)"),
            "");
}

TEST(ControlFlowErrorTest, MergeBlockOfTwoHeadersIsAnError) {
  EXPECT_NE(cfg_error_of(R"(
%10 = OpLabel
OpSelectionMerge %15 None
OpBranchConditional %true %11 %15
%11 = OpLabel
OpLoopMerge %15 %12 None
OpBranch %12
%12 = OpLabel
OpBranchConditional %true %11 %15
%15 = OpLabel
OpReturn
)"),
            "");
}

TEST(ControlFlowErrorTest, DegenerateMergeInstructionsAreErrors) {
  EXPECT_NE(
      cfg_error_of("%10 = OpLabel\nOpSelectionMerge %10 None\nOpBranchConditional %true %11 %11\n"
                   "%11 = OpLabel\nOpReturn\n"),
      "");
  EXPECT_NE(cfg_error_of("%10 = OpLabel\nOpBranch %11\n%11 = OpLabel\nOpLoopMerge %12 %12 None\n"
                         "OpBranch %12\n%12 = OpLabel\nOpReturn\n"),
            "");
  EXPECT_NE(cfg_error_of("%10 = OpLabel\nOpBranch %10\n"), "");
  EXPECT_NE(cfg_error_of("%10 = OpLabel\nOpBranch %n\n"), "");
  EXPECT_NE(cfg_error_of("%10 = OpLabel\nOpBranch %99\n"), "");
}

TEST(ControlFlowErrorTest, LongChainsNeedNoDeepStack) {
  constexpr unsigned length = 100'000;
  std::string blocks;
  for (unsigned i = 0; i < length; ++i) {
    blocks +=
        "%" + std::to_string(1000 + i) + " = OpLabel\nOpBranch %" + std::to_string(1001 + i) + "\n";
  }
  blocks += "%" + std::to_string(1000 + length) + " = OpLabel\nOpReturn\n";
  const auto module = test::parse(shader(blocks));
  const auto flow = analyze_control_flow(*module, module->functions().front());
  ASSERT_TRUE(flow.has_value());
  EXPECT_EQ(flow->order.size(), length + 1);
}

TEST(ControlFlowErrorTest, NestingIsLimited) {
  // Selection i: header 2i, merge block 2i + 1; all nested.
  constexpr unsigned depth = 3000;
  std::string blocks;
  const auto label = [](unsigned number) { return "%" + std::to_string(1000 + number); };
  for (unsigned i = 0; i < depth; ++i) {
    blocks += label(2 * i) + " = OpLabel\nOpSelectionMerge " + label(2 * i + 1) +
              " None\nOpBranchConditional %true " + label(2 * i + 2) + " " + label(2 * i + 1) +
              "\n";
  }
  blocks += label(2 * depth) + " = OpLabel\nOpReturn\n";
  for (unsigned i = depth; i-- > 0;) {
    blocks += label(2 * i + 1) + " = OpLabel\n";
    blocks += i == 0 ? "OpReturn\n" : "OpBranch " + label(2 * i - 1) + "\n";
  }
  const auto module = test::parse(shader(blocks));
  const auto flow = analyze_control_flow(*module, module->functions().front());
  ASSERT_FALSE(flow.has_value());
  EXPECT_EQ(flow.error().status, Status::limit);
}

}  // namespace
}  // namespace spirv_oracle
