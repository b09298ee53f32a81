#include "debugger/engine/stops/stop_hits.h"

#include <gtest/gtest.h>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

// A program of three records that do nothing, in lanes 0 to 3 of a subgroup.
class StopHitsTest : public testing::Test {
 protected:
  void SetUp() override {
    program_.records.resize(3);
    subgroup_.active = subgroup_.alive = subgroup_.existing = LaneMask::first(4);
  }
  // Before the record with this index, which is executed after its predecessor.
  std::optional<Json> before(std::size_t record) {
    PausedRun run;
    run.program = &program_;
    run.subgroup = &subgroup_;
    run.record = &program_.records[record];
    run.moment = record;
    return hits_.before_record(run, false);
  }
  void execute(std::size_t record) {
    executed_.note(subgroup_, program_.records[record], record, true);
  }

  Program program_;
  Subgroup subgroup_;
  Channel none_;
  DebugOutput output_{none_};
  HitCounter counter_{output_};
  ExecutedRecords executed_;
  StopPoints stops_;
  StopHits hits_{stops_, counter_, executed_};
};

TEST_F(StopHitsTest, AReasonNamesAllPointsThatAreHit) {
  stops_.set({{{"id", 1}, {"kind", "line"}},
              {{"id", 2}, {"kind", "line"}, {"lane", 7}},
              {{"id", 3}, {"kind", "line"}, {"lane", 2}}});
  for (StopPoint& point : stops_.all()) {
    point.records = {1};
    point.problem.clear();
  }
  EXPECT_FALSE(before(0));
  const auto reason = before(1);
  ASSERT_TRUE(reason);
  EXPECT_EQ((*reason)["reason"], "breakpoint");
  EXPECT_EQ((*reason)["text"], "stop point 1");
  EXPECT_EQ((*reason)["stop_ids"], Json({1, 3}));
  EXPECT_EQ((*reason)["lanes"], Json({0, 1, 2, 3}));
}

TEST_F(StopHitsTest, ATangleDivergesAndReconverges) {
  stops_.set({{{"id", 1}, {"kind", "divergence"}}, {{"id", 2}, {"kind", "reconvergence"}}});
  EXPECT_FALSE(before(0));  // nothing has run
  execute(0);
  EXPECT_FALSE(before(1));
  subgroup_.active = LaneMask::first(2);
  auto reason = before(1);
  ASSERT_TRUE(reason);
  EXPECT_EQ((*reason)["reason"], "divergence");
  EXPECT_EQ((*reason)["text"], "lanes 0-1 run first");
  execute(1);
  subgroup_.active = LaneMask::first(4);
  reason = before(2);
  ASSERT_TRUE(reason);
  EXPECT_EQ((*reason)["reason"], "reconvergence");
  EXPECT_EQ((*reason)["stop_ids"], Json::array({2}));
}

TEST_F(StopHitsTest, LanesThatEndDoNotDiverge) {
  stops_.set({{{"id", 1}, {"kind", "divergence"}}, {{"id", 2}, {"kind", "reconvergence"}}});
  execute(0);
  subgroup_.active = subgroup_.alive = LaneMask::first(2);
  EXPECT_FALSE(before(1));
}

}  // namespace
}  // namespace spirv_oracle
