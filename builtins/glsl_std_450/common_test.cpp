#include "builtins/glsl_std_450/common.h"

#include <cfenv>

#include "builtins/glsl_std_450/reference_for_test.h"

namespace spirv_oracle::glsl_std_450 {
namespace {

constexpr float tiny = std::numeric_limits<float>::denorm_min();

// --- whole numbers ---

template <class T>
void expect_whole_numbers_like_the_library() {
  for (const T x : sample_values<T>(20'000)) {
    ASSERT_TRUE(same(Round::component(x).value, std::nearbyint(x))) << x;
    ASSERT_TRUE(same(RoundEven::component(x), std::nearbyint(x))) << x;
    ASSERT_TRUE(same(Trunc::component(x), std::trunc(x))) << x;
    ASSERT_TRUE(same(Floor::component(x), std::floor(x))) << x;
    ASSERT_TRUE(same(Ceil::component(x), std::ceil(x))) << x;
  }
}

TEST(GlslCommon, WholeNumbers) {
  expect_whole_numbers_like_the_library<float>();
  expect_whole_numbers_like_the_library<double>();
}

TEST(GlslCommon, HalvesGoToTheEvenNeighbour) {
  for (float whole = 0; whole < 100; ++whole) {
    const float even = std::fmod(whole, 2.0f) == 0 ? whole : whole + 1;
    for (const float sign : {1.0f, -1.0f}) {
      EXPECT_TRUE(same(RoundEven::component(sign * (whole + 0.5f)), sign * even));
    }
  }
  EXPECT_TRUE(same(RoundEven::component(std::nextafter(0.5f, 0.0f)), 0.0f));
  EXPECT_TRUE(same(RoundEven::component(std::nextafter(0.5f, 1.0f)), 1.0f));
  EXPECT_TRUE(same(RoundEven::component(8388607.5f), 8388608.0f));
  EXPECT_TRUE(same(RoundEven::component(8388606.5f), 8388606.0f));
}

TEST(GlslCommon, WholeNumbersDoNotDependOnTheRoundingMode) {
  for (const float x : {2.5f, 3.5f, 2.75f, -0.75f, -2.5f, 0.49999997f, 1e10f}) {
    std::fesetround(FE_TOWARDZERO);
    const volatile float even = RoundEven::component(x);
    const volatile float up = Ceil::component(x);
    const volatile float down = Floor::component(x);
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(even, RoundEven::component(x)) << x;
    EXPECT_EQ(up, Ceil::component(x)) << x;
    EXPECT_EQ(down, Floor::component(x)) << x;
  }
}

TEST(GlslCommon, RoundOfAHalfMayGoEitherWay) {
  EXPECT_EQ(Round::fraction_half.effect, Effect::implementation_defined);
  for (const float x : {0.5f, -0.5f, 1.5f, 2.5f, -2.5f, 4194303.5f}) {
    EXPECT_EQ(Round::component(x).broken, &Round::fraction_half) << x;
    EXPECT_EQ(Round::component(std::nextafter(x, inf)).broken, nullptr) << x;
    EXPECT_EQ(Round::component(std::nextafter(x, -inf)).broken, nullptr) << x;
  }
  for (const float x : {0.0f, 1.0f, inf, -inf, nan, 8388609.0f}) {
    EXPECT_EQ(Round::component(x).broken, nullptr) << x;
  }
}

TEST(GlslCommon, Fract) {
  EXPECT_TRUE(same(Fract::component(0.0f), 0.0f));
  EXPECT_TRUE(same(Fract::component(-0.0f), 0.0f));
  EXPECT_TRUE(same(Fract::component(inf), nan));
  EXPECT_TRUE(same(Fract::component(-inf), nan));
  EXPECT_TRUE(same(Fract::component(1.25f), 0.25f));
  EXPECT_TRUE(same(Fract::component(-1.25f), 0.75f));
  EXPECT_TRUE(same(Fract::component(-tiny), 1.0f));  // 1 - tiny, rounded
  EXPECT_TRUE(same(Fract::component(1e30), 0.0));
}

// --- signs ---

TEST(GlslCommon, FAbs) {
  for (const float x : sample_values<float>(1'000)) {
    EXPECT_TRUE(same(FAbs::component(x), std::fabs(x)));
  }
}

TEST(GlslCommon, FSign) {
  EXPECT_TRUE(same(FSign::component(tiny).value, 1.0f));
  EXPECT_TRUE(same(FSign::component(-tiny).value, -1.0f));
  EXPECT_TRUE(same(FSign::component(inf).value, 1.0f));
  EXPECT_TRUE(same(FSign::component(-inf).value, -1.0f));
  EXPECT_TRUE(same(FSign::component(0.0f).value, 0.0f));
  EXPECT_EQ(FSign::component(nan).value, 0);
  EXPECT_EQ(FSign::component(-0.0f).value, 0);
}

TEST(GlslCommon, FSignOfNanAndOfNegativeZeroMayBeOneOfSeveral) {
  EXPECT_EQ(FSign::component(nan).broken, &FSign::x_nan);
  EXPECT_EQ(FSign::component(-nan).broken, &FSign::x_nan);
  EXPECT_EQ(FSign::component(-0.0).broken, &FSign::x_negative_zero);
  for (const float x : {0.0f, tiny, -tiny, inf, -inf}) {
    EXPECT_EQ(FSign::component(x).broken, nullptr) << x;
  }
}

// --- smaller and greater ---

// The definition of the specification, literally.
template <class T>
bool less(T x, T y) {
  if (x == 0 && y == 0) return std::signbit(x) && !std::signbit(y);
  return x < y;
}
template <class T>
T min_of_text(T x, T y) {
  return less(y, x) ? y : x;
}
template <class T>
T max_of_text(T x, T y) {
  return less(x, y) ? y : x;
}

TEST(GlslCommon, MinimaAndMaximaOfNumbers) {
  for (const float x : special_values<float>()) {
    for (const float y : special_values<float>()) {
      if (std::isnan(x) || std::isnan(y)) continue;
      EXPECT_TRUE(same(FMin::component(x, y).value, min_of_text(x, y)));
      EXPECT_TRUE(same(FMax::component(x, y).value, max_of_text(x, y)));
      EXPECT_TRUE(same(NMin::component(x, y), min_of_text(x, y)));
      EXPECT_TRUE(same(NMax::component(x, y), max_of_text(x, y)));
      EXPECT_EQ(FMin::component(x, y).broken, nullptr);
      EXPECT_EQ(FMax::component(x, y).broken, nullptr);
    }
  }
}

TEST(GlslCommon, OneNanMayBeTheResultOfFMinAndFMaxOrNot) {
  for (const float x : {0.0f, -1.0f, inf, -inf}) {
    EXPECT_EQ(FMin::component(x, nan).broken, &FMin::operand_nan);
    EXPECT_EQ(FMin::component(nan, x).broken, &FMin::operand_nan);
    EXPECT_EQ(FMax::component(x, nan).broken, &FMax::operand_nan);
    EXPECT_EQ(FMax::component(nan, x).broken, &FMax::operand_nan);
  }
  EXPECT_EQ(FMin::component(nan, nan).broken, nullptr);
  EXPECT_EQ(FMax::component(nan, nan).broken, nullptr);
  EXPECT_TRUE(same(FMin::component(nan, nan).value, nan));
}

TEST(GlslCommon, NumbersWinOverNanInNMinAndNMax) {
  for (const float x : {0.0f, -0.0f, -1.0f, inf, -inf}) {
    EXPECT_TRUE(same(NMin::component(x, nan), x));
    EXPECT_TRUE(same(NMin::component(nan, x), x));
    EXPECT_TRUE(same(NMax::component(x, nan), x));
    EXPECT_TRUE(same(NMax::component(nan, x), x));
  }
  EXPECT_TRUE(same(NMin::component(nan, nan), nan));
  EXPECT_TRUE(same(NMax::component(nan, nan), nan));
}

TEST(GlslCommon, Clamps) {
  for (const float x : special_values<float>()) {
    for (const float low : {-inf, -1.0f, -0.0f, 0.0f, 1.0f}) {
      for (const float high : {1.0f, 2.0f, inf}) {
        const float expected = min_of_text(max_of_text(x, low), high);
        EXPECT_TRUE(same(NClamp::component(x, low, high).value, std::isnan(x) ? low : expected));
        EXPECT_EQ(NClamp::component(x, low, high).broken, nullptr);
        if (std::isnan(x)) continue;
        EXPECT_TRUE(same(FClamp::component(x, low, high).value, expected));
        EXPECT_EQ(FClamp::component(x, low, high).broken, nullptr);
      }
    }
  }
}

TEST(GlslCommon, ClampsBetweenCrossedBoundsAreUndefined) {
  const float above_one = std::nextafter(1.0f, 2.0f);
  EXPECT_EQ(FClamp::component(0.0f, above_one, 1.0f).broken, &FClamp::min_greater_than_max);
  EXPECT_EQ(NClamp::component(0.0f, above_one, 1.0f).broken, &NClamp::min_greater_than_max);
  EXPECT_EQ(FClamp::component(nan, above_one, 1.0f).broken, &FClamp::min_greater_than_max);
  EXPECT_EQ(FClamp::component(0.0f, 1.0f, 1.0f).broken, nullptr);
  EXPECT_EQ(NClamp::component(0.0f, 1.0f, 1.0f).broken, nullptr);
  EXPECT_EQ(FClamp::component(0.0f, 0.0f, -0.0f).broken, nullptr);  // compare equal
}

TEST(GlslCommon, FClampWithANanMayGiveOneOfSeveral) {
  EXPECT_EQ(FClamp::component(nan, 0.0f, 1.0f).broken, &FClamp::operand_nan);
  EXPECT_EQ(FClamp::component(0.0f, nan, 1.0f).broken, &FClamp::operand_nan);
  EXPECT_EQ(FClamp::component(0.0f, 0.0f, nan).broken, &FClamp::operand_nan);
  EXPECT_EQ(FClamp::component(nan, nan, nan).broken, nullptr);
  EXPECT_EQ(NClamp::component(nan, 0.0f, 1.0f).broken, nullptr);
}

// --- blends and steps ---

TEST(GlslCommon, FMixRoundsEachStep) {
  const std::vector<float> x = sample_values<float>(3'000);
  for (std::size_t i = 2; i < x.size(); ++i) {
    const volatile float one_minus_a = 1 - x[i];
    const volatile float left = x[i - 2] * one_minus_a;
    const volatile float right = x[i - 1] * x[i];
    const float expected = left + right;
    ASSERT_TRUE(same(FMix::component(x[i - 2], x[i - 1], x[i]), expected));
  }
  EXPECT_EQ(FMix::component(2.0f, 4.0f, 0.25f), 2.5f);
}

TEST(GlslCommon, Step) {
  EXPECT_TRUE(same(Step::component(1.0f, std::nextafter(1.0f, 0.0f)), 0.0f));
  EXPECT_TRUE(same(Step::component(1.0f, 1.0f), 1.0f));
  EXPECT_TRUE(same(Step::component(0.0f, -0.0f), 1.0f));
  EXPECT_TRUE(same(Step::component(nan, 1.0f), 1.0f));
  EXPECT_TRUE(same(Step::component(1.0f, nan), 1.0f));
}

TEST(GlslCommon, SmoothStep) {
  EXPECT_TRUE(same(SmoothStep::component(1.0f, 2.0f, 1.0f).value, 0.0f));
  EXPECT_TRUE(same(SmoothStep::component(1.0f, 2.0f, 2.0f).value, 1.0f));
  EXPECT_TRUE(same(SmoothStep::component(1.0f, 2.0f, -inf).value, 0.0f));
  EXPECT_TRUE(same(SmoothStep::component(1.0f, 2.0f, inf).value, 1.0f));
  EXPECT_TRUE(same(SmoothStep::component(1.0f, 2.0f, nan).value, nan));
  EXPECT_TRUE(same(SmoothStep::component(0.0f, inf, inf).value, 1.0f));
  EXPECT_EQ(SmoothStep::component(0.0f, 4.0f, 1.0f).value, 0.15625f);
  EXPECT_EQ(SmoothStep::component(0.0, 4.0, 3.0).value, 0.84375);
  float before = 0;
  for (float x = 1; x <= 2; x += 1.0f / 1024) {
    const float value = SmoothStep::component(1.0f, 2.0f, x).value;
    EXPECT_GE(value, before);
    EXPECT_NEAR(value, (x - 1) * (x - 1) * (3 - 2 * (x - 1)), 1e-6);
    before = value;
  }
}

TEST(GlslCommon, SmoothStepWithoutAscendingEdgesIsUndefined) {
  const float above_one = std::nextafter(1.0f, 2.0f);
  EXPECT_EQ(SmoothStep::component(1.0f, 1.0f, 0.0f).broken, &SmoothStep::edges_not_ascending);
  EXPECT_EQ(SmoothStep::component(above_one, 1.0f, 0.0f).broken, &SmoothStep::edges_not_ascending);
  EXPECT_EQ(SmoothStep::component(0.0f, -0.0f, 0.0f).broken, &SmoothStep::edges_not_ascending);
  EXPECT_EQ(SmoothStep::component(1.0f, above_one, 0.0f).broken, nullptr);
}

TEST(GlslCommon, FmaRoundsOnce) {
  const std::vector<float> x = sample_values<float>(6'000);
  const std::vector<double> y = sample_values<double>(6'000);
  for (std::size_t i = 2; i < x.size(); ++i) {
    expect_rounded_once(Fma::component(x[i - 2], x[i - 1], x[i]),
                        exact(mpfr_fma, x[i - 2], x[i - 1], x[i]));
    const Exact product = exact(mpfr_mul, y[i - 2], y[i - 1]);
    Exact sum(y[i]);
    // Four hundred bits are too few for all sums of doubles.
    mpfr_prec_round(sum.get(), 5000, MPFR_RNDN);
    mpfr_add(sum.get(), product.get(), sum.get(), MPFR_RNDN);
    expect_rounded_once(Fma::component(y[i - 2], y[i - 1], y[i]), sum);
  }
}

// Products of 16-bit numbers near the middle between two of them, and sums that tip the balance.
TEST(GlslCommon, FmaOf16BitNumbersRoundsOnce) {
  std::mt19937 random(1);
  for (int i = 0; i < 100'000; ++i) {
    double operands[3];
    for (double& value : operands) {
      value = widen<double>(Float16{static_cast<std::uint16_t>(random())});
    }
    const auto [a, b, c] = operands;
    const Float16 result = narrow<Float16>(Fma::component(a, b, c));
    ASSERT_LE(error_in_ulp(to_float(result), exact(mpfr_fma, a, b, c), half_format), 0.5)
        << a << ", " << b << ", " << c;
  }
}

}  // namespace
}  // namespace spirv_oracle::glsl_std_450
