#include "interpreter/deadline.h"

#include <limits>

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

TEST(Deadline, MoreSecondsThanTheClockCountsMeanNoDeadline) {
  EXPECT_EQ(deadline_after(0), no_deadline);
  EXPECT_EQ(deadline_after(9999999999), no_deadline);
  EXPECT_EQ(deadline_after(1e300), no_deadline);
  EXPECT_EQ(deadline_after(std::numeric_limits<double>::infinity()), no_deadline);
  EXPECT_FALSE(is_past(no_deadline));
  EXPECT_EQ(seconds_until(no_deadline), 0);
}

TEST(Deadline, IsInTheFuture) {
  for (const double seconds : {60.0, 1e9, 9e9}) {
    const Deadline deadline = deadline_after(seconds);
    EXPECT_NE(deadline, no_deadline) << seconds;
    EXPECT_FALSE(is_past(deadline)) << seconds;
    EXPECT_GT(seconds_until(deadline), seconds - 30) << seconds;
    EXPECT_LE(seconds_until(deadline), seconds) << seconds;
  }
}

TEST(Deadline, ThatHasPassedLeavesMoreThanNothing) {
  const Deadline deadline = deadline_after(1e-9);
  while (!is_past(deadline)) {
  }
  EXPECT_GT(seconds_until(deadline), 0);
}

}  // namespace
}  // namespace spirv_oracle
