#include "interpreter/exec/state/image_writes.h"

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

TEST(ImageWrites, LastUntilAFenceOfTheInvocation) {
  ImageWrites writes(1 << 20);
  writes.note(1, 100, 7);
  writes.note(2, 100, 8);
  ASSERT_NE(writes.find(1, 100), nullptr);
  EXPECT_EQ(*writes.find(1, 100), 7u);
  EXPECT_EQ(writes.find(1, 101), nullptr);
  writes.fence(1);
  EXPECT_EQ(writes.find(1, 100), nullptr);
  ASSERT_NE(writes.find(2, 100), nullptr);
  EXPECT_EQ(*writes.find(2, 100), 8u);
  writes.start();
  EXPECT_EQ(writes.find(2, 100), nullptr);
}

TEST(ImageWrites, OfKnownTexelsAreTrackedWhenMemoryIsUsedUp) {
  ImageWrites writes(64);  // one texel
  writes.note(1, 100, 7);
  writes.note(1, 101, 8);
  writes.note(2, 100, 9);
  EXPECT_EQ(writes.find(1, 101), nullptr);
  EXPECT_EQ(writes.find(2, 100), nullptr);
  writes.note(1, 100, 10);
  ASSERT_NE(writes.find(1, 100), nullptr);
  EXPECT_EQ(*writes.find(1, 100), 10u);
  writes.fence(1);
  writes.note(2, 100, 11);
  ASSERT_NE(writes.find(2, 100), nullptr);
  EXPECT_EQ(*writes.find(2, 100), 11u);
}

}  // namespace
}  // namespace spirv_oracle
