#include "debugger/engine/assignments.h"

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

Assignment assignment_at(std::uint64_t moment, bool within, const std::string& variable) {
  return {{moment, within},
          {1, 2, 3, 4},
          {{"command", "assign"}, {"expression", variable}, {"value", "7"}}};
}

// A process at another position.
Assignments taken_over(const Assignments& from, const Position& here) {
  Assignments to;
  to.take_over(from.as_json(), here);
  return to;
}

TEST(Assignments, AReplayRepeatsEachAtItsPosition) {
  Assignments made;
  EXPECT_EQ(made.add(assignment_at(5, false, "a")), 0u);
  EXPECT_EQ(made.add(assignment_at(5, true, "b")), 0u);
  EXPECT_EQ(made.next_moment(), std::nullopt);

  Assignments replay = taken_over(made, {});
  EXPECT_EQ(replay.next_moment(), 5u);
  EXPECT_EQ(replay.take_next({4, true}), nullptr);
  const Assignment* const first = replay.take_next({5, false});
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->request["expression"], "a");
  EXPECT_EQ(first->focus.frame, 4u);
  EXPECT_EQ(replay.take_next({5, false}), nullptr);
  const Assignment* const second = replay.take_next({6, false});
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(second->request["expression"], "b");
  EXPECT_EQ(replay.next_moment(), std::nullopt);
}

// Those at the position of a checkpoint itself were made after it.
TEST(Assignments, ACheckpointHasThoseBeforeIt) {
  Assignments made;
  made.add(assignment_at(5, false, "a"));
  made.add(assignment_at(8, false, "b"));
  Assignments at_first = taken_over(made, {5, false});
  EXPECT_EQ(at_first.next_moment(), 5u);
  Assignments at_second = taken_over(made, {8, false});
  EXPECT_EQ(at_second.next_moment(), 8u);
}

TEST(Assignments, ANewOneDropsThoseAtLaterPositions) {
  Assignments made;
  made.add(assignment_at(5, false, "a"));
  made.add(assignment_at(8, false, "b"));
  Assignments earlier = taken_over(made, {6, false});
  EXPECT_EQ(earlier.add(assignment_at(6, false, "c")), 1u);
  Assignments replay = taken_over(earlier, {});
  ASSERT_NE(replay.take_next({9, false}), nullptr);
  EXPECT_EQ(replay.take_next({9, false})->request["expression"], "c");
  EXPECT_EQ(replay.take_next({9, false}), nullptr);
}

TEST(Assignments, ChangesAreReportedOnce) {
  Assignments made;
  made.add(assignment_at(5, false, "a"));
  EXPECT_EQ(made.take_changes(), "");  // the user has just made it
  Assignments earlier = taken_over(made, {2, false});
  EXPECT_EQ(earlier.take_changes(),
            "[5] a = 7: undone, and repeated when the run comes there again\n");
  EXPECT_EQ(earlier.take_changes(), "");
  ASSERT_NE(earlier.take_next({5, false}), nullptr);
  EXPECT_EQ(earlier.take_changes(), "[5] a = 7: repeated\n");
}

TEST(Assignments, AWriteIsNamedByWhatItWrites) {
  Assignments made;
  made.add({{3, false}, {}, {{"command", "write_memory"}, {"buffer", "0.1"}}});
  EXPECT_EQ(taken_over(made, {}).take_changes(),
            "[3] the write to 0.1: undone, and repeated when the run comes there again\n");
}

}  // namespace
}  // namespace spirv_oracle
