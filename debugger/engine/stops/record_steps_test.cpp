#include "debugger/engine/stops/record_steps.h"

#include <gtest/gtest.h>

#include "debugger/engine/stops/stop_points.h"
#include "interpreter/exec/state/no_operation.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

const Record* with_effect(Subgroup&, const Record* record) { return record + 1; }

Program program_of(const std::vector<Handler>& handlers) {
  Program program;
  for (const Handler handler : handlers) {
    program.records.emplace_back();
    program.records.back().handler = handler;
    program.records.back().result = static_cast<Slot>(program.records.size());
  }
  return program;
}

TEST(RecordSteps, RecordsWithoutEffectAreSkippedUnlessMarked) {
  const Program program = program_of(
      {&with_effect, &no_operation, &no_operation, &with_effect, &no_operation, &with_effect});
  std::vector<std::uint8_t> marks(7, 0);
  marks[5] = 1;
  const std::vector<RecordStep> steps = make_record_steps(program, marks);
  EXPECT_EQ(steps[0].skips, 0u);
  EXPECT_EQ(steps[0].moments, 1u);
  EXPECT_EQ(steps[1].skips, 2u);
  EXPECT_EQ(steps[1].moments, 3u);
  EXPECT_EQ(steps[2].skips, 1u);
  // A marked record is not passed by a skip.
  EXPECT_EQ(steps[4].skips, 0u);
  EXPECT_EQ(steps[4].moments, 1u);
  EXPECT_EQ(steps[5].moments, RecordStep::always_look);
}

TEST(RecordSteps, StopPointsMarkTheirRecordsAndTheWritesOfWatchedRegisters) {
  const Program program = program_of({&with_effect, &with_effect, &with_effect, &with_effect});
  StopPoints stops;
  stops.set({{{"id", 1}, {"kind", "line"}, {"line", 3}},
             {{"id", 2}, {"kind", "watch"}, {"expression", "a"}},
             {{"id", 3}, {"kind", "watch"}, {"expression", "b"}}});
  stops.all()[0].records = {3};
  stops.all()[1].planes = {2};  // the result of record 1
  stops.all()[2].planes = {1};
  stops.all()[2].dispatch = 5;  // another one
  std::vector<std::uint8_t> marks(5, 0);
  mark_stop_points(stops, program, 0, marks);
  EXPECT_EQ(marks, (std::vector<std::uint8_t>{0, 1, 0, 1, 0}));
}

}  // namespace
}  // namespace spirv_oracle
