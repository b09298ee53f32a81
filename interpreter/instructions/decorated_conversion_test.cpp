#include "interpreter/instructions/decorated_conversion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace spirv_oracle {
namespace {

using spv::FPRoundingMode;

template <class To>
void expect_clamped(std::int64_t value) {
  const auto least = static_cast<std::int64_t>(std::numeric_limits<To>::min());
  const auto most = static_cast<std::int64_t>(std::numeric_limits<To>::max());
  EXPECT_EQ(std::int64_t{internal::clamp_to<To>(value)}, std::clamp(value, least, most)) << value;
}

TEST(DecoratedConversion, IntegersAreClamped) {
  for (std::int64_t value = -70000; value <= 70000; ++value) {
    expect_clamped<std::int8_t>(value);
    expect_clamped<std::uint8_t>(value);
    expect_clamped<std::int16_t>(value);
    expect_clamped<std::uint16_t>(value);
  }
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(internal::clamp_to<std::int64_t>(most), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(internal::clamp_to<std::uint64_t>(std::int64_t{-1}), 0u);
  EXPECT_EQ(internal::clamp_to<std::uint64_t>(most), most);
}

// The results by the definition of the modes: the neighbors of a number among the floats, the nearer one, or of two
// equally near the one whose last bit is 0.
template <class To>
void expect_rounded(long double value) {
  const To up = internal::round_to_float<To>(value, FPRoundingMode::RTP);
  const To down = internal::round_to_float<To>(value, FPRoundingMode::RTN);
  ASSERT_GE(static_cast<long double>(up), value);
  ASSERT_LE(static_cast<long double>(down), value);
  const bool exact = static_cast<long double>(static_cast<To>(value)) == value;
  ASSERT_EQ(exact ? down : std::nextafter(down, std::numeric_limits<To>::infinity()), up) << value;
  EXPECT_EQ(internal::round_to_float<To>(value, FPRoundingMode::RTZ), value < 0 ? up : down);
  const To nearest = internal::round_to_float<To>(value, FPRoundingMode::RTE);
  const long double to_up = up - value, to_down = value - down;
  if (to_up != to_down) {
    EXPECT_EQ(nearest, to_up < to_down ? up : down) << value;
  }
  if (to_up == to_down && !exact) {
    int exponent = 0;
    const auto digits = std::numeric_limits<To>::digits;
    const To significand = std::ldexp(std::frexp(nearest, &exponent), digits);
    EXPECT_EQ(std::fmod(significand, To{2}), To{0}) << value;
  }
}

TEST(DecoratedConversion, FloatsAreTheNeighboursThatTheModesName) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = random() >> (i % 64);
    expect_rounded<float>(static_cast<long double>(bits));
    expect_rounded<double>(
        static_cast<long double>(static_cast<std::int64_t>(random()) >> (i % 64)));
    expect_rounded<float>(
        std::ldexp(static_cast<long double>(static_cast<double>(bits)), i % 100 - 80));
  }
  for (const std::int64_t middle : {(1 << 24) + 1, (1 << 24) + 3, -(1 << 24) - 1, 0, 1, -1})
    expect_rounded<float>(static_cast<long double>(middle));
}

TEST(DecoratedConversion, BeyondTheRangeTheModesChooseBetweenTheLargestAndInfinity) {
  constexpr float most = std::numeric_limits<float>::max();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const long double large = 1e300L;
  EXPECT_EQ(internal::round_to_float<float>(large, FPRoundingMode::RTE), infinity);
  EXPECT_EQ(internal::round_to_float<float>(large, FPRoundingMode::RTZ), most);
  EXPECT_EQ(internal::round_to_float<float>(large, FPRoundingMode::RTP), infinity);
  EXPECT_EQ(internal::round_to_float<float>(large, FPRoundingMode::RTN), most);
  EXPECT_EQ(internal::round_to_float<float>(-large, FPRoundingMode::RTP), -most);
  EXPECT_EQ(internal::round_to_float<float>(-large, FPRoundingMode::RTN), -infinity);
  EXPECT_EQ(internal::round_to_float<float>(infinity, FPRoundingMode::RTZ), infinity);
}

TEST(DecoratedConversion, WholeNumbersByMode) {
  struct Row {
    double value, rte, rtz, rtp, rtn;
  };
  for (const Row& row : {Row{2.5, 2, 2, 3, 2}, Row{3.5, 4, 3, 4, 3}, Row{-2.5, -2, -2, -2, -3},
                         Row{0.4, 0, 0, 1, 0}, Row{-0.6, -1, 0, 0, -1}, Row{7, 7, 7, 7, 7}}) {
    EXPECT_EQ(internal::round_to_integer(row.value, FPRoundingMode::RTE), row.rte) << row.value;
    EXPECT_EQ(internal::round_to_integer(row.value, FPRoundingMode::RTZ), row.rtz) << row.value;
    EXPECT_EQ(internal::round_to_integer(row.value, FPRoundingMode::RTP), row.rtp) << row.value;
    EXPECT_EQ(internal::round_to_integer(row.value, FPRoundingMode::RTN), row.rtn) << row.value;
  }
}

}  // namespace
}  // namespace spirv_oracle
