#include "interpreter/lowering/synchronization/ticket_locks.h"

#include <string>

#include "interpreter/lowering/synchronization/module_for_test.h"

namespace spirv_oracle {
namespace {

// An increment of the first number, a loop that waits for the second one, and a store to it.
std::string ticket_lock(const std::string& drawn, const std::string& comparison,
                        const std::string& next) {
  return "%ticket = " + drawn + R"(
OpStore %a %ticket
OpBranch %header
%header = OpLabel
OpLoopMerge %merge %continue None
OpBranch %body
%body = OpLabel
%now = OpAtomicLoad %uint %second %one %zero
OpStore %b %now
%mine = OpLoad %uint %a
)" + comparison +
         R"(OpBranchConditional %test %merge %continue
%continue = OpLabel
OpBranch %header
%merge = OpLabel
%again = OpLoad %uint %a
)" + next +
         "OpAtomicStore %second %one %zero %next\n";
}
const std::string increment = "OpAtomicIAdd %uint %first %one %zero %one";
const std::string compared = "%test = OpIEqual %bool %now %mine\n";
const std::string one_more = "%next = OpIAdd %uint %again %one\n";

class Locks {
 public:
  explicit Locks(const std::string& main)
      : module_({"ticket", "now", "mine", "test"}, main),
        locks_(module_.module(), module_.analysis()) {}

  bool draws() { return locks_.draws(module_.instruction("ticket")); }
  bool waits() { return locks_.awaited(module_.instruction("now")) == module_.id("mine"); }
  bool compares() const {
    return locks_.compared_ticket(module_.instruction("test")) == &module_.instruction("ticket");
  }
  bool serves() { return locks_.stores_next(module_.last(spv::Op::OpAtomicStore)); }

 private:
  test::SynchronizedModule module_;
  TicketLocks locks_;
};

TEST(TicketLocks, FindsAllParts) {
  Locks locks(ticket_lock(increment, compared, one_more));
  EXPECT_TRUE(locks.draws());
  EXPECT_TRUE(locks.waits());
  EXPECT_TRUE(locks.compares());
  EXPECT_TRUE(locks.serves());

  Locks by_variable(
      ticket_lock("OpAtomicIIncrement %uint %first %one %zero",
                  "%loaded = OpLoad %uint %b\n%test = OpINotEqual %bool %mine %loaded\n",
                  "%next = OpIAdd %uint %one %ticket\n"));
  EXPECT_TRUE(by_variable.draws());
  EXPECT_TRUE(by_variable.waits());
  EXPECT_TRUE(by_variable.compares());
  EXPECT_TRUE(by_variable.serves());
}

// In languages without atomic loads, an operation with 0 reads.
TEST(TicketLocks, AnOperationWithZeroWaits) {
  const auto with = [](const std::string& operand) {
    std::string text = ticket_lock(increment, compared, one_more);
    const std::string load = "OpAtomicLoad %uint %second %one %zero";
    return text.replace(text.find(load), load.size(),
                        "OpAtomicOr %uint %second %one %zero " + operand);
  };
  EXPECT_TRUE(Locks(with("%zero")).waits());
  EXPECT_FALSE(Locks(with("%one")).waits());
}

// The latest store decides, even if there are others.
TEST(TicketLocks, AVariableMayHaveOtherValuesLater) {
  Locks locks(ticket_lock(increment,
                          "%loaded = OpLoad %uint %b\n%test = OpIEqual %bool %loaded %mine\n",
                          one_more + "OpStore %b %seven\n"));
  EXPECT_TRUE(locks.compares());
  EXPECT_TRUE(locks.waits());
  Locks changed(ticket_lock(increment,
                            "OpStore %b %seven\n%loaded = OpLoad %uint %b\n"
                            "%test = OpIEqual %bool %loaded %mine\n",
                            one_more));
  EXPECT_FALSE(changed.compares());
}

TEST(TicketLocks, OtherIncrementsAreNoTickets) {
  Locks two(ticket_lock("OpAtomicIAdd %uint %first %one %zero %seven", compared, one_more));
  EXPECT_FALSE(two.draws());
  EXPECT_FALSE(two.waits());
  EXPECT_FALSE(two.serves());

  Locks not_compared(ticket_lock(increment, "%test = OpIEqual %bool %now %seven\n", one_more));
  EXPECT_FALSE(not_compared.draws());
  EXPECT_FALSE(not_compared.serves());
}

TEST(TicketLocks, AVariableOfATicketHasNothingElse) {
  Locks changed(ticket_lock(increment, "OpStore %a %seven\n" + compared, one_more));
  EXPECT_FALSE(changed.draws());
  Locks stores_other(ticket_lock(increment, compared, "%next = OpIAdd %uint %again %seven\n"));
  EXPECT_TRUE(stores_other.draws());
  EXPECT_FALSE(stores_other.serves());
}

}  // namespace
}  // namespace spirv_oracle
