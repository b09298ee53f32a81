// Compared with MPFR, which has far more digits than any type of the interpreter.
#include "builtins/opencl_std/elementary.h"

#include <gtest/gtest.h>

#include "builtins/glsl_std_450/reference_for_test.h"
#include "builtins/opencl_std/half_and_native.h"

namespace spirv_oracle::opencl_std {
namespace {

namespace reference = glsl_std_450;
using reference::Exact;
using reference::same;

// Doubles come from a type with only 11 more bits.
inline constexpr double nearly_rounded_once = 0.51;

template <class T>
constexpr double allowed = sizeof(T) == 8 ? nearly_rounded_once : reference::rounded_once;

template <class I, class T, class Function>
void expect_accurate_for(Function function, std::size_t count) {
  for (const T x : reference::sample_values<T>(count)) {
    ASSERT_LE(reference::error_in_ulp(I::component(x), reference::exact(function, x),
                                      reference::format_of<T>),
              allowed<T>)
        << x;
  }
}

// Numbers of 32 and 64 bits, and every 61st of 16.
template <class I, class Function>
void expect_accurate(Function function) {
  expect_accurate_for<I, float>(function, 2000);
  expect_accurate_for<I, double>(function, 500);
  for (unsigned bits = 0; bits <= 0xFFFF; bits += 61) {
    const auto x = widen<double>(Float16{static_cast<std::uint16_t>(bits)});
    const Float16 result = narrow<Float16>(I::component(x));
    ASSERT_LE(reference::error_in_ulp(to_float(result), reference::exact(function, x),
                                      reference::half_format),
              reference::rounded_once)
        << x;
  }
}

template <class I, class Function>
void expect_accurate_2(Function function) {
  for (const float x : reference::sample_values<float>(70)) {
    for (const float y : reference::sample_values<float>(70)) {
      ASSERT_LE(reference::error_in_ulp(I::component(x, y), reference::exact(function, x, y),
                                        reference::format_of<float>),
                reference::rounded_once)
          << x << " " << y;
    }
  }
  for (const double x : reference::sample_values<double>(50)) {
    for (const double y : reference::sample_values<double>(50)) {
      ASSERT_LE(reference::error_in_ulp(I::component(x, y), reference::exact(function, x, y),
                                        reference::format_of<double>),
                nearly_rounded_once)
          << x << " " << y;
    }
  }
}

TEST(OpenClElementary, Angles) {
  expect_accurate<sin>(mpfr_sin);
  expect_accurate<cos>(mpfr_cos);
  expect_accurate<tan>(mpfr_tan);
  expect_accurate<asin>(mpfr_asin);
  expect_accurate<acos>(mpfr_acos);
  expect_accurate<atan>(mpfr_atan);
  expect_accurate_2<atan2>(mpfr_atan2);
}

// function(pi * x), where x was reduced to a turn first.
template <int (*Function)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t)>
int of_half_turns(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode) {
  Exact half_pi;
  mpfr_const_pi(half_pi.get(), mode);
  mpfr_fmod(result, x, Exact(2.0).get(), mode);
  mpfr_mul(result, result, half_pi.get(), mode);
  return Function(result, result, mode);
}

template <class I, class T, class Function>
void expect_half_turns(Function function) {
  for (const T x : reference::sample_values<T>(1000)) {
    if (std::trunc(2 * x) == 2 * x) continue;  // exact, in HalfTurnsThatAreExact
    ASSERT_LE(reference::error_in_ulp(I::component(x), reference::exact(function, x),
                                      reference::format_of<T>),
              allowed<T>)
        << x;
  }
}

TEST(OpenClElementary, HalfTurns) {
  expect_half_turns<sinpi, float>(of_half_turns<mpfr_sin>);
  expect_half_turns<cospi, float>(of_half_turns<mpfr_cos>);
  expect_half_turns<tanpi, float>(of_half_turns<mpfr_tan>);
  expect_half_turns<sinpi, double>(of_half_turns<mpfr_sin>);
  expect_half_turns<cospi, double>(of_half_turns<mpfr_cos>);
  expect_half_turns<tanpi, double>(of_half_turns<mpfr_tan>);
}

TEST(OpenClElementary, HalfTurnsThatAreExact) {
  const float inf = infinity<float>;
  for (const float n : {0.0f, 2.0f, 4.0f, 1e20f}) {  // even
    EXPECT_TRUE(same(sinpi::component(n), 0.0f));
    EXPECT_TRUE(same(sinpi::component(-n), -0.0f));
    EXPECT_TRUE(same(cospi::component(n), 1.0f));
    EXPECT_TRUE(same(cospi::component(-n), 1.0f));
    EXPECT_TRUE(same(tanpi::component(n), 0.0f));
    EXPECT_TRUE(same(tanpi::component(-n), -0.0f));
  }
  for (const float n : {1.0f, 3.0f, 7.0f}) {
    EXPECT_TRUE(same(sinpi::component(n), 0.0f));
    EXPECT_TRUE(same(sinpi::component(-n), -0.0f));
    EXPECT_TRUE(same(cospi::component(n), -1.0f));
    EXPECT_TRUE(same(tanpi::component(n), -0.0f));
    EXPECT_TRUE(same(tanpi::component(-n), 0.0f));
  }
  for (const float n : {-4.0f, -2.0f, 0.0f, 2.0f}) {
    EXPECT_TRUE(same(sinpi::component(n + 0.5f), 1.0f));
    EXPECT_TRUE(same(sinpi::component(n + 1.5f), -1.0f));
    EXPECT_TRUE(same(cospi::component(n + 0.5f), 0.0f));
    EXPECT_TRUE(same(cospi::component(n + 1.5f), 0.0f));
    EXPECT_TRUE(same(tanpi::component(n + 0.5f), inf));
    EXPECT_TRUE(same(tanpi::component(n + 1.5f), -inf));
  }
  EXPECT_TRUE(std::isnan(sinpi::component(inf)));
  EXPECT_TRUE(std::isnan(cospi::component(-inf)));
  EXPECT_TRUE(std::isnan(tanpi::component(inf)));
}

template <int (*Function)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t)>
int in_half_turns(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode) {
  Exact pi;
  mpfr_const_pi(pi.get(), mode);
  Function(result, x, mode);
  return mpfr_div(result, result, pi.get(), mode);
}

TEST(OpenClElementary, AnglesInHalfTurns) {
  expect_accurate<asinpi>(in_half_turns<mpfr_asin>);
  expect_accurate<acospi>(in_half_turns<mpfr_acos>);
  expect_accurate<atanpi>(in_half_turns<mpfr_atan>);
  expect_accurate_2<atan2pi>([](mpfr_ptr result, mpfr_srcptr y, mpfr_srcptr x, mpfr_rnd_t mode) {
    Exact pi;
    mpfr_const_pi(pi.get(), mode);
    mpfr_atan2(result, y, x, mode);
    return mpfr_div(result, result, pi.get(), mode);
  });
  const double inf = infinity<double>;
  EXPECT_EQ(atan2pi::component(inf, -inf), 0.75);
  EXPECT_EQ(atan2pi::component(-inf, inf), -0.25);
  EXPECT_EQ(atan2pi::component(-0.0, -0.0), -1);
  EXPECT_EQ(atanpi::component(-inf), -0.5);
}

TEST(OpenClElementary, HyperbolicFunctions) {
  expect_accurate<sinh>(mpfr_sinh);
  expect_accurate<cosh>(mpfr_cosh);
  expect_accurate<tanh>(mpfr_tanh);
  expect_accurate<asinh>(mpfr_asinh);
  expect_accurate<acosh>(mpfr_acosh);
  expect_accurate<atanh>(mpfr_atanh);
}

TEST(OpenClElementary, ExponentialsAndLogarithms) {
  expect_accurate<exp>(mpfr_exp);
  expect_accurate<exp2>(mpfr_exp2);
  expect_accurate<exp10>(mpfr_exp10);
  expect_accurate<expm1>(mpfr_expm1);
  expect_accurate<log>(mpfr_log);
  expect_accurate<log2>(mpfr_log2);
  expect_accurate<log10>(mpfr_log10);
  expect_accurate<log1p>(mpfr_log1p);
}

TEST(OpenClElementary, RootsAndPowers) {
  expect_accurate<sqrt>(mpfr_sqrt);
  expect_accurate<cbrt>(mpfr_cbrt);
  for (const float x : reference::sample_values<float>(2000)) {
    if (x == 0) continue;  // MPFR has one infinity for both zeros
    ASSERT_LE(reference::error_in_ulp(rsqrt::component(x), reference::exact(mpfr_rec_sqrt, x),
                                      reference::format_of<float>),
              reference::rounded_once);
  }
  EXPECT_EQ(rsqrt::component(-0.0f), -infinity<float>);
  expect_accurate_2<hypot>(mpfr_hypot);
  expect_accurate_2<pow>(mpfr_pow);
}

// "Additional Requirements": where powr is not pow.
TEST(OpenClElementary, Powr) {
  const float inf = infinity<float>;
  const float nan = not_a_number<float>;
  for (const float x : {0.25f, 1.0f, 3.0f}) {
    for (const float y : {-2.0f, -0.0f, 0.5f, 7.0f})
      EXPECT_EQ(powr::component(x, y), pow::component(x, y));
  }
  EXPECT_EQ(powr::component(-0.0f, -3.0f), inf);
  EXPECT_EQ(powr::component(-0.0f, -inf), inf);
  EXPECT_TRUE(same(powr::component(-0.0f, 3.0f), 0.0f));
  for (const auto& [x, y] : std::initializer_list<std::pair<float, float>>{{-1.0f, 2.0f},
                                                                           {0.0f, -0.0f},
                                                                           {-0.0f, 0.0f},
                                                                           {inf, 0.0f},
                                                                           {1.0f, -inf},
                                                                           {2.0f, nan},
                                                                           {nan, 0.0f},
                                                                           {1.0f, nan}}) {
    EXPECT_TRUE(std::isnan(powr::component(x, y))) << x << " " << y;
  }
}

TEST(OpenClElementary, PownAndRootn) {
  for (const std::int32_t n : {-77, -4, -3, -2, -1, 1, 2, 3, 4, 5, 77}) {
    for (const float x : reference::sample_values<float>(300)) {
      if (x == 0 || std::isinf(x)) continue;
      Exact power;
      mpfr_pow_si(power.get(), Exact(x).get(), n, MPFR_RNDN);
      ASSERT_LE(reference::error_in_ulp(pown::component(x, n), power, reference::format_of<float>),
                reference::rounded_once)
          << x << " " << n;
      Exact root;
      mpfr_rootn_ui(root.get(), Exact(x).get(), static_cast<unsigned long>(n < 0 ? -n : n),
                    MPFR_RNDN);
      if (n < 0) mpfr_ui_div(root.get(), 1, root.get(), MPFR_RNDN);
      ASSERT_LE(reference::error_in_ulp(rootn::component(x, n), root, reference::format_of<float>),
                reference::rounded_once)
          << x << " " << n;
    }
  }
  const float inf = infinity<float>;
  EXPECT_EQ(pown::component(not_a_number<float>, 0), 1);
  EXPECT_TRUE(std::isnan(rootn::component(8.0f, 0)));
  EXPECT_TRUE(std::isnan(rootn::component(-8.0f, 2)));
  EXPECT_EQ(rootn::component(-8.0f, 3), -2);
  EXPECT_TRUE(same(rootn::component(-0.0f, -3), -inf));
  EXPECT_TRUE(same(rootn::component(-0.0f, -2), inf));
  EXPECT_TRUE(same(rootn::component(-0.0f, 2), 0.0f));
  EXPECT_TRUE(same(rootn::component(-0.0f, 5), -0.0f));
  EXPECT_TRUE(same(pown::component(-0.0f, -3), -inf));
  EXPECT_TRUE(same(pown::component(-0.0f, -2), inf));
  EXPECT_TRUE(same(pown::component(-0.0f, 5), -0.0f));
}

TEST(OpenClElementary, GammaAndError) {
  expect_accurate<erf>(mpfr_erf);
  expect_accurate<erfc>(mpfr_erfc);
  for (const float x : reference::sample_values<float>(1000)) {
    if (std::fabs(x) > 1e6f || x == 0) continue;
    ASSERT_LE(reference::error_in_ulp(tgamma::component(x), reference::exact(mpfr_gamma, x),
                                      reference::format_of<float>),
              reference::rounded_once)
        << x;
    Exact logarithm;
    int sign = 0;
    mpfr_lgamma(logarithm.get(), &sign, Exact(x).get(), MPFR_RNDN);
    ASSERT_LE(reference::error_in_ulp(lgamma::component(x), logarithm, reference::format_of<float>),
              reference::rounded_once)
        << x;
  }
  EXPECT_EQ(tgamma::component(-0.0f), -infinity<float>);
  EXPECT_EQ(lgamma::component(-2.0f), infinity<float>);
}

// More accurate than half_ requires (8192 ulp), and than native_ does.
template <class Half, class Native, class Function>
void expect_accurate_half_and_native(Function function) {
  expect_accurate_for<Half, float>(function, 300);
  expect_accurate_for<Native, float>(function, 300);
}

template <class I, class Function>
void expect_accurate_for_positive(Function function) {
  for (const float x : reference::sample_values<float>(70)) {
    for (const float y : reference::sample_values<float>(70)) {
      if (!(x > 0) || !(y > 0) || std::isinf(x) || std::isinf(y)) continue;
      ASSERT_LE(reference::error_in_ulp(I::component(x, y), reference::exact(function, x, y),
                                        reference::format_of<float>),
                reference::rounded_once)
          << x << " " << y;
    }
  }
}

TEST(OpenClElementary, HalfAndNative) {
  expect_accurate_half_and_native<half_exp, native_exp>(mpfr_exp);
  expect_accurate_half_and_native<half_exp2, native_exp2>(mpfr_exp2);
  expect_accurate_half_and_native<half_exp10, native_exp10>(mpfr_exp10);
  expect_accurate_half_and_native<half_log, native_log>(mpfr_log);
  expect_accurate_half_and_native<half_log2, native_log2>(mpfr_log2);
  expect_accurate_half_and_native<half_log10, native_log10>(mpfr_log10);
  expect_accurate_half_and_native<half_sqrt, native_sqrt>(mpfr_sqrt);
  expect_accurate_for<native_sin, float>(mpfr_sin, 300);
  expect_accurate_for<native_cos, float>(mpfr_cos, 300);
  expect_accurate_for<native_tan, float>(mpfr_tan, 300);
  expect_accurate_for_positive<half_divide>(mpfr_div);
  expect_accurate_for_positive<native_divide>(mpfr_div);
  expect_accurate_for_positive<half_powr>(mpfr_pow);
  expect_accurate_for_positive<native_powr>(mpfr_pow);
  for (const float x : {0.5f, 3.25f, 100.0f}) {
    const double root = std::sqrt(static_cast<double>(x));
    EXPECT_FLOAT_EQ(half_rsqrt::component(x), static_cast<float>(1 / root));
    EXPECT_FLOAT_EQ(native_rsqrt::component(x), static_cast<float>(1 / root));
    EXPECT_FLOAT_EQ(half_recip::component(x), static_cast<float>(1 / static_cast<double>(x)));
    EXPECT_FLOAT_EQ(native_recip::component(x), static_cast<float>(1 / static_cast<double>(x)));
  }
}

TEST(OpenClElementary, HalfAngles) {
  for (const float x : {0.0f, -1.5f, 65536.0f, -65536.0f}) {
    EXPECT_EQ(half_sin::component(x).broken, nullptr);
    EXPECT_EQ(half_cos::component(x).broken, nullptr);
    EXPECT_EQ(half_tan::component(x).broken, nullptr);
    EXPECT_TRUE(same(half_sin::component(x).value, sin::component(x)));
  }
  for (const float x : {65537.0f, -infinity<float>, not_a_number<float>}) {
    EXPECT_EQ(half_sin::component(x).broken, &half_sin::x_out_of_range);
    EXPECT_EQ(half_cos::component(x).broken, &half_cos::x_out_of_range);
    EXPECT_EQ(half_tan::component(x).broken, &half_tan::x_out_of_range);
  }
}

}  // namespace
}  // namespace spirv_oracle::opencl_std
