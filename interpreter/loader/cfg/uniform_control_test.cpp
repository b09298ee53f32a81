#include "interpreter/loader/cfg/uniform_control.h"

#include <gtest/gtest.h>

#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

// A shader with a function variable %var; the labels of `blocks` are numbers.
std::shared_ptr<const Module> control_shader(const std::string& blocks) {
  return test::load(test::shader_header(R"(OpCapability CooperativeMatrixKHR
OpCapability CooperativeMatrixReductionsNV
OpExtension "SPV_KHR_cooperative_matrix"
OpExtension "SPV_NV_cooperative_matrix2")",
                                        "%local %group %private") +
                    R"(
OpDecorate %local BuiltIn LocalInvocationIndex
OpDecorate %group BuiltIn WorkgroupId
%void = OpTypeVoid
%function = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%uvec3 = OpTypeVector %uint 3
%in_uint = OpTypePointer Input %uint
%in_uvec3 = OpTypePointer Input %uvec3
%var_uint = OpTypePointer Function %uint
%local = OpVariable %in_uint Input
%group = OpVariable %in_uvec3 Input
%zero = OpConstant %uint 0
%eight = OpConstant %uint 8
%subgroup = OpConstant %uint 3
%accumulator = OpConstant %uint 2
%matrix = OpTypeCooperativeMatrixKHR %uint %subgroup %eight %eight %accumulator
%combining = OpTypeFunction %uint %uint %uint
%private_uint = OpTypePointer Private %uint
%private = OpVariable %private_uint Private %zero
%main = OpFunction %void None %function
%100 = OpLabel
%var = OpVariable %var_uint Function
%i = OpLoad %uint %local
%w = OpLoad %uvec3 %group
%x = OpCompositeExtract %uint %w 0
%by_lane = OpULessThan %bool %i %eight
%by_group = OpULessThan %bool %x %eight
)" + blocks + R"(OpFunctionEnd
%store = OpFunction %uint None %combining
%a = OpFunctionParameter %uint
%b = OpFunctionParameter %uint
%200 = OpLabel
OpStore %private %zero
OpReturnValue %a
OpFunctionEnd
)");
}

class Flow {
 public:
  explicit Flow(const std::string& blocks)
      : module_(control_shader(blocks)), control_(*module_, false, {}) {
    flow_ = control_.flow_of(module_->functions().front().blocks.front().first);
  }
  bool is_uniform(std::uint32_t label) { return control_.is_uniform_block(*flow_, block(label)); }
  // The label of the block that ends with the divergent branch; 0: none.
  std::uint32_t divergent(std::uint32_t label) {
    const std::uint32_t branch = control_.divergent_branch(*flow_, block(label));
    if (branch == 0) return 0;
    const std::uint32_t at = UniformControl::block_of(*flow_, branch);
    return module_->original_id(flow_->function->blocks[at].label);
  }

 private:
  std::uint32_t block(std::uint32_t label) const {
    const auto& blocks = flow_->function->blocks;
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      if (module_->original_id(blocks[b].label) == label) return b;
    }
    ADD_FAILURE() << "no block %" << label;
    return 0;
  }

  std::shared_ptr<const Module> module_;
  UniformControl control_;
  UniformControl::FunctionFlow* flow_ = nullptr;
};

std::string branch(const std::string& condition) {
  return "OpSelectionMerge %102 None\nOpBranchConditional " + condition +
         " %101 %102\n%101 = OpLabel\nOpBranch %102\n%102 = OpLabel\nOpReturn\n";
}

TEST(UniformControl, ABranchOnTheInvocationDivides) {
  Flow flow(branch("%by_lane"));
  EXPECT_TRUE(flow.is_uniform(100));
  EXPECT_FALSE(flow.is_uniform(101));
  EXPECT_EQ(flow.divergent(101), 100u);
  EXPECT_TRUE(flow.is_uniform(102));
}

TEST(UniformControl, ABranchOnTheWorkgroupDoesNot) {
  Flow flow(branch("%by_group"));
  EXPECT_TRUE(flow.is_uniform(101));
  EXPECT_EQ(flow.divergent(101), 0u);
}

// A loop whose counter is in the variable, up to `limit`.
std::string loop(const std::string& limit, const std::string& body) {
  return R"(OpStore %var %zero
OpBranch %110
%110 = OpLabel
OpLoopMerge %114 %113 None
OpBranch %111
%111 = OpLabel
%count = OpLoad %uint %var
%more = OpULessThan %bool %count )" +
         limit + R"(
OpBranchConditional %more %112 %114
%112 = OpLabel
)" + body +
         R"(
OpBranch %113
%113 = OpLabel
%old = OpLoad %uint %var
%new = OpIAdd %uint %old %eight
OpStore %var %new
OpBranch %110
%114 = OpLabel
OpReturn
)";
}

TEST(UniformControl, ALoopWithAnEqualNumberOfIterations) {
  Flow flow(loop("%x", ""));
  EXPECT_TRUE(flow.is_uniform(112));
  EXPECT_TRUE(flow.is_uniform(113));
  EXPECT_TRUE(flow.is_uniform(114));
}

TEST(UniformControl, ALoopThatInvocationsLeaveAtDifferentTimes) {
  Flow flow(loop("%i", ""));
  EXPECT_FALSE(flow.is_uniform(112));
  EXPECT_EQ(flow.divergent(112), 111u);
  EXPECT_TRUE(flow.is_uniform(114));
}

TEST(UniformControl, AStoreOfSomeInvocationsMakesTheVariableDiffer) {
  Flow flow(loop("%x", R"(OpSelectionMerge %116 None
OpBranchConditional %by_lane %115 %116
%115 = OpLabel
OpStore %var %eight
OpBranch %116
%116 = OpLabel)"));
  EXPECT_FALSE(flow.is_uniform(112));
}

TEST(UniformControl, AReturnDividesWhatFollows) {
  Flow flow(R"(OpSelectionMerge %102 None
OpBranchConditional %by_lane %101 %102
%101 = OpLabel
OpReturn
%102 = OpLabel
)" + loop("%x", ""));
  EXPECT_FALSE(flow.is_uniform(102));
  EXPECT_EQ(flow.divergent(102), 100u);
  EXPECT_EQ(flow.divergent(112), 100u);
}

// --- functions that store to a private variable ---

// %private is 0, and the function %store stores 0 as well; `call` calls it. The last block is only entered if %private is 0.
std::string after_call(const std::string& call) {
  return call + R"(
%read = OpLoad %uint %private
%is_zero = OpIEqual %bool %read %zero
OpSelectionMerge %122 None
OpBranchConditional %is_zero %121 %122
%121 = OpLabel
OpBranch %122
%122 = OpLabel
OpReturn
)";
}

TEST(UniformControl, AStoreInAFunctionThatAllInvocationsCall) {
  EXPECT_TRUE(Flow(after_call("%r = OpFunctionCall %uint %store %zero %zero")).is_uniform(121));
}

TEST(UniformControl, AStoreInAFunctionThatSomeInvocationsCall) {
  Flow flow(after_call(R"(OpSelectionMerge %102 None
OpBranchConditional %by_lane %101 %102
%101 = OpLabel
%r = OpFunctionCall %uint %store %zero %zero
OpBranch %102
%102 = OpLabel)"));
  EXPECT_TRUE(flow.is_uniform(102));
  EXPECT_FALSE(flow.is_uniform(121));
}

// Which invocations call it for the elements that they hold is not defined.
TEST(UniformControl, AStoreInAFunctionForTheElementsOfAMatrix) {
  Flow flow(
      after_call("%all = OpCompositeConstruct %matrix %zero\n"
                 "%r = OpCooperativeMatrixReduceNV %matrix %all Row %store"));
  EXPECT_TRUE(flow.is_uniform(100));
  EXPECT_FALSE(flow.is_uniform(121));
}

}  // namespace
}  // namespace spirv_oracle
