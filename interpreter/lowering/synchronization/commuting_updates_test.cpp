#include "interpreter/lowering/synchronization/commuting_updates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "interpreter/loader/assemble_for_test.h"

namespace spirv_oracle {
namespace {

// The function main of a shader with a block of two numbers, %to_sum and %to_other point to them.
class Updates {
 public:
  explicit Updates(const std::string& main) {
    module_ = test::parse(test::shader_header(R"(%glsl = OpExtInstImport "GLSL.std.450")") + R"(
OpName %found "found"
OpName %test "test"
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpMemberDecorate %block 1 Offset 4
OpDecorate %sums DescriptorSet 0
OpDecorate %sums Binding 0
%void = OpTypeVoid
%to_void = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%seven = OpConstant %uint 7
%block = OpTypeStruct %uint %uint
%to_block = OpTypePointer StorageBuffer %block
%to_uint = OpTypePointer StorageBuffer %uint
%to_own = OpTypePointer Function %uint
%sums = OpVariable %to_block StorageBuffer
%main = OpFunction %void None %to_void
%begin = OpLabel
%old = OpVariable %to_own Function
%guess = OpVariable %to_own Function
%to_sum = OpAccessChain %to_uint %sums %zero
%to_other = OpAccessChain %to_uint %sums %one
)" + main + "OpReturn\nOpFunctionEnd\n");
    if (module_ == nullptr) return;
    auto types = SpecializedModule::create(*module_, {}, Limits().max_memory, nullptr, nullptr);
    if (!types) {
      ADD_FAILURE() << types.error().message;
      return;
    }
    types_ = std::make_unique<SpecializedModule>(std::move(*types));
    analysis_ = std::make_unique<ModuleAnalysis>(*types_, false);
  }

  CommutingUpdates updates() { return {*module_, *analysis_}; }
  // The last instruction with the opcode.
  const Instruction& last(spv::Op opcode) const {
    const Instruction* found = nullptr;
    for (const Instruction& instruction : module_->instructions()) {
      if (instruction.opcode == opcode) found = &instruction;
    }
    EXPECT_NE(found, nullptr);
    return *found;
  }
  std::optional<CommutingUpdate> of_store() { return updates().of_store(last(spv::Op::OpStore)); }
  std::optional<CommutingUpdate> of_exchange() {
    return updates().of_exchange(last(spv::Op::OpAtomicCompareExchange));
  }
  bool tests_success() {
    return updates().tests_success(*module_->definition(test::find_id(*module_, "test")));
  }

 private:
  std::shared_ptr<const Module> module_;
  std::unique_ptr<SpecializedModule> types_;
  std::unique_ptr<ModuleAnalysis> analysis_;
};

std::optional<AtomicOperation> stored(const std::string& main) {
  const auto update = Updates(main).of_store();
  return update ? std::optional(update->operation) : std::nullopt;
}

TEST(CommutingUpdates, FindsALoadAnOperationAndAStore) {
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %to_sum
%y = OpIAdd %uint %x %seven
OpStore %to_sum %y
)"),
            AtomicOperation::add);
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %to_sum
%y = OpBitwiseXor %uint %seven %x
%again = OpAccessChain %to_uint %sums %zero
OpStore %again %y
)"),
            AtomicOperation::bit_xor);
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %to_sum
%y = OpISub %uint %x %seven
OpStore %to_sum %y
)"),
            AtomicOperation::add);
}

TEST(CommutingUpdates, FindsExtrema) {
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %to_sum
%y = OpExtInst %uint %glsl UMax %x %seven
OpStore %to_sum %y
)"),
            AtomicOperation::unsigned_max);
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %to_sum
%y = OpExtInst %uint %glsl SMin %seven %x
OpStore %to_sum %y
)"),
            AtomicOperation::signed_min);
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %to_sum
%y = OpExtInst %uint %glsl UMin %x %x
OpStore %to_sum %y
)"),
            std::nullopt);
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %to_sum
%y = OpExtInst %uint %glsl UClamp %x %zero %seven
OpStore %to_sum %y
)"),
            std::nullopt);
}

TEST(CommutingUpdates, NothingElseUsesTheValues) {
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %to_sum
%y = OpISub %uint %seven %x
OpStore %to_sum %y
)"),
            std::nullopt);
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %to_sum
%y = OpIMul %uint %x %seven
OpStore %to_sum %y
)"),
            std::nullopt);
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %to_sum
%y = OpIAdd %uint %x %x
OpStore %to_sum %y
)"),
            std::nullopt);
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %to_other
%y = OpIAdd %uint %x %seven
OpStore %to_sum %y
)"),
            std::nullopt);
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %to_sum
%y = OpIAdd %uint %x %seven
OpStore %old %y
OpStore %to_sum %y
)"),
            std::nullopt);
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %to_sum
OpStore %to_sum %seven
%y = OpIAdd %uint %x %seven
OpStore %to_sum %y
)"),
            std::nullopt);
}

// A loop around a compare-exchange, given what computes %new, what %old and %guess become, and the comparison.
std::string loop(const std::string& before, const std::string& after) {
  return R"(OpStore %old %zero
OpBranch %header
%header = OpLabel
OpLoopMerge %merge %continue None
OpBranch %body
%body = OpLabel
)" + before +
         "%found = OpAtomicCompareExchange %uint %to_sum %one %zero %zero %new %compared\n" +
         after +
         R"(OpBranch %continue
%continue = OpLabel
OpBranchConditional %test %header %merge
%merge = OpLabel
)";
}

// As compilers of GLSL write it: all values pass through variables.
const std::string add_seven = R"(%a = OpLoad %uint %old
OpStore %guess %a
%compared = OpLoad %uint %guess
%b = OpLoad %uint %guess
%new = OpIAdd %uint %b %seven
)";
const std::string compare_variables = R"(OpStore %old %found
%c = OpLoad %uint %old
%d = OpLoad %uint %guess
%test = OpINotEqual %bool %c %d
)";

TEST(CommutingUpdates, FollowsVariablesToTheComparator) {
  Updates module(loop(add_seven, compare_variables));
  const auto update = module.of_exchange();
  ASSERT_TRUE(update);
  EXPECT_EQ(update->operation, AtomicOperation::add);
  EXPECT_TRUE(module.tests_success());
  EXPECT_TRUE(module.updates().is_in_loop(module.last(spv::Op::OpAtomicCompareExchange)));
  EXPECT_FALSE(module.updates().is_in_loop(module.last(spv::Op::OpReturn)));
}

TEST(CommutingUpdates, AnExchangeOfAnotherValueIsNoUpdate) {
  Updates doubled(loop(R"(%compared = OpLoad %uint %old
%new = OpIAdd %uint %compared %compared
)",
                       compare_variables));
  EXPECT_FALSE(doubled.of_exchange());
  EXPECT_FALSE(doubled.tests_success());

  Updates changed(loop(R"(%a = OpLoad %uint %old
%new = OpIAdd %uint %a %seven
OpStore %old %seven
%compared = OpLoad %uint %old
)",
                       compare_variables));
  EXPECT_FALSE(changed.of_exchange());

  Updates lost_operand(loop(R"(%compared = OpLoad %uint %old
%e = OpLoad %uint %guess
%new = OpIAdd %uint %compared %e
OpStore %guess %zero
)",
                            compare_variables));
  EXPECT_FALSE(lost_operand.of_exchange());
}

TEST(CommutingUpdates, OtherComparisonsDoNotTestSuccess) {
  Updates with_constant(loop(add_seven, R"(OpStore %old %found
%test = OpINotEqual %bool %found %seven
)"));
  EXPECT_TRUE(with_constant.of_exchange());
  EXPECT_FALSE(with_constant.tests_success());

  Updates changed(loop(add_seven, R"(OpStore %guess %found
%c = OpLoad %uint %guess
%test = OpINotEqual %bool %found %c
)"));
  EXPECT_FALSE(changed.tests_success());

  Updates direct(loop(add_seven, "%test = OpINotEqual %bool %compared %found\n"));
  EXPECT_TRUE(direct.tests_success());
}

}  // namespace
}  // namespace spirv_oracle
