// Conversions of 16-bit floats against a library that has branches and tables for them.
#include "interpreter/kernels/float16.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

namespace spirv_oracle {
namespace {

TEST(Float16, EveryValueWidens) {
  for (unsigned bits = 0; bits <= 0xFFFF; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const auto expected = std::bit_cast<std::uint32_t>(half_float::detail::half2float<float>(half));
    ASSERT_EQ(std::bit_cast<std::uint32_t>(to_float(Float16{half})), expected) << bits;
  }
}

void expect_narrowing(std::uint32_t bits) {
  const auto value = std::bit_cast<float>(bits);
  ASSERT_EQ(to_float16(value).bits, half_float::detail::float2half<std::round_to_nearest>(value))
      << bits;
}

// Numbers next to every value, next to every midpoint, and random ones.
TEST(Float16, NarrowsToTheNearestEven) {
  for (unsigned bits = 0; bits <= 0xFFFF; ++bits) {
    const auto exact =
        std::bit_cast<std::uint32_t>(to_float(Float16{static_cast<std::uint16_t>(bits)}));
    for (const std::uint32_t middle : {0u, 1u << 12, 1u << 13, 3u << 12}) {
      for (std::uint32_t near = 0; near < 5; ++near) expect_narrowing(exact + middle + near - 2);
    }
  }
  std::mt19937 random(1);
  for (unsigned i = 0; i < 2'000'000; ++i) expect_narrowing(static_cast<std::uint32_t>(random()));
  // Half-way points of denormal numbers: odd multiples of 2^-25.
  for (unsigned i = 0; i < 2048; ++i) {
    const auto half_way = std::bit_cast<std::uint32_t>(static_cast<float>(i) * 0x1p-25f);
    for (std::uint32_t near = 0; near < 3; ++near) expect_narrowing(half_way + near - 1);
  }
}

}  // namespace
}  // namespace spirv_oracle
