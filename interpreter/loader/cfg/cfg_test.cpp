#include "interpreter/loader/cfg/cfg.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "interpreter/loader/cfg/cfg_for_test.h"

namespace spirv_oracle {
namespace {

using test::analyze;
using test::Analyzed;

TEST(ControlFlowTest, SelectionIsEnteredAtTheTerminatorOfItsHeader) {
  const Analyzed f = analyze(R"(
%10 = OpLabel
OpSelectionMerge %13 None
OpBranchConditional %true %11 %12
%11 = OpLabel
OpBranch %13
%12 = OpLabel
OpBranch %13
%13 = OpLabel
OpReturn
)");
  ASSERT_EQ(f.flow.constructs.size(), 1u);
  EXPECT_EQ(f.flow.constructs[0].kind, Construct::Kind::selection);
  EXPECT_EQ(f.construct(10), ControlFlow::none);
  EXPECT_EQ(f.construct(11), 0u);
  EXPECT_EQ(f.construct(12), 0u);
  EXPECT_EQ(f.construct(13), ControlFlow::none);
  EXPECT_EQ(f.kind(10, 11), EdgeKind::plain);
  EXPECT_EQ(f.kind(11, 13), EdgeKind::merge);
  EXPECT_LT(f.position(11), f.position(12));
  EXPECT_EQ(f.flow.predecessors[f.block(13)].size(), 2u);
}

TEST(ControlFlowTest, SelectionWithoutElseLeavesFromItsHeader) {
  const Analyzed f = analyze(R"(
%10 = OpLabel
OpSelectionMerge %13 None
OpBranchConditional %true %11 %13
%11 = OpLabel
OpReturn
%13 = OpLabel
OpReturn
)");
  EXPECT_EQ(f.kind(10, 13), EdgeKind::merge);
  // A block that never reaches the merge block still comes before it.
  EXPECT_LT(f.position(11), f.position(13));
}

constexpr const char* loop_with_break_and_continue = R"(
%10 = OpLabel
OpBranch %11
%11 = OpLabel
OpLoopMerge %18 %17 None
OpBranch %12
%12 = OpLabel
OpSelectionMerge %15 None
OpBranchConditional %true %13 %14
%13 = OpLabel
OpBranch %18
%14 = OpLabel
OpBranch %17
%15 = OpLabel
OpBranchConditional %true %16 %18
%16 = OpLabel
OpBranch %17
%17 = OpLabel
OpBranchConditional %true %11 %18
%18 = OpLabel
OpReturn
)";

TEST(ControlFlowTest, LoopHoldsItsHeaderAndItsContinueConstruct) {
  const Analyzed f = analyze(loop_with_break_and_continue);
  const Construct& loop = f.construct_of_header(11);
  const std::uint32_t index = f.construct(11);
  EXPECT_EQ(loop.kind, Construct::Kind::loop);
  EXPECT_EQ(loop.merge, f.block(18));
  EXPECT_EQ(loop.continue_target, f.block(17));
  EXPECT_EQ(f.construct(17), index);
  EXPECT_TRUE(f.flow.contains(index, f.block(13)));
  EXPECT_TRUE(f.flow.contains(index, f.block(17)));
  EXPECT_FALSE(f.flow.contains(index, f.block(10)));
  EXPECT_FALSE(f.flow.contains(index, f.block(18)));
}

TEST(ControlFlowTest, BreakAndContinueLeaveThroughSelections) {
  const Analyzed f = analyze(loop_with_break_and_continue);
  const std::uint32_t index = f.construct(11);
  EXPECT_EQ(f.kind(10, 11), EdgeKind::plain);
  EXPECT_EQ(f.kind(13, 18), EdgeKind::merge);
  EXPECT_EQ(classify(f.flow, f.block(13), f.block(18)).construct, index);
  EXPECT_EQ(f.kind(14, 17), EdgeKind::continue_);
  EXPECT_EQ(f.kind(17, 11), EdgeKind::back);
  EXPECT_EQ(f.kind(17, 18), EdgeKind::merge);
  EXPECT_EQ(f.kind(15, 16), EdgeKind::plain);
  // The merge block of the selection is unreachable by its own merge edge only in this shader.
  EXPECT_FALSE(f.flow.reachable(f.block(15)));
  EXPECT_EQ(f.construct(15), index);
}

TEST(ControlFlowTest, LoopHeaderMayBeItsOwnContinueTarget) {
  const Analyzed f = analyze(R"(
%10 = OpLabel
OpBranch %11
%11 = OpLabel
OpLoopMerge %12 %11 None
OpBranchConditional %true %11 %12
%12 = OpLabel
OpReturn
)");
  EXPECT_EQ(f.kind(11, 11), EdgeKind::back);
  EXPECT_EQ(f.kind(11, 12), EdgeKind::merge);
  EXPECT_EQ(f.construct_of_header(11).continue_target, f.block(11));
}

TEST(ControlFlowTest, MergeBlockAndContinueTargetMayBeUnreachable) {
  const Analyzed f = analyze(R"(
%10 = OpLabel
OpBranch %11
%11 = OpLabel
OpLoopMerge %14 %13 None
OpBranch %12
%12 = OpLabel
OpReturn
%13 = OpLabel
OpBranch %11
%14 = OpLabel
OpUnreachable
)");
  EXPECT_EQ(f.flow.order.size(), 3u);
  EXPECT_FALSE(f.flow.reachable(f.block(13)));
  EXPECT_FALSE(f.flow.reachable(f.block(14)));
  EXPECT_EQ(f.construct(13), f.construct(11));
  EXPECT_EQ(f.construct(14), ControlFlow::none);
}

TEST(ControlFlowTest, SwitchCasesMayFallThrough) {
  const Analyzed f = analyze(R"(
%10 = OpLabel
OpSelectionMerge %15 None
OpSwitch %n %14 1 %11 2 %13 3 %13
%11 = OpLabel
OpSelectionMerge %12 None
OpBranchConditional %true %16 %12
%16 = OpLabel
OpBranch %15
%12 = OpLabel
OpBranch %13
%13 = OpLabel
OpBranch %15
%14 = OpLabel
OpBranch %15
%15 = OpLabel
OpReturn
)");
  EXPECT_EQ(f.construct_of_header(10).kind, Construct::Kind::switch_);
  EXPECT_EQ(f.kind(12, 13), EdgeKind::plain);
  EXPECT_EQ(f.kind(16, 15), EdgeKind::merge);
  EXPECT_EQ(classify(f.flow, f.block(16), f.block(15)).construct, f.construct(11));
  EXPECT_LT(f.position(12), f.position(13));
  EXPECT_EQ(f.flow.successors[f.block(10)].size(), 3u);
}

TEST(ControlFlowTest, FunctionsWithoutMergeInstructionsAreNotLimited) {
  const Analyzed f = analyze(R"(
%10 = OpLabel
OpBranchConditional %true %11 %12
%11 = OpLabel
OpBranchConditional %true %12 %13
%12 = OpLabel
OpBranch %13
%13 = OpLabel
OpReturn
)",
                             false);
  EXPECT_TRUE(f.flow.constructs.empty());
  EXPECT_EQ(f.kind(11, 12), EdgeKind::plain);
}

TEST(ControlFlowTest, ALoopMayBeTheContinueConstructOfAnother) {
  const Analyzed f = analyze(R"(
%10 = OpLabel
OpBranch %11
%11 = OpLabel
OpLoopMerge %18 %13 None
OpBranch %13
%13 = OpLabel
OpLoopMerge %15 %14 None
OpBranch %14
%14 = OpLabel
OpBranchConditional %true %13 %15
%15 = OpLabel
OpBranchConditional %true %11 %18
%18 = OpLabel
OpReturn
)");
  EXPECT_EQ(f.kind(11, 13), EdgeKind::continue_);
  EXPECT_EQ(f.kind(14, 13), EdgeKind::back);
  EXPECT_EQ(f.kind(14, 15), EdgeKind::merge);
  EXPECT_EQ(f.kind(15, 11), EdgeKind::back);
}

TEST(ControlFlowTest, BranchesOfASwitchMayLeaveTheLoopAroundIt) {
  const Analyzed f = analyze(R"(
%10 = OpLabel
OpBranch %11
%11 = OpLabel
OpLoopMerge %18 %17 None
OpBranch %12
%12 = OpLabel
OpSelectionMerge %16 None
OpSwitch %n %16 1 %13 2 %14
%13 = OpLabel
OpBranchConditional %true %17 %14
%14 = OpLabel
OpBranchConditional %true %18 %16
%16 = OpLabel
OpBranch %17
%17 = OpLabel
OpBranch %11
%18 = OpLabel
OpReturn
)");
  EXPECT_EQ(f.kind(13, 17), EdgeKind::continue_);
  EXPECT_EQ(f.kind(13, 14), EdgeKind::plain);
  EXPECT_EQ(f.kind(14, 18), EdgeKind::merge);
  EXPECT_EQ(f.kind(12, 16), EdgeKind::merge);
}

// Writes random nested constructs as blocks.
class RandomFunction {
 public:
  explicit RandomFunction(unsigned seed) : random_(seed) {}

  std::string text() {
    body(0, "OpReturn\n", {}, "");
    return text_;
  }

 private:
  struct Loop {
    unsigned merge = 0, continue_target = 0;
  };

  static std::string name(unsigned label) { return "%" + std::to_string(label); }
  static std::string branch(unsigned label) { return "OpBranch " + name(label) + "\n"; }
  unsigned pick(unsigned count) { return random_() % count; }

  // A block sequence that begins with a new label and ends with `terminator`, or leaves earlier.
  void body(unsigned depth, const std::string& terminator, Loop loop, const std::string& label) {
    text_ += (label.empty() ? name(next_++) : label) + " = OpLabel\n";
    for (unsigned statements = pick(3); statements > 0 && depth < 6; --statements) {
      pick(2) == 0 ? selection(depth, loop) : loop_statement(depth);
    }
    switch (loop.merge == 0 ? 3 : pick(4)) {
      case 0:
        text_ += branch(loop.merge);
        break;
      case 1:
        text_ += branch(loop.continue_target);
        break;
      default:
        text_ += terminator;
        break;
    }
  }

  void selection(unsigned depth, Loop loop) {
    const unsigned then_label = next_++, else_label = next_++, merge = next_++;
    text_ += "OpSelectionMerge " + name(merge) + " None\nOpBranchConditional %true " +
             name(then_label) + " " + name(else_label) + "\n";
    body(depth + 1, branch(merge), loop, name(then_label));
    body(depth + 1, branch(merge), loop, name(else_label));
    text_ += name(merge) + " = OpLabel\n";
  }

  void loop_statement(unsigned depth) {
    const unsigned header = next_++, inner = next_++, target = next_++, merge = next_++;
    text_ += branch(header) + name(header) + " = OpLabel\nOpLoopMerge " + name(merge) + " " +
             name(target) + " None\n" + branch(inner);
    body(depth + 1, branch(target), {merge, target}, name(inner));
    text_ += name(target) + " = OpLabel\nOpBranchConditional %true " + name(header) + " " +
             name(merge) + "\n" + name(merge) + " = OpLabel\n";
  }

  std::mt19937 random_;
  unsigned next_ = 1000;
  std::string text_;
};

TEST(ControlFlowTest, RandomStructuredFunctionsKeepThePromises) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    analyze(RandomFunction(seed).text());
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace spirv_oracle
