// Compared with all permutations and all binary trees, with steps that MPFR computes exactly before they are rounded.

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "interpreter/enclosures/big_float_for_test.h"
#include "interpreter/enclosures/few_orders.h"

namespace spirv_oracle {
namespace {

// Sums and products of two doubles are exact.
using Exact = test::BigFloat<4400>;

Real rounded(const NumberFormat& format, const Exact& exact, mpfr_rnd_t direction) {
  if (mpfr_zero_p(exact.value) != 0) return 0;
  const long exponent = std::max<long>(mpfr_get_exp(exact.value) - 1, format.least_exponent);
  const long last_place = exponent - format.digits + 1;
  Exact scaled;
  mpfr_mul_2si(scaled.value, exact.value, -last_place, MPFR_RNDN);
  mpfr_rint(scaled.value, scaled.value, direction);
  mpfr_mul_2si(scaled.value, scaled.value, last_place, MPFR_RNDN);
  return mpfr_get_ld(scaled.value, MPFR_RNDN);
}

struct Tried {
  FloatRules rules;
  Combination combination = Combination::sum;
  bool overflows = false;

  using Numbers = std::set<Real>;

  bool is_denormal(const Exact& x) const {
    return mpfr_zero_p(x.value) == 0 &&
           std::fabs(mpfr_get_ld(x.value, MPFR_RNDZ)) < rules.least_normal();
  }
  Numbers operand(Real x) const {
    if (rules.may_flush && is_denormal(Exact(x))) return {x, 0};
    return {x};
  }
  void step(Numbers& results, Real a, Real b) {
    Exact exact;
    const Exact x(a), y(b);
    if (combination == Combination::sum)
      mpfr_add(exact.value, x.value, y.value, MPFR_RNDN);
    else
      mpfr_mul(exact.value, x.value, y.value, MPFR_RNDN);
    if (rules.may_flush && is_denormal(exact)) results.insert(0);
    for (const mpfr_rnd_t direction : {MPFR_RNDD, MPFR_RNDU}) {
      const Real result = rounded(rules.format, exact, direction);
      if (std::fabs(result) > rules.format.greatest()) overflows = true;
      results.insert(result);
    }
  }
  // Of every tree above these leaves, in this order.
  Numbers of_trees(const std::vector<Real>& leaves, std::size_t first, std::size_t last) {
    if (last - first == 1) return operand(leaves[first]);
    Numbers results;
    for (std::size_t cut = first + 1; cut < last; ++cut) {
      const Numbers lefts = of_trees(leaves, first, cut), rights = of_trees(leaves, cut, last);
      for (const Real left : lefts) {
        for (const Real right : rights) {
          for (const Real a : operand(left)) {
            for (const Real b : operand(right)) step(results, a, b);
          }
        }
      }
    }
    return results;
  }
  Numbers of_permutations(std::vector<Real> leaves) {
    Numbers all;
    std::ranges::sort(leaves);
    do all.merge(of_trees(leaves, 0, leaves.size()));
    while (!overflows && std::ranges::next_permutation(leaves).found);
    return all;
  }
};

class Contributions {
 public:
  Real number(const NumberFormat& format) {
    const auto uniform = [&](Real least, Real most) {
      return format.nearest(std::uniform_real_distribution<Real>(least, most)(random_));
    };
    switch (random_() % 8) {
      case 0:
        return static_cast<Real>(random_() % 9) - 4;
      case 1:
        return std::ldexp(Real{1}, format.least_exponent - 1);
      case 2:
        return format.nearest(std::ldexp(uniform(-2, 2), format.least_exponent));
      case 3:
        return format.nearest(std::ldexp(uniform(-2, 2), format.greatest_exponent / 2));
      default:
        return uniform(-2, 2);
    }
  }
  std::size_t below(std::size_t count) { return random_() % count; }

 private:
  std::mt19937_64 random_{1};
};

std::string list_of(const std::set<Real>& numbers) {
  std::string text;
  for (const Real number : numbers) text += std::to_string(number) + ' ';
  return text;
}

TEST(FewOrders, AreThoseOfAllPermutationsAndTrees) {
  Contributions contributions;
  int compared = 0, several = 0;
  for (const NumberFormat& format : {binary16, binary32, binary64}) {
    for (int i = 0; i < 400; ++i) {
      Tried tried;
      tried.rules.format = format;
      tried.rules.rounding = RoundingModes::neighbor;
      tried.rules.may_flush = i % 2 == 0;
      tried.combination = i % 3 == 0 ? Combination::product : Combination::sum;
      std::vector<Real> leaves(1 + contributions.below(i % 8 == 0 ? 5 : 4));
      for (Real& leaf : leaves) leaf = contributions.number(format);
      const auto found = combinations_in_all_orders(tried.rules, tried.combination, leaves);
      const std::set<Real> expected = tried.of_permutations(leaves);
      ASSERT_EQ(!found.has_value(), tried.overflows) << list_of({leaves.begin(), leaves.end()});
      if (!found) continue;
      EXPECT_EQ(std::set<Real>(found->begin(), found->end()), expected)
          << list_of({leaves.begin(), leaves.end()});
      EXPECT_TRUE(std::ranges::is_sorted(*found));
      ++compared;
      several += expected.size() > 2 ? 1 : 0;
    }
  }
  EXPECT_GT(compared, 700);
  EXPECT_GT(several, 300);
}

TEST(FewOrders, RoundOnlyWhereAStepMay) {
  FloatRules rules;
  rules.format = binary32;
  rules.rounding = RoundingModes::neighbor;
  const Real integers[] = {1, 2, 3, 4, -5};
  EXPECT_EQ(combinations_in_all_orders(rules, Combination::sum, integers), std::vector<Real>{5});
  EXPECT_EQ(combinations_in_all_orders(rules, Combination::product, integers),
            std::vector<Real>{-120});
  // 1 is lost, or rounded up, unless the others cancel first.
  const Real cancelling[] = {0x1p30, 1, -0x1p30};
  EXPECT_EQ(combinations_in_all_orders(rules, Combination::sum, cancelling),
            (std::vector<Real>{0, 1, 64, 128}));
}

// All results of every subset, each combined from those of its parts.
std::set<Real> of_subsets(Tried& tried, const std::vector<Real>& leaves) {
  const std::size_t all = (std::size_t{1} << leaves.size()) - 1;
  std::vector<std::set<Real>> results(all + 1);
  for (std::size_t subset = 1; subset <= all && !tried.overflows; ++subset) {
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      if (subset == std::size_t{1} << i) results[subset] = tried.operand(leaves[i]);
    }
    for (std::size_t part = (subset - 1) & subset; part != 0; part = (part - 1) & subset) {
      for (const Real left : results[part]) {
        for (const Real right : results[subset ^ part]) {
          for (const Real a : tried.operand(left)) {
            for (const Real b : tried.operand(right)) tried.step(results[subset], a, b);
          }
        }
      }
    }
  }
  return results[all];
}

Interval hull_of(const FloatRules& rules, Combination combination,
                 const std::vector<Interval>& contributions) {
  HullOfOrders hull(rules, combination);
  for (const Interval& contribution : contributions) hull.add(contribution);
  return hull.hull();
}

TEST(FewOrders, HullEndsAtTheLeastAndTheGreatestResult) {
  Contributions contributions;
  int compared = 0, wide = 0;
  for (const NumberFormat& format : {binary16, binary32, binary64}) {
    for (int i = 0; i < 150; ++i) {
      Tried tried;
      tried.rules.format = format;
      tried.rules.rounding = RoundingModes::neighbor;
      tried.rules.may_flush = i % 2 == 0;
      tried.combination = i % 3 == 0 ? Combination::product : Combination::sum;
      std::vector<Real> leaves(2 + contributions.below(i % 10 == 0 ? 5 : 4));
      for (Real& leaf : leaves) leaf = contributions.number(format);
      std::vector<Interval> points;
      for (const Real leaf : leaves) points.push_back(Interval::point(leaf));
      const Interval hull = hull_of(tried.rules, tried.combination, points);
      const std::set<Real> expected = of_subsets(tried, leaves);
      ASSERT_EQ(hull.is_everything(), tried.overflows) << list_of({leaves.begin(), leaves.end()});
      if (tried.overflows) continue;
      EXPECT_EQ(hull.low, *expected.begin()) << list_of({leaves.begin(), leaves.end()});
      EXPECT_EQ(hull.high, *expected.rbegin()) << list_of({leaves.begin(), leaves.end()});
      ++compared;
      wide += hull.low != hull.high ? 1 : 0;
    }
  }
  EXPECT_GT(compared, 250);
  EXPECT_GT(wide, 150);
}

TEST(FewOrders, HullOfIntervalsHoldsThatOfTheirNumbers) {
  Contributions contributions;
  FloatRules rules;
  rules.format = binary32;
  rules.rounding = RoundingModes::neighbor;
  for (int i = 0; i < 300; ++i) {
    const Combination combination = i % 3 == 0 ? Combination::product : Combination::sum;
    std::vector<Interval> intervals, numbers, lows, highs;
    const std::size_t count = 2 + contributions.below(7);
    for (std::size_t k = 0; k < count; ++k) {
      const Real a = contributions.number(binary32), b = contributions.number(binary32);
      intervals.push_back({std::min(a, b), std::max(a, b), false});
      numbers.push_back(Interval::point(contributions.below(2) == 0 ? a : b));
      lows.push_back(Interval::point(std::min(a, b)));
      highs.push_back(Interval::point(std::max(a, b)));
    }
    const Interval all = hull_of(rules, combination, intervals);
    const Interval one = hull_of(rules, combination, numbers);
    EXPECT_TRUE(all.is_everything() || (all.low <= one.low && one.high <= all.high));
    if (combination == Combination::product || all.is_everything()) continue;
    EXPECT_EQ(all.low, hull_of(rules, combination, lows).low);
    EXPECT_EQ(all.high, hull_of(rules, combination, highs).high);
  }
}

// Each of the small summands may be lost, or rounded up to 8.
TEST(FewOrders, HullOfSummandsThatCancel) {
  FloatRules rules;
  rules.format = binary32;
  rules.rounding = RoundingModes::neighbor;
  const auto sum_of = [&](std::size_t small) {
    std::vector<Interval> summands{Interval::point(1e8L), Interval::point(-1e8L)};
    summands.resize(2 + small, Interval::point(1));
    return hull_of(rules, Combination::sum, summands);
  };
  EXPECT_EQ(sum_of(1), (Interval{0, 8, false}));
  EXPECT_EQ(sum_of(6), (Interval{0, 48, false}));
  EXPECT_EQ(sum_of(10), (Interval{0, 80, false}));
}

TEST(FewOrders, MoreThanFiveAreNotTried) {
  FloatRules rules;
  const Real numbers[] = {1, 2, 3, 4, 5, 6};
  EXPECT_FALSE(combinations_in_all_orders(rules, Combination::sum, numbers));
  EXPECT_FALSE(combinations_in_all_orders(rules, Combination::sum, {}));
}

}  // namespace
}  // namespace spirv_oracle
