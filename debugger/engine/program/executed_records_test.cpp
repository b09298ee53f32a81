#include "debugger/engine/program/executed_records.h"

#include <gtest/gtest.h>

#include <array>

#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {
namespace {

Record make_record(Slot result, std::uint32_t origin) {
  Record record;
  record.result = result;
  record.origin = origin;
  return record;
}

Subgroup subgroup_with(const LaneMask& active) {
  Subgroup subgroup;
  subgroup.active = active;
  return subgroup;
}

TEST(ExecutedRecords, HasTheResultsOfTheLastInstruction) {
  const std::array records{make_record(3, 1), make_record(4, 1), make_record(no_slot, 1),
                           make_record(5, 2)};
  const Subgroup subgroup = subgroup_with(LaneMask::first(2));
  ExecutedRecords executed;
  for (std::size_t i = 0; i < 3; ++i) executed.note(subgroup, records[i], i, false);
  EXPECT_EQ(executed.last_results(), (std::vector<Slot>{3, 4}));
  executed.note(subgroup, records[3], 3, false);
  EXPECT_EQ(executed.last_results(), std::vector<Slot>{5});
  EXPECT_EQ(executed.last().record, &records[3]);
}

TEST(ExecutedRecords, ATangleHasLanesOfOneSubgroup) {
  const Record record = make_record(1, 1);
  Subgroup first = subgroup_with(LaneMask::first(4));
  const Subgroup second = subgroup_with(LaneMask::first(4));
  ExecutedRecords executed;
  EXPECT_TRUE(executed.is_in_other_tangle(first, 10));  // nothing has run
  executed.note(first, record, 9, false);
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
  const Record record = make_record(1, 1);
  Subgroup first = subgroup_with(LaneMask::first(4));
  const Subgroup second = subgroup_with(LaneMask::first(3));
  ExecutedRecords executed;
  executed.note(first, record, 0, true);
  executed.note(second, record, 1, true);
  const ExecutedRecord* last = executed.last_of(first);
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(last->active, LaneMask::first(4));
  // The object becomes a subgroup of another workgroup.
  first.workgroup_index = 1;
  EXPECT_EQ(executed.last_of(first), nullptr);
  executed.note(second, record, 2, false);
  EXPECT_FALSE(executed.knows_subgroups());
}

}  // namespace
}  // namespace spirv_oracle
