// Intervals compared with MPFR: the result of an operation on numbers inside its operands is inside its result.

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "interpreter/enclosures/big_float_for_test.h"
#include "interpreter/enclosures/functions.h"
#include "interpreter/enclosures/interval.h"

namespace spirv_oracle {
namespace {

// Sums and products of doubles are exact.
using Big = test::BigFloat<400>;

bool contains(const Interval& x, const Big& number) {
  return mpfr_cmp_ld(number.value, x.low) >= 0 && mpfr_cmp_ld(number.value, x.high) <= 0;
}

class Numbers {
 public:
  Real number() {
    switch (random_() % 8) {
      case 0:
        return 0;
      case 1:
        return std::floor(number_between(-100, 100));
      case 2:
        return std::numeric_limits<double>::denorm_min() * static_cast<Real>(random_() % 100);
      default:
        return std::ldexp(number_between(-2, 2), static_cast<int>(random_() % 80) - 40);
    }
  }
  Interval interval() {
    const Real a = number();
    if (random_() % 3 == 0) return Interval::point(a);
    const Real b = random_() % 2 == 0 ? number() : a + std::fabs(a) * 0x1p-24L;
    return {std::min(a, b), std::max(a, b), false};
  }
  Real in(const Interval& x) {
    switch (random_() % 4) {
      case 0:
        return x.low;
      case 1:
        return x.high;
      default:
        return std::clamp<Real>(static_cast<double>(number_between(x.low, x.high)), x.low, x.high);
    }
  }

 private:
  Real number_between(Real a, Real b) {
    return std::uniform_real_distribution<Real>(a, std::nextafter(b, infinite_real))(random_);
  }
  std::mt19937_64 random_{1};
};

using MpfrFunction = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

void expect_contained(Interval (*operation)(const Interval&, const Interval&), MpfrFunction exact,
                      bool divides) {
  Numbers numbers;
  for (int i = 0; i < 20000; ++i) {
    const Interval a = numbers.interval(), b = numbers.interval();
    const Interval result = operation(a, b);
    const Real x = numbers.in(a), y = numbers.in(b);
    if (divides && y == 0) continue;
    Big expected;
    exact(expected.value, Big(x).value, Big(y).value, MPFR_RNDN);
    EXPECT_TRUE(contains(result, expected))
        << static_cast<double>(x) << ' ' << static_cast<double>(y);
  }
}

// All digits of a Real, and exponents far beyond those of float formats.
TEST(Interval, ProductsAndQuotientsAreTheNearestRealsOnBothSides) {
  std::mt19937_64 random(3);
  using Wide = test::BigFloat<2 * std::numeric_limits<Real>::digits>;
  const auto real = [&](int exponents) {
    const auto digits =
        static_cast<Real>(random() >> random() % 64) + static_cast<Real>(random()) * 0x1p-64L;
    const int exponent = static_cast<int>(random() % (2 * exponents)) - exponents;
    return std::ldexp(random() % 2 == 0 ? digits : -digits, exponent);
  };
  for (int i = 0; i < 100000; ++i) {
    const int exponents = i % 10 == 0 ? 7900 : 1100;
    const Real a = real(exponents), b = real(exponents);
    Wide product;
    mpfr_mul(product.value, Wide(a).value, Wide(b).value, MPFR_RNDN);  // exact
    EXPECT_EQ(exact::multiply_down(a, b), mpfr_get_ld(product.value, MPFR_RNDD));
    EXPECT_EQ(exact::multiply_up(a, b), mpfr_get_ld(product.value, MPFR_RNDU));
    if (b == 0) continue;
    // The nearest Reals on both sides: multiplied by b, they are on both sides of a, or equal to it.
    const Real low = exact::divide_down(a, b), high = exact::divide_up(a, b);
    mpfr_mul(product.value, Wide(low).value, Wide(b).value, MPFR_RNDN);
    EXPECT_LE(b > 0 ? mpfr_cmp_ld(product.value, a) : -mpfr_cmp_ld(product.value, a), 0);
    mpfr_mul(product.value, Wide(high).value, Wide(b).value, MPFR_RNDN);
    EXPECT_GE(b > 0 ? mpfr_cmp_ld(product.value, a) : -mpfr_cmp_ld(product.value, a), 0);
    EXPECT_TRUE(low == high || std::nextafter(low, infinite_real) == high);
  }
}

TEST(Interval, HoldsSumsProductsAndQuotients) {
  expect_contained(&exact::add, &mpfr_add, false);
  expect_contained(&exact::subtract, &mpfr_sub, false);
  expect_contained(&exact::multiply, &mpfr_mul, false);
  expect_contained(&exact::divide, &mpfr_div, true);
  expect_contained(&exact::minimum, &mpfr_min, false);
  expect_contained(&exact::maximum, &mpfr_max, false);
}

TEST(Interval, OfExactResultsIsAPoint) {
  const auto point = [](Real x) { return Interval::point(x); };
  EXPECT_EQ(exact::add(point(0.1L), point(0)), point(0.1L));
  EXPECT_EQ(exact::multiply(point(0x1.000002p0L), point(0x1.000002p0L)),
            point(0x1.000004000004p0L));
  EXPECT_EQ(exact::divide(point(1), point(8)), point(0.125L));
  EXPECT_EQ(exact::sqrt(point(9)), point(3));
  EXPECT_FALSE(exact::divide(point(1), point(3)).is_point());
  EXPECT_FALSE(exact::sqrt(point(2)).is_point());
}

TEST(Interval, KnowsInvalidOperations) {
  const Interval zero = Interval::point(0), infinite = Interval::point(infinite_real);
  EXPECT_TRUE(exact::divide(zero, zero).nan);
  EXPECT_TRUE(exact::divide(infinite, infinite).nan);
  EXPECT_TRUE(exact::multiply(zero, infinite).nan);
  EXPECT_TRUE(exact::subtract(infinite, infinite).nan);
  EXPECT_TRUE(exact::sqrt({-1, 4, false}).nan);
  EXPECT_EQ(exact::sqrt({-1, 4, false}).high, 2);
  EXPECT_FALSE(exact::add(infinite, Interval::point(1)).nan);
  EXPECT_TRUE(exact::add(Interval::only_nan(), zero).nan);
}

// An invalid operation on infinities gives only NaN; other operations on infinities give only infinities.
TEST(Interval, InfinitiesGiveInfinitiesOrNan) {
  const Interval zero = Interval::point(0), infinite = Interval::point(infinite_real);
  const Interval negative = exact::negate(infinite);
  EXPECT_EQ(exact::multiply(zero, infinite), Interval::only_nan());
  EXPECT_EQ(exact::multiply(negative, zero), Interval::only_nan());
  EXPECT_EQ(exact::add(infinite, negative), Interval::only_nan());
  EXPECT_EQ(exact::subtract(infinite, infinite), Interval::only_nan());
  EXPECT_EQ(exact::divide(infinite, negative), Interval::only_nan());
  const auto infinite_or_nan = [](Real infinity) { return Interval{infinity, infinity, true}; };
  EXPECT_EQ(exact::multiply({0, 1, false}, infinite), infinite_or_nan(infinite_real));
  EXPECT_EQ(exact::multiply({0, 1, false}, negative), infinite_or_nan(-infinite_real));
  EXPECT_EQ(exact::multiply({1, 2, false}, infinite), infinite);
  EXPECT_EQ(exact::multiply({-1, 1, false}, infinite), Interval::everything());
  EXPECT_EQ(exact::add({-infinite_real, 1, false}, infinite), infinite_or_nan(infinite_real));
  EXPECT_EQ(exact::add(negative, {1, infinite_real, false}), infinite_or_nan(-infinite_real));
  EXPECT_EQ(exact::add({-infinite_real, 1, false}, {1, infinite_real, false}),
            Interval::everything());
  // Zero times an interval with an infinite end and finite numbers.
  EXPECT_EQ(exact::multiply(zero, {1, infinite_real, false}), (Interval{0, 0, true}));
}

struct NamedFunction {
  Interval (*enclose)(const Interval&);
  int (*expected)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  Real low, high;
};

TEST(IntervalFunctions, HoldWhatTheFunctionsGive) {
  const NamedFunction functions[] = {
      {[](const Interval& x) { return exact::increasing([](Real of) { return std::exp(of); }, x); },
       &mpfr_exp, -80, 80},
      {[](const Interval& x) {
         return exact::increasing([](Real of) { return std::log(of); }, x, 0);
       },
       &mpfr_log, 1e-30L, 1e30L},
      {[](const Interval& x) { return exact::even([](Real of) { return std::cosh(of); }, x); },
       &mpfr_cosh, -50, 50},
      {&exact::sin, &mpfr_sin, -20, 20},
      {&exact::cos, &mpfr_cos, -20, 20},
      {[](const Interval& x) { return exact::square(x); }, &mpfr_sqr, -50, 50},
  };
  std::mt19937_64 random(2);
  for (const NamedFunction& function : functions) {
    std::uniform_real_distribution<Real> numbers(function.low, function.high);
    for (int i = 0; i < 5000; ++i) {
      const Real a = numbers(random);
      const Real width = std::ldexp(Real{1}, static_cast<int>(random() % 30) - 25);
      const Real b = std::min(a + width, function.high);
      const Interval x{std::min(a, b), std::max(a, b), false};
      const Interval result = function.enclose(x);
      const Real between = std::uniform_real_distribution<Real>(x.low, x.high)(random);
      Big expected;
      function.expected(expected.value, Big(between).value, MPFR_RNDN);
      EXPECT_TRUE(contains(result, expected))
          << &function - functions << ' ' << static_cast<double>(between);
    }
  }
}

TEST(IntervalFunctions, PowersAndAngles) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<Real> bases(0.01L, 5), exponents(-4, 4);
  const auto around = [&](Real x) { return Interval{x, x + std::ldexp(Real{1}, -3), false}; };
  for (int i = 0; i < 5000; ++i) {
    const Interval x = around(bases(random)), y = around(exponents(random));
    const Real a = std::uniform_real_distribution<Real>(x.low, x.high)(random);
    const Real b = std::uniform_real_distribution<Real>(y.low, y.high)(random);
    Big power, angle;
    mpfr_pow(power.value, Big(a).value, Big(b).value, MPFR_RNDN);
    EXPECT_TRUE(contains(exact::power(x, y), power));
    const Interval shifted{x.low - 2, x.high - 2, false};
    mpfr_atan2(angle.value, Big(b).value, Big(a - 2).value, MPFR_RNDN);
    EXPECT_TRUE(contains(exact::atan2(y, shifted), angle));
  }
}

}  // namespace
}  // namespace spirv_oracle
