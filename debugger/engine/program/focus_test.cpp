#include "debugger/engine/program/focus.h"

#include <gtest/gtest.h>

#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

// Subgroup 1 of workgroup 2, with lanes 0 to 3.
Subgroup stopped_subgroup() {
  Subgroup subgroup;
  subgroup.workgroup_index = 2;
  subgroup.id = 1;
  subgroup.active = LaneMask::first(4);
  subgroup.existing = LaneMask::first(4);
  return subgroup;
}

constexpr DebugFocus lane_3{2, 1, 3, 5};

TEST(Focus, StaysInALaneThatTheStopConcerns) {
  const DebugFocus focus =
      focus_at_stop(lane_3, stopped_subgroup(), {{"lanes", {1, 3}}, {"lane", 1}});
  EXPECT_EQ(focus.lane, 3u);
  EXPECT_EQ(focus.frame, 0u);
}

TEST(Focus, GoesToALaneThatTheStopConcerns) {
  const DebugFocus focus =
      focus_at_stop(lane_3, stopped_subgroup(), {{"lanes", {1, 2}}, {"lane", 1}});
  EXPECT_EQ(focus.lane, 1u);
}

TEST(Focus, GoesToTheSubgroupThatStops) {
  const DebugFocus elsewhere{0, 0, 3, 0};
  const DebugFocus focus = focus_at_stop(elsewhere, stopped_subgroup(), {{"reason", "step"}});
  EXPECT_EQ(focus.workgroup, 2u);
  EXPECT_EQ(focus.subgroup, 1u);
  EXPECT_EQ(focus.lane, 0u);  // the lowest active one
}

TEST(Focus, StaysInALaneThatHasEnded) {
  Subgroup subgroup = stopped_subgroup();
  subgroup.active = {};
  EXPECT_EQ(focus_at_stop(lane_3, subgroup, {{"reason", "end"}}).lane, 3u);
}

TEST(Focus, ARequestMayNameTheLaneAndTheFrame) {
  EXPECT_EQ(Json(with_requested_lane(lane_3, {{"lane", 0}})), Json({2, 1, 0, 5}));
  EXPECT_EQ(Json(with_requested_lane(lane_3, {{"frame", 1}})), Json({2, 1, 3, 1}));
}

TEST(Focus, OnlyALaneOfTheRunningTangleIsActive) {
  const Subgroup subgroup = stopped_subgroup();
  EXPECT_TRUE(is_active(lane_3, subgroup));
  EXPECT_FALSE(is_active({2, 1, 4, 0}, subgroup));
  EXPECT_FALSE(is_active({2, 0, 3, 0}, subgroup));
  EXPECT_FALSE(is_active({1, 1, 3, 0}, subgroup));
  EXPECT_TRUE(has_ended(lane_3, {}));  // its workgroup does not run
}

}  // namespace
}  // namespace spirv_oracle
