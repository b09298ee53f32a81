#include "debugger/engine/program/executed_records.h"

#include <gtest/gtest.h>

#include <array>

#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {
namespace {

Record record(Slot result, std::uint32_t origin) {
  Record op;
  op.result = result;
  op.origin = origin;
  return op;
}

Subgroup subgroup_with(const LaneMask& active) {
  Subgroup subgroup;
  subgroup.active = active;
  return subgroup;
}

TEST(ExecutedRecords, HasTheResultsOfTheLastInstruction) {
  const std::array ops{record(3, 1), record(4, 1), record(no_slot, 1), record(5, 2)};
  const Subgroup subgroup = subgroup_with(LaneMask::first(2));
  ExecutedRecords executed;
  for (std::size_t i = 0; i < 3; ++i) executed.note(subgroup, ops[i], i, false);
  EXPECT_EQ(executed.last_results(), (std::vector<Slot>{3, 4}));
  executed.note(subgroup, ops[3], 3, false);
  EXPECT_EQ(executed.last_results(), std::vector<Slot>{5});
  EXPECT_EQ(executed.last().record, &ops[3]);
}

TEST(ExecutedRecords, ATangleHasLanesOfOneSubgroup) {
  const Record op = record(1, 1);
  Subgroup first = subgroup_with(LaneMask::first(4));
  const Subgroup second = subgroup_with(LaneMask::first(4));
  ExecutedRecords executed;
  EXPECT_TRUE(executed.is_in_other_tangle(first, 10));  // nothing has run
  executed.note(first, op, 9, false);
  EXPECT_FALSE(executed.is_in_other_tangle(first, 10));
  EXPECT_FALSE(executed.is_in_other_tangle(second, 11));  // not known: a record was skipped
  EXPECT_TRUE(executed.is_in_other_tangle(second, 10));
  first.active = LaneMask::first(2);
  EXPECT_TRUE(executed.is_in_other_tangle(first, 10));
  first.active = LaneMask::first(4);
  first.workgroup_index = 1;
  EXPECT_TRUE(executed.is_in_other_tangle(first, 10));
}

TEST(ExecutedRecords, KnowsTheLastOneOfASubgroupIfAllWereNoted) {
  const Record op = record(1, 1);
  Subgroup first = subgroup_with(LaneMask::first(4));
  const Subgroup second = subgroup_with(LaneMask::first(3));
  ExecutedRecords executed;
  executed.note(first, op, 0, true);
  executed.note(second, op, 1, true);
  const ExecutedRecord* last = executed.last_of(first);
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(last->active, LaneMask::first(4));
  // The object becomes a subgroup of another workgroup.
  first.workgroup_index = 1;
  EXPECT_EQ(executed.last_of(first), nullptr);
  executed.note(second, op, 2, false);
  EXPECT_FALSE(executed.knows_subgroups());
}

}  // namespace
}  // namespace spirv_oracle
