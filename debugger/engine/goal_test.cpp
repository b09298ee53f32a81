#include "debugger/engine/goal.h"

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

TEST(Goal, ARunStopsAfterItsBeginning) {
  Goal goal;
  goal.from = {5, false};
  EXPECT_FALSE(goal.may_stop_at({5, false}));
  EXPECT_TRUE(goal.may_stop_at({5, true}));
  EXPECT_TRUE(goal.may_stop_at({6, false}));
}

TEST(Goal, ASearchStopsBeforeItsTarget) {
  const Goal goal = Goal::search(1, {{"motion", "line"}}, {5, true});
  EXPECT_TRUE(goal.may_stop_at({5, false}));
  EXPECT_FALSE(goal.may_stop_at({5, true}));
  EXPECT_EQ(goal.motion_kind(), "line");
}

TEST(Goal, WayToAPositionHasNoStops) {
  const Goal goal = Goal::go_to(1, {5, false}, {{"reason", "step"}});
  EXPECT_FALSE(goal.may_stop_at({4, false}));
  EXPECT_FALSE(goal.may_stop_at({6, false}));
  EXPECT_EQ(goal.motion_kind(), "continue");
  EXPECT_EQ(goal.window_begin(), 0u);
}

TEST(Goal, OnlyASearchHasAWindow) {
  Goal goal = Goal::search(1, {{"motion", "line"}}, {10'000, false});
  goal.window = 4'000;
  EXPECT_EQ(goal.window_begin(), 6'000u);
  goal.window = 20'000;
  EXPECT_EQ(goal.window_begin(), 0u);
}

TEST(Goal, AnotherProcessTakesItOverWithoutItsHits) {
  Goal goal = Goal::search(7, {{"motion", "out"}, {"depth", 2}}, {9, true});
  goal.from = {3, true};
  goal.window = 100;
  goal.stop = {{"reason", "step"}};
  goal.question = {{"command", "why"}};
  goal.hit = Position{4, false};
  const Goal taken = Json(goal).get<Goal>();
  EXPECT_EQ(taken.kind, Goal::Kind::search);
  EXPECT_EQ(taken.motion, goal.motion);
  EXPECT_EQ(taken.from, goal.from);
  EXPECT_EQ(taken.target, goal.target);
  EXPECT_EQ(taken.window, 100u);
  EXPECT_EQ(taken.stop, goal.stop);
  EXPECT_EQ(taken.request, 7);
  EXPECT_EQ(taken.question, goal.question);
  EXPECT_EQ(taken.hit, std::nullopt);
}

}  // namespace
}  // namespace spirv_oracle
