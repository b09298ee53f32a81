#include "interpreter/lowering/synchronization/commuting_updates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "interpreter/lowering/synchronization/module_for_test.h"

namespace spirv_oracle {
namespace {

class Updates {
 public:
  explicit Updates(const std::string& main) : module_({"found", "test"}, main) {}

  CommutingUpdates updates() { return {module_.module(), module_.analysis()}; }
  const Instruction& last(spv::Op opcode) const { return module_.last(opcode); }
  std::optional<CommutingUpdate> of_store() { return updates().of_store(last(spv::Op::OpStore)); }
  std::optional<CommutingUpdate> of_exchange() {
    return updates().of_exchange(last(spv::Op::OpAtomicCompareExchange));
  }
  bool tests_success() { return updates().tests_success(module_.instruction("test")); }

 private:
  test::SynchronizedModule module_;
};

std::optional<AtomicOperation> stored(const std::string& main) {
  const auto update = Updates(main).of_store();
  return update ? std::optional(update->operation) : std::nullopt;
}

TEST(CommutingUpdates, FindsALoadAnOperationAndAStore) {
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %first
%y = OpIAdd %uint %x %seven
OpStore %first %y
)"),
            AtomicOperation::add);
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %first
%y = OpBitwiseXor %uint %seven %x
%again = OpAccessChain %to_uint %numbers %zero
OpStore %again %y
)"),
            AtomicOperation::bit_xor);
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %first
%y = OpISub %uint %x %seven
OpStore %first %y
)"),
            AtomicOperation::add);
}

TEST(CommutingUpdates, FindsExtrema) {
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %first
%y = OpExtInst %uint %glsl UMax %x %seven
OpStore %first %y
)"),
            AtomicOperation::unsigned_max);
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %first
%y = OpExtInst %uint %glsl SMin %seven %x
OpStore %first %y
)"),
            AtomicOperation::signed_min);
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %first
%y = OpExtInst %uint %glsl UMin %x %x
OpStore %first %y
)"),
            std::nullopt);
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %first
%y = OpExtInst %uint %glsl UClamp %x %zero %seven
OpStore %first %y
)"),
            std::nullopt);
}

TEST(CommutingUpdates, NothingElseUsesTheValues) {
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %first
%y = OpISub %uint %seven %x
OpStore %first %y
)"),
            std::nullopt);
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %first
%y = OpIMul %uint %x %seven
OpStore %first %y
)"),
            std::nullopt);
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %first
%y = OpIAdd %uint %x %x
OpStore %first %y
)"),
            std::nullopt);
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %second
%y = OpIAdd %uint %x %seven
OpStore %first %y
)"),
            std::nullopt);
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %first
%y = OpIAdd %uint %x %seven
OpStore %a %y
OpStore %first %y
)"),
            std::nullopt);
  EXPECT_EQ(stored(R"(%x = OpLoad %uint %first
OpStore %first %seven
%y = OpIAdd %uint %x %seven
OpStore %first %y
)"),
            std::nullopt);
}

// A loop around a compare-exchange, given what computes %new, what %a and %b become, and the comparison.
std::string loop(const std::string& before, const std::string& after) {
  return R"(OpStore %a %zero
OpBranch %header
%header = OpLabel
OpLoopMerge %merge %continue None
OpBranch %body
%body = OpLabel
)" + before +
         "%found = OpAtomicCompareExchange %uint %first %one %zero %zero %new %compared\n" + after +
         R"(OpBranch %continue
%continue = OpLabel
OpBranchConditional %test %header %merge
%merge = OpLabel
)";
}

// As compilers of GLSL write it: all values pass through variables.
const std::string add_seven = R"(%p = OpLoad %uint %a
OpStore %b %p
%compared = OpLoad %uint %b
%q = OpLoad %uint %b
%new = OpIAdd %uint %q %seven
)";
const std::string compare_variables = R"(OpStore %a %found
%r = OpLoad %uint %a
%d = OpLoad %uint %b
%test = OpINotEqual %bool %r %d
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
  Updates doubled(loop(R"(%compared = OpLoad %uint %a
%new = OpIAdd %uint %compared %compared
)",
                       compare_variables));
  EXPECT_FALSE(doubled.of_exchange());
  EXPECT_FALSE(doubled.tests_success());

  Updates changed(loop(R"(%p = OpLoad %uint %a
%new = OpIAdd %uint %p %seven
OpStore %a %seven
%compared = OpLoad %uint %a
)",
                       compare_variables));
  EXPECT_FALSE(changed.of_exchange());

  Updates lost_operand(loop(R"(%compared = OpLoad %uint %a
%e = OpLoad %uint %b
%new = OpIAdd %uint %compared %e
OpStore %b %zero
)",
                            compare_variables));
  EXPECT_FALSE(lost_operand.of_exchange());
}

TEST(CommutingUpdates, OtherComparisonsDoNotTestSuccess) {
  Updates with_constant(loop(add_seven, R"(OpStore %a %found
%test = OpINotEqual %bool %found %seven
)"));
  EXPECT_TRUE(with_constant.of_exchange());
  EXPECT_FALSE(with_constant.tests_success());

  Updates changed(loop(add_seven, R"(OpStore %b %found
%r = OpLoad %uint %b
%test = OpINotEqual %bool %found %r
)"));
  EXPECT_FALSE(changed.tests_success());

  Updates direct(loop(add_seven, "%test = OpINotEqual %bool %compared %found\n"));
  EXPECT_TRUE(direct.tests_success());
}

// A loop whose phi %p has what the variable %a holds, as optimizers leave it where a call takes the address of the variable.
std::string loop_with_phi(const std::string& first, const std::string& next) {
  return "OpStore %a %" + first + R"(
OpBranch %header
%header = OpLabel
%p = OpPhi %uint %zero %begin %q %continue
%new = OpIAdd %uint %p %seven
%compared = OpLoad %uint %a
%found = OpAtomicCompareExchange %uint %first %one %zero %zero %new %compared
OpStore %a %found
%test = OpINotEqual %bool %found %compared
OpLoopMerge %merge %continue None
OpBranchConditional %test %continue %merge
%continue = OpLabel
)" + next +
         R"(
OpBranch %header
%merge = OpLabel
)";
}

TEST(CommutingUpdates, APhiMayHoldWhatAVariableDoes) {
  Updates module(loop_with_phi("zero", "%q = OpLoad %uint %a"));
  const auto update = module.of_exchange();
  ASSERT_TRUE(update);
  EXPECT_EQ(update->operation, AtomicOperation::add);
  EXPECT_TRUE(module.tests_success());
  EXPECT_TRUE(Updates(loop_with_phi("zero", "%q = OpLoad %uint %a\nOpStore %b %q")).of_exchange());
  // As far as is known.
  EXPECT_FALSE(Updates(loop_with_phi("zero", "%q = OpBitcast %uint %found")).of_exchange());
}

TEST(CommutingUpdates, APhiMayDifferFromAVariable) {
  // Before the loop, after a store to the variable, or in the second iteration.
  EXPECT_FALSE(Updates(loop_with_phi("one", "%q = OpLoad %uint %a")).of_exchange());
  EXPECT_FALSE(
      Updates(loop_with_phi("zero", "%q = OpLoad %uint %a\nOpStore %a %seven")).of_exchange());
  EXPECT_FALSE(Updates(loop_with_phi("zero", "%q = OpIAdd %uint %found %one")).of_exchange());
}

// The operand must still be there when the exchange succeeds.
TEST(CommutingUpdates, AStoreToAPartOfAVariableChangesWhatIsLoaded) {
  Updates module(loop(R"(%part = OpAccessChain %to_own %pair %zero
%e = OpLoad %uint %part
%compared = OpLoad %uint %a
%new = OpIAdd %uint %compared %e
OpStore %part %zero
)",
                      compare_variables));
  EXPECT_FALSE(module.of_exchange());
}

}  // namespace
}  // namespace spirv_oracle
