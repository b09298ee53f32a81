#include "interpreter/ir/enclosure_rule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace spirv_oracle {
namespace {

FloatRules float_rules(bool may_flush = false) {
  FloatRules rules;
  rules.format = binary32;
  rules.may_flush = may_flush;
  return rules;
}

// The float `steps` steps away. One step near x is one ULP.
float stepped(float x, int steps) {
  for (; steps > 0; --steps) x = std::nextafter(x, INFINITY);
  for (; steps < 0; ++steps) x = std::nextafter(x, -INFINITY);
  return x;
}

// Vulkan: "2.5 ULP for |y| in the range [2^-126, 2^126]".
TEST(EnclosureRule, DivisionContainsResultsWithin2Point5UlpAndLittleMore) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> number(1, 2);
  for (unsigned i = 0; i < 2000; ++i) {
    // The quotient is between 0.5 and 2: the steps around it are of one size or half of it.
    const float x = number(random), y = number(random);
    const Interval quotients =
        enclose_division(float_rules(), Interval::point(x), Interval::point(y));
    const float nearest = x / y;
    for (int steps = -2; steps <= 2; ++steps)
      ASSERT_TRUE(quotients.contains(stepped(nearest, steps))) << x << " / " << y << ", " << steps;
    ASSERT_FALSE(quotients.contains(stepped(nearest, 7))) << x << " / " << y;
    ASSERT_FALSE(quotients.contains(stepped(nearest, -7))) << x << " / " << y;
    ASSERT_FALSE(quotients.nan);
  }
}

TEST(EnclosureRule, DivisorsOutOfRangeGiveNoBound) {
  const auto enclosed = [](const Interval& y) {
    return enclose_division(float_rules(), Interval::point(1), y);
  };
  EXPECT_FALSE(enclosed(Interval::point(0x1p-126L)).is_everything());
  EXPECT_FALSE(enclosed(Interval::point(-0x1p126L)).is_everything());
  EXPECT_TRUE(enclosed(Interval::point(0)).is_everything());
  EXPECT_TRUE(enclosed(Interval::point(0x1p-127L)).is_everything());
  EXPECT_TRUE(enclosed(Interval::point(0x1p127L)).is_everything());
  EXPECT_TRUE(enclosed({-1, 1}).is_everything());
  EXPECT_TRUE(enclosed({1, 2, true}).is_everything());
  EXPECT_TRUE(enclosed(Interval::everything()).is_everything());
}

// The bound on the error is the distance from the exact result to the farthest result of the formula, to either side.
TEST(EnclosureRule, AnInheritedErrorGoesToBothSides) {
  const FloatRules rules = float_rules();
  const Interval point = Interval::point(4);
  EXPECT_EQ(inherited(rules, point, point), point);
  const Interval result = inherited(rules, point, {4, 4.5});
  EXPECT_TRUE(result.contains(3.5));
  EXPECT_TRUE(result.contains(4.5));
  EXPECT_FALSE(result.contains(3.49));
  EXPECT_FALSE(result.contains(4.51));
  const Interval of_interval = inherited(rules, {4, 5}, {3, 5});
  EXPECT_TRUE(of_interval.contains(2));
  EXPECT_TRUE(of_interval.contains(6));
}

// "If NaN is one of the permitted values then the operation may return any result".
TEST(EnclosureRule, OfAFormulaThatMayBeNanAnyResultIsInherited) {
  const FloatRules rules = float_rules();
  EXPECT_TRUE(inherited(rules, {1, 2}, {1, 2, true}).is_everything());
  EXPECT_TRUE(inherited(rules, {1, 2, true}, {1, 2}).is_everything());
  EXPECT_TRUE(inherited(rules, {1, 2}, Interval::only_nan()).is_everything());
  EXPECT_TRUE(inherited(rules, {1, 2}, {1, infinite_real}).is_everything());
}

// Bounds of functions that do not exist: from x - 1 to x + 1; prescribed results; a NaN among the results.
using Permitted = std::optional<Interval>;
Permitted around(const EnclosedOperands& in) {
  return Interval{number_in(in.x()) - 1, number_in(in.x()) + 1};
}
Permitted prescribed(const EnclosedOperands&) { return std::nullopt; }
Permitted may_be_nan(const EnclosedOperands&) { return Interval::everything(); }
Computed from_zero_to_ten(const EnclosedOperands&) { return {Interval{0, 10}}; }

Interval by_bound(ResultsOfNumbers of_numbers, const Interval& x, bool may_flush = false,
                  Enclose of_intervals = nullptr) {
  const Computed operand{x};
  EnclosedOperands in;
  in.operand[0] = {&operand, 1};
  in.rules = in.operand_rules = float_rules(may_flush);
  in.usual = Interval::point(7);
  return enclose_by_bound(of_numbers, of_intervals, in).value;
}

TEST(EnclosureRule, ABoundIsAskedForExactOperands) {
  const Interval allowed = by_bound(around, Interval::point(5));
  EXPECT_TRUE(allowed.contains(4));
  EXPECT_TRUE(allowed.contains(6));
  EXPECT_FALSE(allowed.contains(3.99));
  EXPECT_FALSE(allowed.contains(6.01));
  EXPECT_EQ(by_bound(prescribed, Interval::point(5)), Interval::point(7));
  EXPECT_TRUE(by_bound(may_be_nan, Interval::point(5)).is_everything());
}

TEST(EnclosureRule, OperandsThatAreOpenAreForTheRuleOfSuch) {
  EXPECT_TRUE(by_bound(around, {4, 5}).is_everything());
  EXPECT_EQ(by_bound(around, {4, 5}, false, from_zero_to_ten), (Interval{0, 10}));
  // A denormal that may be flushed is not exact; other numbers remain exact.
  const Interval denormal = Interval::point(0x1p-140L);
  EXPECT_EQ(by_bound(around, denormal, true, from_zero_to_ten), (Interval{0, 10}));
  EXPECT_FALSE(by_bound(around, denormal, false, from_zero_to_ten).contains(2));
  EXPECT_FALSE(by_bound(around, Interval::point(5), true, from_zero_to_ten).contains(7));
}

}  // namespace
}  // namespace spirv_oracle
