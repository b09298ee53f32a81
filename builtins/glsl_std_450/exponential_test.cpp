#include "builtins/glsl_std_450/exponential.h"

#include <cfenv>

#include "builtins/glsl_std_450/reference_for_test.h"

namespace spirv_oracle::glsl_std_450 {
namespace {

TEST(GlslExponential, RoundsOnce) {
  expect_accurate<Exp>(mpfr_exp);
  expect_accurate<Log>(mpfr_log);
  expect_accurate<Exp2>(mpfr_exp2);
  expect_accurate<Log2>(mpfr_log2);
  expect_accurate<Sqrt>(mpfr_sqrt, 1);
  // MPFR's reciprocal square root of -0 is +Inf.
  expect_accurate<InverseSqrt>(
      [](mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
        mpfr_sqrt(result, x, rounding);
        mpfr_ui_div(result, 1, result, rounding);
      },
      1);
}

// There is not much that is wider than a double: the reciprocal is rounded a few bits below it.
TEST(GlslExponential, RootsOfDoublesRoundNearlyOnce) {
  for (const double x : sample_values<double>(10'000)) {
    if (x == 0) continue;
    expect_rounded_once(Sqrt::component(x), exact(mpfr_sqrt, x));
    const Exact expected = exact(mpfr_rec_sqrt, x);
    ASSERT_LE(error_in_ulp(InverseSqrt::component(x), expected, format_of<double>), 0.501) << x;
  }
}

TEST(GlslExponential, SpecialValues) {
  EXPECT_TRUE(same(Exp::component(inf), inf));
  EXPECT_TRUE(same(Exp::component(-inf), 0.0f));
  EXPECT_TRUE(same(Exp2::component(inf), inf));
  EXPECT_TRUE(same(Exp2::component(-inf), 0.0f));
  for (const float x : {-std::numeric_limits<float>::denorm_min(), -1.0f, -inf}) {
    EXPECT_TRUE(same(Log::component(x), nan));
    EXPECT_TRUE(same(Log2::component(x), nan));
    EXPECT_TRUE(same(Sqrt::component(x), nan));
    EXPECT_TRUE(same(InverseSqrt::component(x), nan));
  }
  EXPECT_TRUE(same(Log::component(inf), inf));
  EXPECT_TRUE(same(Log2::component(inf), inf));
  EXPECT_TRUE(same(Log::component(1.0f), 0.0f));
  EXPECT_TRUE(same(Log2::component(1.0f), 0.0f));
  EXPECT_TRUE(same(Sqrt::component(inf), inf));
  EXPECT_TRUE(same(InverseSqrt::component(inf), 0.0f));
  for (const float zero : {0.0f, -0.0f}) {
    EXPECT_TRUE(same(Log::component(zero), -inf));
    EXPECT_TRUE(same(Log2::component(zero), -inf));
    EXPECT_TRUE(same(Sqrt::component(zero), zero));
    EXPECT_TRUE(same(InverseSqrt::component(zero), std::copysign(inf, zero)));
  }
}

TEST(GlslExponential, PowRoundsOnce) {
  const std::vector<float> x = sample_values<float>(10'000);
  const std::vector<float> y(x.rbegin(), x.rend());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const float base = std::fabs(x[i]);
    ASSERT_LE(error_in_ulp(Pow::component(base, y[i]).value, exact(mpfr_pow, base, y[i]),
                           format_of<float>),
              rounded_once)
        << base << ", " << y[i];
  }
}

TEST(GlslExponential, PowIsExactWhereItCanBeInBothModes) {
  for (const int mode : {FE_TONEAREST, FE_TOWARDZERO}) {
    float expected = 1;
    for (int y = 0; y <= 15; ++y, expected *= 3) {
      std::fesetround(mode);
      const volatile float power = Pow::component(3.0f, static_cast<float>(y)).value;
      std::fesetround(FE_TONEAREST);
      EXPECT_EQ(power, expected);
    }
  }
}

TEST(GlslExponential, PowOfNegativeIsUndefined) {
  const float tiny = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(Pow::component(-tiny, 2.0f).broken, &Pow::x_negative);
  EXPECT_EQ(Pow::component(-2.0f, 2.0f).broken, &Pow::x_negative);
  EXPECT_EQ(Pow::component(-2.0f, 2.0f).value, 4.0f);
  EXPECT_EQ(Pow::component(tiny, 2.0f).broken, nullptr);
  EXPECT_EQ(Pow::component(-0.0f, 2.0f).broken, nullptr);
}

TEST(GlslExponential, PowOfZeroIsUndefinedUnlessThePowerIsPositive) {
  const float tiny = std::numeric_limits<float>::denorm_min();
  for (const float zero : {0.0f, -0.0f}) {
    EXPECT_EQ(Pow::component(zero, 0.0f).broken, &Pow::x_zero_and_y_not_positive);
    EXPECT_EQ(Pow::component(zero, -0.0f).broken, &Pow::x_zero_and_y_not_positive);
    EXPECT_EQ(Pow::component(zero, -1.0f).broken, &Pow::x_zero_and_y_not_positive);
    EXPECT_EQ(Pow::component(zero, tiny).broken, nullptr);
  }
  EXPECT_EQ(Pow::component(tiny, 0.0f).broken, nullptr);
  EXPECT_EQ(Pow::component(tiny, -1.0f).broken, nullptr);
}

}  // namespace
}  // namespace spirv_oracle::glsl_std_450
