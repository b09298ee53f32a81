// Instructions with exact results, each compared with an independent formulation of its definition.
#include "builtins/opencl_std/exact.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "builtins/glsl_std_450/reference_for_test.h"
#include "builtins/opencl_std/common.h"
#include "builtins/opencl_std/geometric.h"
#include "builtins/opencl_std/parts.h"
#include "builtins/opencl_std/relational.h"

namespace spirv_oracle::opencl_std {
namespace {

namespace reference = glsl_std_450;
using reference::Exact;
using reference::same;

constexpr float inf = infinity<float>;
constexpr float quiet_nan = not_a_number<float>;

template <class T, class Check>
void for_samples(Check check) {
  for (const T x : reference::sample_values<T>(3000)) check(x);
}
template <class T, class Check>
void for_pairs(Check check) {
  for (const T x : reference::sample_values<T>(120)) {
    for (const T y : reference::sample_values<T>(120)) check(x, y);
  }
}

// The exact number as a T, which it must be.
template <class T>
T exactly(const Exact& number) {
  return static_cast<T>(mpfr_get_d(number.get(), MPFR_RNDN));
}

template <class T>
void expect_whole_numbers() {
  for_samples<T>([](T x) {
    EXPECT_TRUE(same(ceil::component(x), std::ceil(x))) << x;
    EXPECT_TRUE(same(floor::component(x), std::floor(x))) << x;
    EXPECT_TRUE(same(trunc::component(x), std::trunc(x))) << x;
    EXPECT_TRUE(same(rint::component(x), std::rint(x))) << x;
    EXPECT_TRUE(same(round::component(x), std::round(x))) << x;
  });
}

TEST(OpenClExact, WholeNumbers) {
  expect_whole_numbers<float>();
  expect_whole_numbers<double>();
  for (const float n : {-3.0f, -2.0f, -1.0f, 0.0f, 1.0f, 2.0f}) {
    const float x = n + 0.5f;
    EXPECT_EQ(round::component(x), x < 0 ? n : n + 1);
    EXPECT_EQ(std::fmod(rint::component(x), 2.0f), 0);
  }
  EXPECT_TRUE(same(ceil::component(-0.5f), -0.0f));
  EXPECT_TRUE(same(rint::component(-0.5f), -0.0f));
  EXPECT_TRUE(same(round::component(-0.25f), -0.0f));
  EXPECT_TRUE(same(trunc::component(-0.75f), -0.0f));
}

template <class T>
void expect_order_and_signs() {
  for_pairs<T>([](T x, T y) {
    EXPECT_TRUE(same(fabs::component(x), std::fabs(x)));
    EXPECT_TRUE(same(copysign::component(x, y), std::copysign(x, y)));
    const T max = std::isnan(x) ? y : std::isnan(y) ? x : x < y ? y : x;
    const T min = std::isnan(x) ? y : std::isnan(y) ? x : y < x ? y : x;
    EXPECT_TRUE(same(fmax::component(x, y), max)) << x << " " << y;
    EXPECT_TRUE(same(fmin::component(x, y), min)) << x << " " << y;
    const T a = std::fabs(x), b = std::fabs(y);
    EXPECT_TRUE(same(maxmag::component(x, y), a > b ? x : b > a ? y : max));
    EXPECT_TRUE(same(minmag::component(x, y), a < b ? x : b < a ? y : min));
    EXPECT_TRUE(same(fdim::component(x, y), std::fdim(x, y)));
    EXPECT_TRUE(same(step::component(x, y), y < x ? T(0) : T(1)));
    const bool finite = std::isfinite(x) && std::isfinite(y);
    EXPECT_EQ(fmax_common::component(x, y).broken, finite ? nullptr : &fmax_common::not_finite);
    EXPECT_EQ(fmin_common::component(x, y).broken, finite ? nullptr : &fmin_common::not_finite);
    if (!finite) return;
    EXPECT_TRUE(same(fmax_common::component(x, y).value, max));
    EXPECT_TRUE(same(fmin_common::component(x, y).value, min));
  });
}

TEST(OpenClExact, OrderAndSigns) {
  expect_order_and_signs<float>();
  expect_order_and_signs<double>();
  EXPECT_TRUE(same(sign::component(-0.0f), -0.0f));
  EXPECT_TRUE(same(sign::component(0.0f), 0.0f));
  EXPECT_TRUE(same(sign::component(quiet_nan), 0.0f));
  EXPECT_TRUE(same(sign::component(-inf), -1.0f));
  EXPECT_TRUE(same(sign::component(1e-40f), 1.0f));
}

template <class T>
void expect_remainders() {
  for_pairs<T>([](T x, T y) {
    const bool invalid = std::isnan(x) || std::isnan(y) || std::isinf(x) || y == 0;
    const Checked<std::int32_t> quotient = remquo::Second::component(x, y);
    if (invalid) {
      EXPECT_TRUE(std::isnan(fmod::component(x, y)));
      EXPECT_TRUE(std::isnan(remainder::component(x, y)));
      EXPECT_TRUE(std::isnan(remquo::First::component(x, y)));
      EXPECT_EQ(quotient.value, 0);
      return;
    }
    const T rest = exactly<T>(reference::exact(mpfr_remainder, x, y));
    EXPECT_EQ(fmod::component(x, y), exactly<T>(reference::exact(mpfr_fmod, x, y)));
    EXPECT_EQ(remainder::component(x, y), rest);
    EXPECT_EQ(remquo::First::component(x, y), rest);
    // (x - rest) / y, to more digits than the quotient of any two numbers has
    mpfr_t exact;
    mpfr_init2(exact, 4400);
    mpfr_set_d(exact, x, MPFR_RNDN);
    mpfr_sub_d(exact, exact, rest, MPFR_RNDN);
    mpfr_div_d(exact, exact, y, MPFR_RNDN);
    const bool large = mpfr_cmpabs(exact, Exact(127.0).get()) > 0;
    EXPECT_EQ(quotient.broken, large ? &remquo::more_than_seven_bits : nullptr) << x << " " << y;
    EXPECT_TRUE(mpfr_integer_p(exact));
    mpfr_fmod(exact, exact, Exact(128.0).get(), MPFR_RNDN);
    EXPECT_EQ(quotient.value % 128, mpfr_get_si(exact, MPFR_RNDN)) << x << " " << y;
    mpfr_clear(exact);
  });
}

TEST(OpenClExact, Remainders) {
  expect_remainders<float>();
  expect_remainders<double>();
  EXPECT_EQ(remquo::Second::component(380.0f, 3.0f).value, 127);
  EXPECT_EQ(remquo::Second::component(-380.0f, 3.0f).value, -127);
  EXPECT_TRUE(same(remainder::component(-6.0f, 3.0f), -0.0f));
}

template <class T>
void expect_exponents() {
  for_samples<T>([](T x) {
    if (x == 0 || !std::isfinite(x)) return;
    int exponent = 0;
    const T mantissa = std::frexp(x, &exponent);
    EXPECT_EQ(ilogb::component(x).value, exponent - 1);
    EXPECT_EQ(logb::component(x), T(exponent - 1));
    EXPECT_EQ(frexp::First::component(x), mantissa);
    EXPECT_EQ(frexp::Second::component(x), exponent);
    EXPECT_EQ(ldexp::component(mantissa, exponent), x);
    EXPECT_EQ(ldexp::component(mantissa, 100000), std::copysign(infinity<T>, x));
    EXPECT_TRUE(same(ldexp::component(x, std::numeric_limits<std::int32_t>::min()),
                     std::copysign(T(0), x)));
  });
}

TEST(OpenClExact, Exponents) {
  expect_exponents<float>();
  expect_exponents<double>();
  EXPECT_EQ(ilogb::component(0.0f).broken, &ilogb::x_zero);
  EXPECT_EQ(ilogb::component(quiet_nan).broken, &ilogb::x_nan);
  EXPECT_EQ(ilogb::component(-inf).value, 0x7FFFFFFF);
  EXPECT_EQ(logb::component(0.0f), -inf);
  EXPECT_EQ(logb::component(-inf), inf);
  EXPECT_TRUE(same(frexp::First::component(-inf), -inf));
  EXPECT_TRUE(std::isnan(frexp::First::component(quiet_nan)));
  EXPECT_EQ(frexp::Second::component(inf), 0);
  EXPECT_TRUE(same(frexp::First::component(-0.0f), -0.0f));
}

TEST(OpenClExact, ProductsAndSums) {
  for_pairs<float>([](float a, float b) {
    for (const float c : {1.0f, -3e-20f, 1e30f}) {
      Exact sum;
      mpfr_fma(sum.get(), Exact(a).get(), Exact(b).get(), Exact(c).get(), MPFR_RNDN);
      EXPECT_LE(reference::error_in_ulp(fma::component(a, b, c), sum, reference::format_of<float>),
                0.5);
      EXPECT_TRUE(same(mad::component(a, b, c), fma::component(a, b, c)));
    }
  });
}

TEST(OpenClExact, NextAfter) {
  const auto bits = [](auto x) { return bits_of(x); };
  for_pairs<float>([&](float x, float y) {
    const float next = std::bit_cast<float>(nextafter::component(bits(x), bits(y)));
    EXPECT_TRUE(same(next, std::nextafter(x, y))) << x << " " << y;
  });
  for_pairs<double>([&](double x, double y) {
    const double next = std::bit_cast<double>(nextafter::component(bits(x), bits(y)));
    EXPECT_TRUE(same(next, std::nextafter(x, y))) << x << " " << y;
  });
  // All 16-bit numbers in their order, with one zero.
  std::vector<std::uint16_t> ascending;
  for (unsigned magnitude = 0x7C00; magnitude > 0; --magnitude)
    ascending.push_back(static_cast<std::uint16_t>(0x8000 | magnitude));
  for (unsigned magnitude = 0; magnitude <= 0x7C00; ++magnitude)
    ascending.push_back(static_cast<std::uint16_t>(magnitude));
  for (std::size_t i = 0; i + 1 < ascending.size(); ++i) {
    const std::uint16_t up = nextafter::component(ascending[i], ascending.back());
    const std::uint16_t down = nextafter::component(ascending[i + 1], ascending.front());
    ASSERT_EQ(to_float(Float16{up}), to_float(Float16{ascending[i + 1]}));
    ASSERT_EQ(to_float(Float16{down}), to_float(Float16{ascending[i]}));
  }
}

TEST(OpenClExact, Nan) {
  for (const std::uint32_t code : {0u, 5u, 0x123456u, 0xFFFFFFFFu}) {
    const float result = std::bit_cast<float>(nan::component(code));
    EXPECT_TRUE(std::isnan(result));
    EXPECT_EQ(bits_of(result) & 0x7FFFFF, (code & 0x3FFFFF) | 0x400000);
  }
  EXPECT_EQ(nan::component(std::uint16_t{3}), 0x7E03);
  EXPECT_EQ(nan::component(std::uint64_t{3}), 0x7FF8000000000003);
}

// --- two results ---

TEST(OpenClExact, Fract) {
  using Fract = fract::Of<float>;
  for_samples<float>([](float x) {
    const float fraction = Fract::component(x);
    if (std::isnan(x)) {
      EXPECT_TRUE(std::isnan(fraction));
      return;
    }
    EXPECT_TRUE(fraction >= 0 && fraction < 1) << x;
    if (std::isfinite(x)) {
      EXPECT_EQ(fraction, std::min(x - std::floor(x), 0x1.fffffep-1f));
    }
  });
  EXPECT_TRUE(same(Fract::component(-0.0f), -0.0f));
  EXPECT_TRUE(same(Fract::component(-inf), -0.0f));
  EXPECT_EQ(Fract::component(-1e-30f), 0x1.fffffep-1f);
  EXPECT_EQ(fract::Of<double>::component(-1e-30), 0x1.fffffffffffffp-1);
  EXPECT_EQ(fract::Of<Float16>::component(-0x1p-24f), 0x1.ffcp-1f);
  EXPECT_EQ(fract::Second::component(-0.5f), -1);
}

TEST(OpenClExact, Modf) {
  for_samples<float>([](float x) {
    float whole = 0;
    const float fraction = std::modf(x, &whole);
    EXPECT_TRUE(same(modf::First::component(x), fraction)) << x;
    EXPECT_TRUE(same(modf::Second::component(x), whole)) << x;
  });
}

TEST(OpenClExact, FunctionsWithTwoResults) {
  EXPECT_TRUE(same(sincos::First::component(0.5f), sin::component(0.5f)));
  EXPECT_TRUE(same(sincos::Second::component(0.5f), cos::component(0.5f)));
  EXPECT_TRUE(same(lgamma_r::First::component(-0.5f), lgamma::component(-0.5f)));
  EXPECT_EQ(lgamma_r::Second::component(2.5f), 1);
  EXPECT_EQ(lgamma_r::Second::component(-0.5f), -1);
  EXPECT_EQ(lgamma_r::Second::component(-1.5), 1);
  EXPECT_EQ(lgamma_r::Second::component(-0.0f), 0);
  EXPECT_EQ(lgamma_r::Second::component(-3.0f), 0);
}

// --- common ---

TEST(OpenClCommon, Clamp) {
  for_pairs<float>([](float low, float high) {
    for (const float x : {-inf, -1.0f, 0.3f, inf, quiet_nan}) {
      const Checked<float> clamped = fclamp::component(x, low, high);
      EXPECT_EQ(clamped.broken, low > high ? &fclamp::min_greater_than_max : nullptr);
      if (low <= high && !std::isnan(x)) {
        EXPECT_EQ(clamped.value, std::clamp(x, low, high));
      }
    }
  });
}

TEST(OpenClCommon, Blends) {
  EXPECT_EQ(mix::component(1.0f, 5.0f, 0.25f), 2);
  EXPECT_EQ(mix::component(1.0f, 5.0f, 1.0f), 5);
  EXPECT_EQ(smoothstep::component(2.0f, 4.0f, 2.5f).value, 0.15625f);
  EXPECT_EQ(smoothstep::component(2.0f, 4.0f, 1.0f).value, 0);
  EXPECT_EQ(smoothstep::component(2.0f, 4.0f, 4.0f).value, 1);
  EXPECT_EQ(smoothstep::component(2.0f, 4.0f, 2.5f).broken, nullptr);
  EXPECT_EQ(smoothstep::component(4.0f, 4.0f, 4.0f).broken, &smoothstep::edges_not_ascending);
  EXPECT_EQ(smoothstep::component(2.0f, 4.0f, quiet_nan).broken, &smoothstep::operand_nan);
  EXPECT_EQ(smoothstep::component(quiet_nan, 4.0f, 1.0f).broken, &smoothstep::operand_nan);
}

template <class I, int (*ByPi)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t)>
void expect_conversion_of_angles(bool to_degrees) {
  for_samples<float>([&](float x) {
    Exact factor;
    mpfr_const_pi(factor.get(), MPFR_RNDN);
    mpfr_div_ui(factor.get(), factor.get(), 180, MPFR_RNDN);
    Exact result(x);
    ByPi(result.get(), result.get(), factor.get(), MPFR_RNDN);
    EXPECT_LE(reference::error_in_ulp(I::component(x), result, reference::format_of<float>),
              reference::rounded_once)
        << x << to_degrees;
  });
}

TEST(OpenClCommon, Angles) {
  expect_conversion_of_angles<radians, mpfr_mul>(false);
  expect_conversion_of_angles<degrees, mpfr_div>(true);
}

// --- relational: every bit alone ---

template <class T>
PartlyIndeterminate<T> bit(unsigned value, unsigned indeterminate) {
  return {static_cast<T>(value), static_cast<T>(indeterminate)};
}

TEST(OpenClRelational, BitSelect) {
  EXPECT_EQ(bitselect::component<std::uint8_t>(0b0011, 0b0101, 0b1111), 0b0101);
  EXPECT_EQ(bitselect::component<std::uint8_t>(0b0011, 0b0101, 0b0110), 0b0101);
  EXPECT_EQ(bitselect::component<std::uint8_t>(0b0011, 0b0101, 0b0000), 0b0011);
  // A bit of the result is indeterminate where filling in the indeterminate bits gives both values.
  for (unsigned bits = 0; bits < 64; ++bits) {
    const unsigned indeterminate[3] = {bits & 1, bits >> 1 & 1, bits >> 2 & 1};
    const unsigned value[3] = {bits >> 3 & 1, bits >> 4 & 1, bits >> 5 & 1};
    bool seen[2] = {false, false};
    for (unsigned fill = 0; fill < 8; ++fill) {
      unsigned v[3];
      for (unsigned i = 0; i < 3; ++i) v[i] = indeterminate[i] != 0 ? fill >> i & 1 : value[i];
      seen[v[2] != 0 ? v[1] : v[0]] = true;
    }
    using T = std::uint8_t;
    const T result = bitselect::indeterminate_bits(bit<T>(value[0], indeterminate[0]),
                                                   bit<T>(value[1], indeterminate[1]),
                                                   bit<T>(value[2], indeterminate[2]));
    EXPECT_EQ(result & 1, seen[0] && seen[1] ? 1 : 0) << bits;
  }
}

TEST(OpenClRelational, Select) {
  using T = std::uint16_t;
  EXPECT_EQ(select_by_value::component<T>(1, 2, 0), 1);
  EXPECT_EQ(select_by_value::component<T>(1, 2, 4), 2);
  EXPECT_EQ(select_by_sign::component<T>(1, 2, 0x7FFF), 1);
  EXPECT_EQ(select_by_sign::component<T>(1, 2, 0x8000), 2);
  const auto a = bit<T>(6, 1), b = bit<T>(4, 8);
  EXPECT_EQ(select_by_value::indeterminate_bits(a, b, bit<T>(0, 0)), 1);
  EXPECT_EQ(select_by_value::indeterminate_bits(a, b, bit<T>(2, 1)), 8);
  EXPECT_EQ(select_by_value::indeterminate_bits(a, b, bit<T>(0, 1)), 1 | 8 | 2);
  EXPECT_EQ(select_by_sign::indeterminate_bits(a, b, bit<T>(0, 1)), 1);
  EXPECT_EQ(select_by_sign::indeterminate_bits(a, b, bit<T>(0x8000, 1)), 8);
  EXPECT_EQ(select_by_sign::indeterminate_bits(a, b, bit<T>(0, 0x8000)), 1 | 8 | 2);
}

// --- geometric ---

template <class F>
auto of(std::initializer_list<double> operands) {
  return F::value(std::span<const double>(operands.begin(), operands.size()));
}

TEST(OpenClGeometric, LengthAndDistance) {
  const double infinite = infinity<double>;
  EXPECT_EQ(of<length_of>({3, 4}), 5);
  EXPECT_EQ(of<length_of>({-7}), 7);
  EXPECT_EQ(of<length_of>({3e38, 4e38}), 5e38);
  EXPECT_EQ(of<length_of>({-infinite, not_a_number<double>}), infinite);
  EXPECT_EQ(of<distance_between>({1, 2, 3, 4, 4, 6, 3, 4}), 5);
  EXPECT_EQ(of<difference_of_products>({2, 3, 5, 7}), -29);
}

TEST(OpenClGeometric, Normalize) {
  const double infinite = infinity<double>;
  EXPECT_EQ(of<component_of_normalized>({3, 3, 4}), 0.6);
  EXPECT_TRUE(same(of<component_of_normalized>({-0.0, -0.0, 0}), -0.0));
  EXPECT_EQ(of<component_of_normalized>({-infinite, -infinite, 5}), -1);
  EXPECT_TRUE(same(of<component_of_normalized>({-5, -5, infinite}), -0.0));
  EXPECT_TRUE(std::isnan(of<component_of_normalized>({1, 1, not_a_number<double>})));
  EXPECT_TRUE(std::isnan(of<component_of_normalized>({1, 1, infinite, not_a_number<double>})));
  const Checked<double> usual = of<component_of_fast_normalized>({3, 3, 4});
  EXPECT_EQ(usual.value, 0.6);
  EXPECT_EQ(usual.broken, nullptr);
  EXPECT_EQ(of<component_of_fast_normalized>({2e19, 2e19, 1}).broken,
            &component_of_fast_normalized::sum_too_large);
  EXPECT_EQ(of<component_of_fast_normalized>({1e-19, 1e-19, 0}).broken,
            &component_of_fast_normalized::sum_too_small);
  EXPECT_EQ(of<component_of_fast_normalized>({0, 0, 0}).broken, nullptr);
}

}  // namespace
}  // namespace spirv_oracle::opencl_std
