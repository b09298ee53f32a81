#include "debugger/engine/lookahead.h"

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

// What the waiting process gets from a lookahead process that ends so.
Lookahead::Result lookahead_result(bool lacks_marks) {
  Lookahead lookahead;
  const Lookahead::Result result = lookahead.run(100);
  if (result == Lookahead::Result::in_lookahead) {
    const bool is_as_expected =
        lookahead.is_active() && !lookahead.is_too_long(100) && lookahead.is_too_long(100'000'000);
    lookahead.end(is_as_expected == lacks_marks);
  }
  EXPECT_FALSE(lookahead.is_active());
  return result;
}

TEST(Lookahead, TellsTheWaitingProcessWhetherMarksAreMissing) {
  EXPECT_EQ(lookahead_result(true), Lookahead::Result::lacks_marks);
  EXPECT_EQ(lookahead_result(false), Lookahead::Result::complete);
}

}  // namespace
}  // namespace spirv_oracle
