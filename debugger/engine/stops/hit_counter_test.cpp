#include "debugger/engine/stops/hit_counter.h"

#include <gtest/gtest.h>

#include "debugger/engine/transport/channel_pair_for_test.h"
#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

class HitCounterTest : public ChannelPairTest {
 protected:
  StopPoint& set(Json fields) {
    fields["id"] = 4;
    fields["kind"] = "line";
    stops_.set(Json::array({fields}));
    return stops_.all().front();
  }
  bool count(StopPoint& point, bool prints = true) {
    LaneMask lanes = LaneMask::first(2);
    return counter_.count(point, {}, prints, subgroup_, lanes);
  }

  DebugOutput output_{target_};
  HitCounter counter_{output_};
  StopPoints stops_;
  Subgroup subgroup_;
};

TEST_F(HitCounterTest, StopsAtTheHitThatWasAskedForAndLaterOnes) {
  StopPoint& point = set({{"hits", 3}});
  EXPECT_FALSE(count(point));
  EXPECT_FALSE(count(point));
  EXPECT_TRUE(count(point));
  EXPECT_TRUE(count(point));
  EXPECT_EQ(point.hits, 4u);
}

TEST_F(HitCounterTest, APointThatStopsOnceStopsOnce) {
  StopPoint& point = set({{"once", true}});
  EXPECT_TRUE(count(point));
  stops_.note_stop({4});
  EXPECT_FALSE(count(point));
}

TEST_F(HitCounterTest, ALogPointDoesNotStop) {
  StopPoint& point = set({{"log", "here"}});
  EXPECT_FALSE(count(point, false));
  output_.flush();
  EXPECT_FALSE(client_.is_ready(0));
  EXPECT_EQ(point.hits, 1u);
}

TEST_F(HitCounterTest, APointWithAProblemIsNotHit) {
  StopPoint& point = set({});
  counter_.report_problem(point, "unknown variable 'x'");
  EXPECT_FALSE(count(point));
  EXPECT_EQ(point.hits, 0u);
  output_.flush();
  const auto message = client_.receive();
  ASSERT_TRUE(message);
  EXPECT_EQ((*message)["text"], "breakpoint 4: unknown variable 'x'\n");
}

}  // namespace
}  // namespace spirv_oracle
