#include "builtins/glsl_std_450/parts.h"

#include "builtins/glsl_std_450/reference_for_test.h"

namespace spirv_oracle::glsl_std_450 {
namespace {

template <class T>
void expect_modf_like_the_library() {
  for (const T x : sample_values<T>(10'000)) {
    T whole = 0;
    const T fraction = std::modf(x, &whole);
    ASSERT_TRUE(same(FractionalPart::component(x), fraction)) << x;
    ASSERT_TRUE(same(WholeNumberPart::component(x), whole)) << x;
  }
}

TEST(GlslParts, Modf) {
  expect_modf_like_the_library<float>();
  expect_modf_like_the_library<double>();
}

TEST(GlslParts, ModfKeepsTheSign) {
  for (const float sign : {1.0f, -1.0f}) {
    EXPECT_TRUE(same(FractionalPart::component(sign * 0.0f), sign * 0.0f));
    EXPECT_TRUE(same(WholeNumberPart::component(sign * 0.0f), sign * 0.0f));
    EXPECT_TRUE(same(FractionalPart::component(sign * inf), sign * 0.0f));
    EXPECT_TRUE(same(WholeNumberPart::component(sign * inf), sign * inf));
    EXPECT_TRUE(same(FractionalPart::component(sign * 3.0f), sign * 0.0f));
    EXPECT_TRUE(same(WholeNumberPart::component(sign * 0.75f), sign * 0.0f));
  }
}

template <class T>
void expect_frexp_takes_apart() {
  for (const T x : sample_values<T>(10'000)) {
    if (!std::isfinite(x)) continue;
    const Checked<T> significand = Significand<Frexp>::component(x);
    const Checked<std::int32_t> exponent = Exponent<Frexp>::component(x);
    ASSERT_EQ(significand.broken, nullptr);
    ASSERT_EQ(exponent.broken, nullptr);
    ASSERT_TRUE(same(std::ldexp(significand.value, exponent.value), x));
    if (x == 0) {
      ASSERT_EQ(exponent.value, 0);
    } else {
      ASSERT_GE(std::fabs(significand.value), T(0.5));
      ASSERT_LT(std::fabs(significand.value), T(1));
    }
  }
}

TEST(GlslParts, Frexp) {
  expect_frexp_takes_apart<float>();
  expect_frexp_takes_apart<double>();
}

template <class Instruction>
void expect_undefined_unless_finite() {
  for (const float x : {inf, -inf, nan}) {
    EXPECT_EQ(Significand<Instruction>::component(x).broken, &Instruction::x_not_finite);
    EXPECT_EQ(Exponent<Instruction>::component(x).broken, &Instruction::x_not_finite);
  }
  const float greatest = std::numeric_limits<float>::max();
  EXPECT_EQ(Significand<Instruction>::component(greatest).broken, nullptr);
  EXPECT_EQ(Exponent<Instruction>::component(greatest).broken, nullptr);
  EXPECT_EQ(Exponent<Instruction>::component(greatest).value, 128);
}

TEST(GlslParts, FrexpOfInfinitiesAndNansIsUndefined) {
  expect_undefined_unless_finite<Frexp>();
  expect_undefined_unless_finite<FrexpStruct>();
}

// --- Ldexp ---

TEST(GlslParts, LdexpMultipliesAndRoundsOnce) {
  const std::vector<float> x = sample_values<float>(5'000);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto exponent = static_cast<std::int32_t>(i % 300) - 150;
    Exact expected(x[i]);
    mpfr_mul_2si(expected.get(), expected.get(), exponent, MPFR_RNDN);
    const Checked<float> product = Ldexp::Of<float>::component(x[i], exponent);
    ASSERT_LE(error_in_ulp(product.value, expected, format_of<float>), 0.5) << x[i];
  }
}

TEST(GlslParts, LdexpTakesExponentsOfAllWidthsAsSigned) {
  EXPECT_EQ(Ldexp::Of<float>::component(3.0f, std::int8_t{-1}).value, 1.5f);
  EXPECT_EQ(Ldexp::Of<float>::component(3.0f, std::int16_t{-2}).value, 0.75f);
  EXPECT_EQ(Ldexp::Of<float>::component(3.0f, std::int64_t{2}).value, 12.0f);
  EXPECT_EQ(Ldexp::Of<float>::component(3.0f, std::int64_t{1} << 40).value, inf);
  EXPECT_EQ(Ldexp::Of<float>::component(3.0f, -(std::int64_t{1} << 40)).value, 0.0f);
}

// Storage, its compute type, and the greatest exponent.
template <class Storage, class T>
void expect_limits(int greatest) {
  using L = Ldexp::Of<Storage>;
  const int least = 2 - greatest;
  const T small = static_cast<T>(std::ldexp(1.0, 1 - greatest));
  EXPECT_EQ(L::component(small, greatest + 1).broken, &Ldexp::exp_too_large);
  EXPECT_EQ(L::component(T{0}, greatest + 1).broken, &Ldexp::exp_too_large);
  EXPECT_EQ(L::component(small, greatest).broken, nullptr);

  EXPECT_EQ(L::component(T{1}, greatest).broken, &Ldexp::product_too_large);
  EXPECT_EQ(L::component(T{-2}, greatest - 1).broken, &Ldexp::product_too_large);
  EXPECT_EQ(L::component(T{1}, greatest - 1).broken, nullptr);
  EXPECT_EQ(L::component(T(1.75), greatest - 1).broken, nullptr);
  EXPECT_EQ(L::component(T(0.5), greatest).broken, nullptr);
  EXPECT_EQ(L::component(infinity<T>, 1).broken, nullptr);
  EXPECT_EQ(L::component(not_a_number<T>, 1).broken, nullptr);

  EXPECT_EQ(L::component(T{1}, least - 1).broken, &Ldexp::exp_too_small);
  EXPECT_EQ(L::component(T{1}, least).broken, nullptr);
  EXPECT_EQ(L::component(T{0}, least - 1).broken, nullptr);  // flushed or not, it is 0
}

TEST(GlslParts, LdexpBeyondItsLimits) {
  EXPECT_EQ(Ldexp::exp_too_large.effect, Effect::undefined_result);
  EXPECT_EQ(Ldexp::product_too_large.effect, Effect::undefined_result);
  EXPECT_EQ(Ldexp::exp_too_small.effect, Effect::implementation_defined);
  expect_limits<Float16, double>(16);
  expect_limits<Float16TowardZero, double>(16);
  expect_limits<float, float>(128);
  expect_limits<double, double>(1024);
}

TEST(GlslParts, LdexpPutsTogetherWhatFrexpTookApart) {
  for (const float x : sample_values<float>(5'000)) {
    if (!std::isnormal(x) && x != 0) continue;
    const float significand = Significand<FrexpStruct>::component(x).value;
    const std::int32_t exponent = Exponent<FrexpStruct>::component(x).value;
    const Checked<float> product = Ldexp::Of<float>::component(significand, exponent);
    ASSERT_TRUE(same(product.value, x));
    ASSERT_EQ(product.broken, nullptr);
  }
}

}  // namespace
}  // namespace spirv_oracle::glsl_std_450
