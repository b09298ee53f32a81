#include "golden/not_assumed.h"

#include <gtest/gtest.h>

#include <cmath>

#include "data/scalar.h"
#include "frontend/assembly.h"
#include "golden/bundle/module_summary.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::uint32_t reason = 7;

// One float32.
BundleOutput output_of(float value, const Acceptance& acceptance = {}) {
  BundleOutput output;
  append_bits(float_bits(ScalarKind::float32, value), 4, output.expected);
  output.acceptance = {{0, 1, ScalarKind::float32, acceptance}};
  return output;
}

Acceptance range(float low, float high) {
  Acceptance acceptance;
  acceptance.kind = AcceptanceKind::range;
  acceptance.low = float_bits(ScalarKind::float32, low);
  acceptance.high = float_bits(ScalarKind::float32, high);
  return acceptance;
}

Acceptance joined(const BundleOutput& a, const BundleOutput& b, bool is_complete) {
  const OutputAcceptance runs = joined_acceptance(a, b, is_complete, reason);
  EXPECT_EQ(runs.size(), 1u);
  return runs.front().acceptance;
}

bool accepts_float(const BundleOutput& a, const Acceptance& acceptance, float value) {
  return accepts(ScalarKind::float32, acceptance, load_bits(std::span(a.expected).first(4)),
                 float_bits(ScalarKind::float32, value));
}

TEST(JoinedAcceptance, EqualAcceptancesStay) {
  EXPECT_EQ(joined(output_of(1), output_of(1), false), Acceptance{});
  EXPECT_EQ(joined(output_of(1, range(1, 2)), output_of(1.5, range(1, 2)), false), range(1, 2));
  // A value that is accepted already.
  EXPECT_EQ(joined(output_of(1, range(1, 2)), output_of(2), true), range(1, 2));
}

TEST(JoinedAcceptance, CompleteListsBecomeSets) {
  const BundleOutput one = output_of(1);
  const Acceptance two = joined(one, output_of(2), true);
  EXPECT_EQ(two.kind, AcceptanceKind::set);
  EXPECT_EQ(two.reason, reason);
  const Acceptance three = joined(output_of(1, two), output_of(3), true);
  for (const float value : {1.0f, 2.0f, 3.0f}) EXPECT_TRUE(accepts_float(one, three, value));
  EXPECT_FALSE(accepts_float(one, three, 2.5f));
}

TEST(JoinedAcceptance, OthersBecomeAny) {
  EXPECT_EQ(joined(output_of(1), output_of(2), false).kind, AcceptanceKind::any);
  EXPECT_EQ(joined(output_of(1), output_of(2, range(1, 2)), true).kind, AcceptanceKind::any);
  Acceptance any;
  any.kind = AcceptanceKind::any;
  EXPECT_EQ(joined(output_of(1), output_of(1, any), true).kind, AcceptanceKind::any);
  EXPECT_EQ(joined(output_of(1, any), output_of(1), true).kind, AcceptanceKind::any);
}

TEST(JoinedAcceptance, RangesHoldBoth) {
  const BundleOutput a = output_of(-2, range(-3, -1));
  Acceptance high = range(1, 2);
  high.special.nan = true;
  const Acceptance both = joined(a, output_of(1, high), true);
  ASSERT_EQ(both.kind, AcceptanceKind::range);
  for (const float value : {-3.0f, -1.0f, 0.0f, -0.0f, 1.0f, 2.0f, NAN})
    EXPECT_TRUE(accepts_float(a, both, value)) << value;
  EXPECT_FALSE(accepts_float(a, both, -3.5f));
  EXPECT_FALSE(accepts_float(a, both, 2.5f));
  EXPECT_FALSE(accepts_float(a, both, INFINITY));
}

TEST(JoinedAcceptance, ComponentsOfOtherTypesBecomeAny) {
  BundleOutput words = output_of(1);
  words.acceptance = {{0, 1, ScalarKind::uint32, {}}};
  EXPECT_EQ(joined(output_of(1), words, true).kind, AcceptanceKind::any);
}

TEST(ParseNotAssumed, ReadsNames) {
  EXPECT_EQ(*parse_not_assumed("subgroup-size,float-controls"), (NotAssumed{true, false, true}));
  EXPECT_EQ(names_of({false, true, false}), std::vector<std::string>{"subgroup-mapping"});
  const auto wrong = parse_not_assumed("robust-buffer-access");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().status, Status::bad_input);
}

TEST(WithoutFloatControls, LeavesAllElse) {
  const auto words = assemble(R"(
OpCapability Shader
OpCapability DenormPreserve
OpCapability SignedZeroInfNanPreserve
OpExtension "SPV_KHR_float_controls"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main DenormPreserve 32
OpExecutionMode %main LocalSize 4 1 1
OpExecutionMode %main SignedZeroInfNanPreserve 32
%void = OpTypeVoid
%f = OpTypeFunction %void
%main = OpFunction %void None %f
%entry = OpLabel
OpReturn
OpFunctionEnd
)",
                              "controls", "");
  ASSERT_TRUE(words) << words.error().message;
  const auto before = load_module(*words);
  EXPECT_EQ(float_controls(**before, "main").size(), 2u);
  const auto after = load_module(without_float_controls(*words));
  ASSERT_TRUE(after) << after.error().message;
  EXPECT_TRUE(float_controls(**after, "main").empty());
  EXPECT_EQ(capability_names(**after), std::vector<std::string>{"Shader"});
  EXPECT_EQ(describe(**after).entry_points.front().local_size, (Dim3{4, 1, 1}));
  EXPECT_EQ((*after)->instructions().size() + 4, (*before)->instructions().size());
}

}  // namespace
}  // namespace spirv_oracle::golden
