#include "builtins/glsl_std_450/trigonometry.h"

#include <cfenv>

#include "builtins/glsl_std_450/reference_for_test.h"

namespace spirv_oracle::glsl_std_450 {
namespace {

TEST(GlslTrigonometry, RoundsOnce) {
  expect_accurate<Sin>(mpfr_sin);
  expect_accurate<Cos>(mpfr_cos);
  expect_accurate<Tan>(mpfr_tan);
  expect_accurate<Asin>(mpfr_asin);
  expect_accurate<Acos>(mpfr_acos);
  expect_accurate<Atan>(mpfr_atan);
  expect_accurate<Sinh>(mpfr_sinh);
  expect_accurate<Cosh>(mpfr_cosh);
  expect_accurate<Tanh>(mpfr_tanh);
  expect_accurate<Asinh>(mpfr_asinh);
  expect_accurate<Acosh>(mpfr_acosh);
}

TEST(GlslTrigonometry, AtanhRoundsOnceInsideItsDomain) {
  expect_accurate<Atanh>([](mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
    if (mpfr_cmpabs(x, Exact(1).get()) >= 0) {
      mpfr_set_nan(result);
    } else {
      mpfr_atanh(result, x, rounding);
    }
  });
}

TEST(GlslTrigonometry, AnglesRoundOnce) {
  const auto times_pi_over = [](mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
    mpfr_const_pi(result, rounding);
    mpfr_mul(result, result, x, rounding);
    mpfr_div_ui(result, result, 180, rounding);
  };
  const auto over_pi_times = [](mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
    mpfr_const_pi(result, rounding);
    mpfr_div(result, x, result, rounding);
    mpfr_mul_ui(result, result, 180, rounding);
  };
  expect_accurate<Radians>(times_pi_over, 1);
  expect_accurate<Degrees>(over_pi_times, 1);
}

// The results that the specification states for infinities and for operands outside the domain, and the signs of zeros.
TEST(GlslTrigonometry, SpecialValues) {
  for (const float sign : {1.0f, -1.0f}) {
    EXPECT_TRUE(same(Sin::component(sign * inf), nan));
    EXPECT_TRUE(same(Cos::component(sign * inf), nan));
    EXPECT_TRUE(same(Tan::component(sign * inf), nan));
    EXPECT_TRUE(same(Sinh::component(sign * inf), sign * inf));
    EXPECT_TRUE(same(Cosh::component(sign * inf), inf));
    EXPECT_TRUE(same(Tanh::component(sign * inf), sign));
    EXPECT_TRUE(same(Asinh::component(sign * inf), sign * inf));
    EXPECT_TRUE(same(Asin::component(sign * std::nextafter(1.0f, 2.0f)), nan));
    EXPECT_TRUE(same(Acos::component(sign * std::nextafter(1.0f, 2.0f)), nan));
    EXPECT_TRUE(same(Atanh::component(sign), nan));
    EXPECT_FALSE(std::isnan(Atanh::component(sign * std::nextafter(1.0f, 0.0f))));
    EXPECT_TRUE(same(Sin::component(sign * 0.0f), sign * 0.0f));
    EXPECT_TRUE(same(Asinh::component(sign * 0.0f), sign * 0.0f));
  }
  EXPECT_TRUE(same(Acosh::component(inf), inf));
  EXPECT_TRUE(same(Acosh::component(1.0f), 0.0f));
  EXPECT_TRUE(same(Acosh::component(std::nextafter(1.0f, 0.0f)), nan));
}

TEST(GlslTrigonometry, Atan2RoundsOnceInAllQuadrants) {
  const std::vector<float> y = sample_values<float>(5'000);
  const std::vector<float> x(y.rbegin(), y.rend());
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (x[i] == 0 && y[i] == 0) continue;
    ASSERT_LE(error_in_ulp(Atan2::component(y[i], x[i]).value, exact(mpfr_atan2, y[i], x[i]),
                           format_of<float>),
              rounded_once)
        << y[i] << ", " << x[i];
  }
}

TEST(GlslTrigonometry, Atan2OfTwoZerosIsUndefined) {
  const float tiny = std::numeric_limits<float>::denorm_min();
  for (const float y : {0.0f, -0.0f}) {
    for (const float x : {0.0f, -0.0f}) {
      EXPECT_EQ(Atan2::component(y, x).broken, &Atan2::both_zero);
    }
    EXPECT_EQ(Atan2::component(y, tiny).broken, nullptr);
    EXPECT_EQ(Atan2::component(tiny, y).broken, nullptr);
  }
}

// Under another rounding mode, only the final rounding to the type of the result follows it.
TEST(GlslTrigonometry, RoundingModeOfTheHostMattersOnlyAtTheEnd) {
  std::fesetround(FE_TOWARDZERO);
  const volatile double sine = accurate::sin(1);
  const volatile float rounded = Sin::component(1.0f);
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(sine, accurate::sin(1));
  EXPECT_EQ(rounded, 0.841470956802368164f);  // the nearest is 0.841470984...
}

}  // namespace
}  // namespace spirv_oracle::glsl_std_450
