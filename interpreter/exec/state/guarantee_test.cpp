#include "interpreter/exec/state/guarantee.h"

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

constexpr std::uint32_t instruction = 7, construct = 3;
constexpr std::uint64_t here = 11, elsewhere = 12;
const LaneMask lanes = LaneMask::first(4);
constexpr Guarantee no_guarantee = Guarantee::none(JoinKind::merge_block, construct);

TEST(Guarantee, NamesItsAssumption) {
  EXPECT_TRUE(Guarantee().holds());
  EXPECT_EQ(Guarantee(), Guarantee::under(0));
  constexpr std::uint32_t last = 0xFFFFFFFF;
  for (const std::uint32_t number : {0u, 1u, last}) {
    const Guarantee assumed = Guarantee::under(number);
    EXPECT_TRUE(assumed.holds());
    EXPECT_EQ(assumed.assumption(), number);
    for (const JoinKind place : {JoinKind::merge_block, JoinKind::switch_case, JoinKind::block}) {
      const Guarantee none = Guarantee::none(place, number);
      EXPECT_FALSE(none.holds());
      EXPECT_EQ(none.place(), place);
      EXPECT_EQ(none.construct(), number);
      EXPECT_NE(none, assumed);
    }
  }
}

TEST(JoinLedger, AJoinThatAllSubgroupsMakeIsGuaranteed) {
  JoinLedger ledger;
  ledger.start(2, true);
  ledger.pass(0, here);
  ledger.depend(ledger.assume(here, construct, 0, no_guarantee), instruction, 0, lanes);
  ledger.pass(1, elsewhere);
  ledger.pass(1, here);
  EXPECT_TRUE(ledger.judge().empty());
}

TEST(JoinLedger, AJoinThatOneSubgroupDoesNotMakeIsNot) {
  JoinLedger ledger;
  ledger.start(2, true);
  ledger.pass(0, here);
  ledger.depend(ledger.assume(here, construct, 0, no_guarantee), instruction, 0, lanes);
  ledger.pass(1, elsewhere);
  const auto broken = ledger.judge();
  ASSERT_EQ(broken.size(), 1U);
  EXPECT_EQ(broken[0].origin, instruction);
  EXPECT_EQ(broken[0].construct, construct);
  EXPECT_EQ(broken[0].subgroup, 0U);
  EXPECT_EQ(broken[0].lanes, lanes);
}

TEST(JoinLedger, WhatRestsOnABrokenJoinIsBroken) {
  JoinLedger ledger;
  ledger.start(2, true);
  const auto outer = ledger.assume(elsewhere, construct, 0, no_guarantee);
  const auto inner = ledger.assume(here, construct + 1, outer, no_guarantee);
  ledger.depend(inner, instruction, 1, lanes);
  for (const std::uint32_t subgroup : {0u, 1u}) ledger.pass(subgroup, here);
  ledger.pass(1, elsewhere);
  EXPECT_EQ(ledger.judge().size(), 1U);
  ledger.pass(0, elsewhere);
  EXPECT_TRUE(ledger.judge().empty());
}

TEST(JoinLedger, LanesThatNeverPartedNeedNoJoin) {
  JoinLedger ledger;
  ledger.start(2, true);
  ledger.pass(0, here);
  ledger.depend(ledger.assume(here, construct, 0, Guarantee()), instruction, 0, lanes);
  EXPECT_TRUE(ledger.judge().empty());
}

TEST(JoinLedger, JudgesNothingThatItCouldNotRecord) {
  JoinLedger ledger;
  ledger.start(2, true);
  ledger.pass(0, here);
  ledger.depend(ledger.assume(here, construct, 0, no_guarantee), instruction, 0, lanes);
  ASSERT_EQ(ledger.judge().size(), 1U);
  for (std::uint32_t i = 0; i < (1u << 22); ++i) ledger.pass(0, i);
  EXPECT_FALSE(ledger.enabled());
  EXPECT_TRUE(ledger.judge().empty());
  EXPECT_EQ(ledger.assume(here, construct, 0, {}), 0U);
}

}  // namespace
}  // namespace spirv_oracle
