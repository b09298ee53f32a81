// The inputs of draw_fuzzer.cpp, random ones with fixed seeds.
#include "graphics/hostile_draw_for_test.h"

#include <gtest/gtest.h>

#include <random>

namespace spirv_oracle {
namespace {

TEST(HostileDraws, EndWithAStatusInTime) {
  const test::HostileShaders shaders;
  unsigned drawn = 0;
  for (std::uint32_t seed = 1; seed <= 2000; ++seed) {
    std::mt19937 random(seed);
    std::vector<std::uint8_t> bytes(800 + random() % 800);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    test::HostileDraw draw(shaders, bytes);
    EXPECT_EQ(draw.problem(), "") << "seed " << seed;
    drawn += draw.fragments() != 0 ? 1 : 0;
  }
  EXPECT_GT(drawn, 100u);  // most are not rejected before they draw anything
}

}  // namespace
}  // namespace spirv_oracle
