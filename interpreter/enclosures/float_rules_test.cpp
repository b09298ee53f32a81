// Enclosures of float arithmetic: exhaustively for 16 bits, against sums and products that a double holds exactly, and for
// expressions against all the ways of computing them.

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/enclosures/polynomial.h"
#include "interpreter/kernels/float16.h"

namespace spirv_oracle {
namespace {

FloatRules rules_of(const NumberFormat& format, RoundingModes rounding) {
  FloatRules rules;
  rules.format = format;
  rules.rounding = rounding;
  return rules;
}

double half(unsigned bits) {
  return static_cast<double>(to_float(Float16{static_cast<std::uint16_t>(bits)}));
}

double toward_zero(double exact) {
  return static_cast<double>(to_float(Float16{to_float16_toward_zero(exact).bits}));
}
double nearest(double exact) { return static_cast<double>(to_float(to_float16(exact))); }

// All numbers of 16 bits with one of these.
const unsigned others[] = {0x0001, 0x0400, 0x3C01, 0x3555, 0x7BFF, 0xBC01};

template <class Float>
void expect_neighbors(const NumberFormat& format, Real x) {
  const Real low = round_down(format, x), high = round_up(format, x);
  const auto below = static_cast<Float>(low), above = static_cast<Float>(high);
  ASSERT_EQ(static_cast<Real>(below), low);
  ASSERT_EQ(static_cast<Real>(above), high);
  constexpr Float infinity = std::numeric_limits<Float>::infinity();
  ASSERT_TRUE(low <= x && x <= high);
  ASSERT_TRUE(low == x || static_cast<Real>(std::nextafter(below, infinity)) == high);
  ASSERT_EQ(low == x, high == x);
}

TEST(FloatRules, RoundToTheNumbersNextToAReal) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 100000; ++i) {
    const Real digits = static_cast<Real>(random() >> random() % 64) * (random() % 2 == 0 ? 1 : -1);
    expect_neighbors<float>(binary32, std::ldexp(digits, static_cast<int>(random() % 220) - 160));
    expect_neighbors<double>(binary64,
                             std::ldexp(digits, static_cast<int>(random() % 2000) - 1100));
  }
  for (const Real x : {0x1p-149L, 0x1p-150L, -0x1p-150L, 0x1.fffffep127L, 0x1.fffffffp126L, 0.0L})
    expect_neighbors<float>(binary32, x);
  EXPECT_EQ(round_down(binary32, 0x1.ffffffp127L), 0x1.fffffep127L);
  EXPECT_EQ(round_up(binary32, 0x1.ffffffp127L), infinite_real);
  EXPECT_EQ(round_down(binary32, -0x1.ffffffp127L), -infinite_real);
}

TEST(FloatRules, HoldBothRoundingsOfEveryHalf) {
  const FloatRules open = rules_of(binary16, RoundingModes::neighbor);
  const FloatRules even = rules_of(binary16, RoundingModes::nearest);
  const FloatRules zero = rules_of(binary16, RoundingModes::toward_zero);
  for (unsigned a = 0; a < 0x10000; ++a) {
    if ((a & 0x7C00) == 0x7C00) continue;
    for (const unsigned b : others) {
      const Interval x = Interval::point(half(a)), y = Interval::point(half(b));
      for (const bool adds : {true, false}) {
        const double exact = adds ? half(a) + half(b) : half(a) * half(b);
        const Interval result = adds ? open.add(x, y) : open.multiply(x, y);
        ASSERT_TRUE(result.contains(nearest(exact))) << a << ' ' << b;
        ASSERT_TRUE(result.contains(toward_zero(exact))) << a << ' ' << b;
        // An inexact result has one neighbor on each side; an exact one is alone.
        const bool is_exact = nearest(exact) == exact;
        ASSERT_EQ(result.low == result.high, is_exact) << a << ' ' << b;
        const Interval in_even = adds ? even.add(x, y) : even.multiply(x, y);
        ASSERT_EQ(in_even, Interval::point(nearest(exact))) << a << ' ' << b;
        const Interval in_zero = adds ? zero.add(x, y) : zero.multiply(x, y);
        ASSERT_EQ(in_zero, Interval::point(toward_zero(exact))) << a << ' ' << b;
      }
    }
  }
}

TEST(FloatRules, HoldFlushedOperandsAndResults) {
  FloatRules rules = rules_of(binary32, RoundingModes::nearest);
  rules.may_flush = true;
  const Real least = rules.least_normal();
  EXPECT_EQ(rules.operand(Interval::point(least / 2)), (Interval{0, least / 2, false}));
  EXPECT_EQ(rules.operand(Interval::point(least)), Interval::point(least));
  EXPECT_EQ(rules.multiply(Interval::point(least), Interval::point(0.5L)),
            (Interval{0, least / 2, false}));
  // A result that only rounds to a normal number.
  const Interval below = Interval::point(least * (1 - 0x1p-30L));
  EXPECT_TRUE(rules.rounded(below).contains(0));
  EXPECT_TRUE(rules.rounded(below).contains(least));
}

TEST(FloatRules, ErrorBoundsInUnitsInTheLastPlace) {
  const FloatRules rules = rules_of(binary32, RoundingModes::neighbor);
  const Real unit = 0x1p-23L;
  EXPECT_EQ(rules.within_ulps(Interval::point(1.5L), 2),
            (Interval{1.5L - 2 * unit, 1.5L + 2 * unit, false}));
  // For bounds that are not numbers of the format: the numbers inside.
  EXPECT_EQ(rules.within_ulps(Interval::point(1.5L + unit / 4), 1),
            (Interval{1.5L, 1.5L + unit, false}));
  const Real greatest = binary32.greatest();
  EXPECT_EQ(rules.within_ulps(Interval::point(greatest), 1).high, infinite_real);
  EXPECT_EQ(rules.within_ulps(Interval::point(2 * greatest), 1),
            (Interval{greatest, infinite_real, false}));
}

// For all numbers of an interval, the bound at each of them lies in that of the whole.
TEST(FloatRules, ErrorBoundsOfIntervalsHoldThoseOfTheirNumbers) {
  const FloatRules rules = rules_of(binary16, RoundingModes::nearest);
  for (const Real ulps : {Real{1}, Real{2.5}, Real{5}, Real{2000}, Real{8192}}) {
    for (const Real low :
         {Real{0.75}, Real{0.999}, Real{1.999}, Real{-2.25}, Real{-1.01}, Real{-0.3}}) {
      for (const Real width : {Real{0}, Real{0.004}, Real{0.5}, Real{3}}) {
        const Interval whole = rules.within_ulps({low, low + width, false}, ulps);
        for (int i = 0; i <= 200; ++i) {
          const Interval part = rules.within_ulps(Interval::point(low + width * i / 200), ulps);
          ASSERT_LE(whole.low, part.low);
          ASSERT_GE(whole.high, part.high);
        }
      }
    }
  }
}

// --- expressions ---

// All values that a sum of products of halves may have: products and sums rounded in any order, either way, or fused.
using Values = std::vector<double>;

void add_unique(Values& values, double value) {
  if (std::ranges::find(values, value) == values.end()) values.push_back(value);
}

// Every grouping of the terms, each step rounded either way.
Values sums_of(const std::vector<Values>& terms) {
  if (terms.size() == 1) return terms[0];
  Values all;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    for (std::size_t j = i + 1; j < terms.size(); ++j) {
      std::vector<Values> rest;
      for (std::size_t k = 0; k < terms.size(); ++k) {
        if (k != i && k != j) rest.push_back(terms[k]);
      }
      Values sums;
      for (const double a : terms[i]) {
        for (const double b : terms[j]) {
          add_unique(sums, nearest(a + b));
          add_unique(sums, toward_zero(a + b));
        }
      }
      rest.push_back(sums);
      for (const double value : sums_of(rest)) add_unique(all, value);
    }
  }
  return all;
}

TEST(Polynomial, HoldsEveryGroupingOfSums) {
  FloatRules rules = rules_of(binary16, RoundingModes::neighbor);
  rules.may_contract = rules.may_reassociate = true;
  std::mt19937 random(4);
  for (int round = 0; round < 300; ++round) {
    const unsigned count = 2 + random() % 3;
    std::vector<Values> terms;
    Computed sum;
    for (unsigned i = 0; i < count; ++i) {
      const double term = half(0x2C00 + random() % 0x2800) * (random() % 2 == 0 ? 1 : -1);
      terms.push_back({term});
      const Computed leaf{Interval::point(term)};
      sum = i == 0 ? leaf : add(rules, sum, leaf);
    }
    for (const double value : sums_of(terms))
      ASSERT_TRUE(sum.value.contains(value)) << value << " of " << count;
  }
}

TEST(Polynomial, HoldsFusedAndDistributedProducts) {
  FloatRules rules = rules_of(binary16, RoundingModes::nearest);
  rules.may_contract = rules.may_reassociate = true;
  std::mt19937 random(5);
  const auto number = [&] {
    return half(0x3400 + random() % 0x1000) * (random() % 2 == 0 ? 1 : -1);
  };
  const auto leaf = [](double x) { return Computed{Interval::point(x)}; };
  for (int round = 0; round < 20000; ++round) {
    const double a = number(), b = number(), c = number();
    const Interval fused = add(rules, multiply(rules, leaf(a), leaf(b)), leaf(c)).value;
    ASSERT_TRUE(fused.contains(nearest(a * b + c)));
    ASSERT_TRUE(fused.contains(nearest(nearest(a * b) + c)));
    // (a + b) * c as a * c + b * c, with either product fused.
    const Interval distributed = multiply(rules, add(rules, leaf(a), leaf(b)), leaf(c)).value;
    ASSERT_TRUE(distributed.contains(nearest(nearest(a + b) * c)));
    ASSERT_TRUE(distributed.contains(nearest(nearest(a * c) + nearest(b * c))));
    ASSERT_TRUE(distributed.contains(nearest(a * c + nearest(b * c))));
    // (a + b) - a as b
    const Interval cancelled = subtract(rules, add(rules, leaf(a), leaf(b)), leaf(a)).value;
    ASSERT_TRUE(cancelled.contains(b));
    ASSERT_TRUE(cancelled.contains(nearest(nearest(a + b) - a)));
    const Interval factors = multiply(rules, multiply(rules, leaf(a), leaf(b)), leaf(c)).value;
    ASSERT_TRUE(factors.contains(nearest(a * nearest(b * c))));
    ASSERT_TRUE(factors.contains(nearest(nearest(a * c) * b)));
  }
}

TEST(Polynomial, OfIntegersIsExact) {
  FloatRules rules = rules_of(binary32, RoundingModes::neighbor);
  rules.may_contract = rules.may_reassociate = rules.may_flush = true;
  const auto leaf = [](double x) { return Computed{Interval::point(x)}; };
  Computed sum = leaf(0);
  for (int i = 1; i <= 1000; ++i) sum = add(rules, sum, multiply(rules, leaf(i), leaf(3)));
  EXPECT_EQ(sum.value, Interval::point(3 * 500500));
  // Beyond 2^24 not every order is exact.
  sum = add(rules, sum, leaf(0x1p24));
  sum = add(rules, sum, leaf(1));
  EXPECT_FALSE(sum.value.is_point());
}

TEST(Polynomial, MayOverflowInSomeOrder) {
  FloatRules rules = rules_of(binary32, RoundingModes::nearest);
  rules.may_contract = rules.may_reassociate = true;
  const auto leaf = [](double x) { return Computed{Interval::point(x)}; };
  const Computed product = multiply(rules, multiply(rules, leaf(1e30), leaf(1e-30)), leaf(1e30));
  EXPECT_TRUE(product.value.is_everything());
  rules.may_contract = rules.may_reassociate = false;
  EXPECT_TRUE(
      multiply(rules, multiply(rules, leaf(1e30), leaf(1e-30)), leaf(1e30)).value.is_finite());
}

}  // namespace
}  // namespace spirv_oracle
