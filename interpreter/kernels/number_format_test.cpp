// Rounding and ranges of numbers, against all numbers of 16 bits and the host's own floats.

#include "interpreter/kernels/number_format.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/kernels/float16.h"

namespace spirv_oracle {
namespace {

// All finite numbers of 16 bits, ascending; one zero.
std::vector<Real> halves() {
  std::vector<Real> numbers;
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const float number = to_float(Float16{static_cast<std::uint16_t>(bits)});
    if (std::isfinite(number) && bits != 0x8000) numbers.push_back(number);
  }
  std::ranges::sort(numbers);
  return numbers;
}

std::vector<Real> random_reals(int count) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> significand(-2, 2);
  std::uniform_int_distribution<int> exponent(-28, 16);
  std::vector<Real> numbers;
  for (int i = 0; i < count; ++i)
    numbers.push_back(std::ldexp(static_cast<Real>(significand(random)), exponent(random)));
  return numbers;
}

TEST(NumberFormat, GreatestNumbers) {
  EXPECT_EQ(binary16.greatest(), 65504);
  EXPECT_EQ(binary32.greatest(), std::numeric_limits<float>::max());
  EXPECT_EQ(binary64.greatest(), std::numeric_limits<double>::max());
}

// "ulp(x) is the minimum possible distance" of two numbers with x between them.
TEST(NumberFormat, UlpIsTheLeastDistanceAround) {
  const std::vector<Real> all = halves();
  const auto least_distance = [&](Real x) {
    Real least = std::numeric_limits<Real>::infinity();
    const auto above = std::ranges::lower_bound(all, x);
    for (auto b = above; b != all.end() && b <= above + 1; ++b) {
      if (b == all.begin()) continue;
      if (*(b - 1) <= x && x <= *b) least = std::min(least, *b - *(b - 1));
    }
    return least;
  };
  for (const Real x : all) EXPECT_EQ(binary16.ulp(x), least_distance(x)) << x;
  for (const Real x : random_reals(20'000)) {
    if (std::fabs(x) >= 65504) continue;
    EXPECT_EQ(binary16.ulp(x), least_distance(x)) << x;
  }
}

TEST(NumberFormat, WithinGivesTheLeastAndTheGreatestNumber) {
  const std::vector<Real> all = halves();
  const std::vector<Real> errors = random_reals(20'000);
  std::size_t next = 0;
  for (const Real x : random_reals(20'000)) {
    const Real error = std::fabs(errors[next++]);
    const auto low = std::ranges::lower_bound(all, x - error);
    const auto high = std::ranges::upper_bound(all, x + error);
    if (x - error < -65504 || x + error > 65504 || low >= high) continue;
    const Range range = binary16.within(x, error);
    EXPECT_EQ(range.low, *low) << x << " +- " << error;
    EXPECT_EQ(range.high, *(high - 1)) << x << " +- " << error;
  }
}

// "Where the range includes any value of magnitude larger than that of the largest representable finite number,
// operations may, additionally, return either an infinity or the finite number with the largest magnitude."
TEST(NumberFormat, WithinReachesBeyondTheGreatestNumber) {
  const Real infinity = std::numeric_limits<Real>::infinity();
  for (const Real sign : {1, -1}) {
    const Range near = binary16.within(sign * 65504, 100);
    const Range beyond = binary16.within(sign * 70000, 10);
    EXPECT_EQ(sign > 0 ? near.high : near.low, sign * infinity);
    EXPECT_EQ(sign > 0 ? beyond.high : beyond.low, sign * infinity);
    EXPECT_EQ(sign > 0 ? beyond.low : beyond.high, sign * 65504);
  }
  EXPECT_TRUE(std::isnan(binary16.within(infinity, 1).low));
  EXPECT_TRUE(std::isnan(binary16.within(1, infinity).high));
}

TEST(NumberFormat, NearestIsTheHostsRounding) {
  for (const Real x : random_reals(20'000)) {
    EXPECT_EQ(binary32.nearest(x), static_cast<float>(x));
    EXPECT_EQ(binary64.nearest(x * Real{1.1L}), static_cast<double>(x * Real{1.1L}));
  }
  EXPECT_EQ(binary32.nearest(1e39L), std::numeric_limits<Real>::infinity());
  EXPECT_EQ(binary32.nearest(0x1p-149L), std::numeric_limits<float>::denorm_min());
}

}  // namespace
}  // namespace spirv_oracle
