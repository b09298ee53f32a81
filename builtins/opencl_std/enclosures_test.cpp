// Enclosures of functions on operands that have enclosures, compared with MPFR: they contain the exact result for every
// number in the operands, with the permitted error around it, and are not much wider.

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include <gtest/gtest.h>

#include "builtins/register_all.h"
#include "grammar/opencl_std.h"
#include "interpreter/ir/enclosure_rule.h"

namespace spirv_oracle::opencl_std {
namespace {

namespace listed = grammar::opencl_std;

struct Big {
  mpfr_t value;
  Big() { mpfr_init2(value, 200); }
  explicit Big(Real x) : Big() { mpfr_set_ld(value, x, MPFR_RNDN); }
  Big(const Big&) = delete;
  Big& operator=(const Big&) = delete;
  ~Big() { mpfr_clear(value); }
};

using Function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Function2 = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

struct Row {
  std::uint32_t number;
  Real ulps;  // of 32 bits
  Function function;
  Real from = -3, to = 3;
};
struct Row2 {
  std::uint32_t number;
  Real ulps;
  Function2 function;
  Real from = -3, to = 3;  // of x
  Real second_from = -3, second_to = 3;
  bool has_whole_second = false;
};

class Samples {
 public:
  Real between(Real low, Real high) {
    return std::uniform_real_distribution<Real>(low, high)(random_);
  }
  // Of binary32 at both ends, narrow or wide.
  Interval interval(Real low, Real high) {
    const Real a = binary32.nearest(between(low, high));
    const Real width = std::ldexp(Real{1}, -static_cast<int>(random_() % 24));
    const Real b = binary32.nearest(std::min(a + width, high));
    return {std::min(a, b), std::max(a, b), false};
  }
  Real in(const Interval& x) {
    switch (random_() % 5) {
      case 0:
        return x.low;
      case 1:
        return x.high;
      default:
        return std::clamp(binary32.nearest(between(x.low, x.high)), x.low, x.high);
    }
  }

 private:
  std::mt19937_64 random_{1};
};

// `usual`: the result of a run, for operands that are numbers.
Interval enclose(std::uint32_t number, const Interval& x, const std::optional<Interval>& y,
                 Real usual = 0) {
  static const InstructionRegistry& registry = default_registry();
  const EnclosureRule* rule = registry.find_enclosure_rule("OpenCL.std", number);
  const Computed first{x}, second{y.value_or(Interval{})};
  EnclosedOperands in;
  in.operand[0] = {&first, 1};
  if (y) in.operand[1] = {&second, 1};
  in.rules.format = in.operand_rules.format = binary32;
  in.is_kernel = true;
  in.usual = Interval::point(usual);
  return rule->enclose(in).value;
}

Real usual_of(const Big& exact) { return binary32.nearest(mpfr_get_ld(exact.value, MPFR_RNDN)); }

// The numbers of the format within the error of the exact result.
void expect_held(const Interval& enclosure, const Big& exact, Real ulps, std::uint32_t number,
                 Real x, Real y) {
  const Real value = mpfr_get_ld(exact.value, MPFR_RNDN);
  const Range allowed = binary32.within(value, ulps * binary32.ulp(value));
  EXPECT_TRUE(enclosure.low <= allowed.low && allowed.high <= enclosure.high)
      << number << " of " << static_cast<double>(x) << ", " << static_cast<double>(y) << ": "
      << static_cast<double>(value) << " in " << static_cast<double>(enclosure.low) << ".."
      << static_cast<double>(enclosure.high);
}

TEST(OpenClEnclosures, HoldTheErrorBoundsOfAllNumbersInAnOperand) {
  const Row table[] = {
      {listed::acos::number, 4, mpfr_acos, -1, 1},
      {listed::acosh::number, 4, mpfr_acosh, 1, 9},
      {listed::acospi::number, 5, mpfr_acospi, -1, 1},
      {listed::asin::number, 4, mpfr_asin, -1, 1},
      {listed::asinh::number, 4, mpfr_asinh},
      {listed::asinpi::number, 5, mpfr_asinpi, -1, 1},
      {listed::atan::number, 5, mpfr_atan},
      {listed::atanh::number, 5, mpfr_atanh, -0.99L, 0.99L},
      {listed::atanpi::number, 5, mpfr_atanpi},
      {listed::cbrt::number, 2, mpfr_cbrt},
      {listed::cos::number, 4, mpfr_cos, -20, 20},
      {listed::cosh::number, 4, mpfr_cosh},
      {listed::cospi::number, 4, mpfr_cospi, -5, 5},
      {listed::erf::number, 16, mpfr_erf},
      {listed::erfc::number, 16, mpfr_erfc},
      {listed::exp::number, 3, mpfr_exp, -20, 20},
      {listed::exp2::number, 3, mpfr_exp2, -20, 20},
      {listed::exp10::number, 3, mpfr_exp10},
      {listed::expm1::number, 3, mpfr_expm1},
      {listed::log::number, 3, mpfr_log, 0.01L, 9},
      {listed::log2::number, 3, mpfr_log2, 0.01L, 9},
      {listed::log10::number, 3, mpfr_log10, 0.01L, 9},
      {listed::log1p::number, 2, mpfr_log1p, -0.9L, 9},
      {listed::rsqrt::number, 2, mpfr_rec_sqrt, 0.01L, 9},
      {listed::sin::number, 4, mpfr_sin, -20, 20},
      {listed::sinh::number, 4, mpfr_sinh},
      {listed::sinpi::number, 4, mpfr_sinpi, -5, 5},
      {listed::sqrt::number, 3, mpfr_sqrt, 0, 9},
      {listed::tan::number, 5, mpfr_tan, -20, 20},
      {listed::tanh::number, 5, mpfr_tanh},
      {listed::tanpi::number, 6, mpfr_tanpi, -5, 5},
      {listed::half_cos::number, 8192, mpfr_cos, -20, 20},
      {listed::half_exp::number, 8192, mpfr_exp},
      {listed::half_log2::number, 8192, mpfr_log2, 0.01L, 9},
      {listed::half_rsqrt::number, 8192, mpfr_rec_sqrt, 0.01L, 9},
      {listed::half_sqrt::number, 8192, mpfr_sqrt, 0, 9},
  };
  Samples samples;
  for (const Row& row : table) {
    int known = 0;
    for (int i = 0; i < 3000; ++i) {
      const Interval x = samples.interval(row.from, row.to);
      const Real at = samples.in(x);
      Big exact;
      row.function(exact.value, Big(at).value, MPFR_RNDN);
      const Interval enclosure = enclose(row.number, x, {}, usual_of(exact));
      known += enclosure.is_everything() ? 0 : 1;
      expect_held(enclosure, exact, row.ulps, row.number, at, 0);
    }
    EXPECT_GT(known, 2400) << row.number;
  }
}

int power_of(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr n, mpfr_rnd_t mode) {
  return mpfr_pow_si(result, x, mpfr_get_si(n, MPFR_RNDN), mode);
}
int root_of(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr n, mpfr_rnd_t mode) {
  return mpfr_rootn_si(result, x, mpfr_get_si(n, MPFR_RNDN), mode);
}

TEST(OpenClEnclosures, HoldThoseOfAllNumbersInTwoOperands) {
  const Row2 table[] = {
      {listed::atan2::number, 6, mpfr_atan2},
      {listed::atan2pi::number, 6, mpfr_atan2pi},
      {listed::hypot::number, 4, mpfr_hypot},
      {listed::pow::number, 16, mpfr_pow, 0.01L, 5},
      {listed::powr::number, 16, mpfr_pow, 0.01L, 5},
      {listed::pown::number, 16, power_of, -3, 3, 1, 5, true},
      {listed::pown::number, 16, power_of, -3, -0.1L, -5, 5, true},
      {listed::rootn::number, 16, root_of, 0.01L, 9, 1, 5, true},
      {listed::half_divide::number, 8192, mpfr_div, -3, 3, 0.1L, 3},
      {listed::half_powr::number, 8192, mpfr_pow, 0.01L, 5},
      {listed::fdim::number, 0, mpfr_dim},
      {listed::fmod::number, 0, mpfr_fmod, -30, 30, 0.5L, 3},
      {listed::fmod::number, 0, mpfr_fmod, -30, 30, -3, -0.5L},
      {listed::fmod::number, 0, mpfr_fmod, -30, 30, 1, 5, true},
      {listed::remainder::number, 0, mpfr_remainder, -30, 30, 0.5L, 3},
  };
  Samples samples;
  for (const Row2& row : table) {
    int known = 0;
    for (int i = 0; i < 3000; ++i) {
      const Interval x = samples.interval(row.from, row.to);
      Interval y = samples.interval(row.second_from, row.second_to);
      if (row.has_whole_second) y = Interval::point(std::round(y.low));
      const Real a = samples.in(x), b = samples.in(y);
      Big exact;
      row.function(exact.value, Big(a).value, Big(b).value, MPFR_RNDN);
      const Interval enclosure = enclose(row.number, x, y, usual_of(exact));
      known += enclosure.is_everything() ? 0 : 1;
      // Without an error, or prescribed.
      if (x.is_point() && y.is_point() && (row.ulps == 0 || b == 0)) {
        EXPECT_EQ(enclosure, Interval::point(usual_of(exact))) << row.number;
        continue;
      }
      if (mpfr_number_p(exact.value) != 0)
        expect_held(enclosure, exact, row.ulps, row.number, a, b);
    }
    EXPECT_GT(known, 1500) << row.number;
  }
}

TEST(OpenClEnclosures, AreAsTightAsTheBounds) {
  const Interval x{1, 1 + 0x1p-23L, false};
  const auto width = [](const Interval& of) { return (of.high - of.low) / binary32.ulp(of.high); };
  // 3 ulp on either side, and the effect of one unit of the operand on exp.
  EXPECT_LE(width(enclose(listed::exp::number, x, {})), 8);
  EXPECT_LE(width(enclose(listed::sin::number, x, {})), 10);
  EXPECT_LE(width(enclose(listed::hypot::number, x, x)), 11);
  // All of a period. The ULP of 1 is that of the numbers below.
  EXPECT_EQ(enclose(listed::sinpi::number, {0, 2, false}, {}),
            (Interval{-1 - 0x1p-22L, 1 + 0x1p-22L, false}));
  // On one side of y's multiples, the remainder is as narrow as x.
  const Interval y = Interval::point(0.75L);
  EXPECT_EQ(enclose(listed::fmod::number, x, y), (Interval{0.25L, 0.25L + 0x1p-23L, false}));
  EXPECT_EQ(enclose(listed::fmod::number, {1, 2, false}, y), (Interval{0, 0.75L, false}));
}

TEST(OpenClEnclosures, KnowNothingAtPolesAndOfInfinities) {
  const Interval unit{-1, 1, false};
  EXPECT_TRUE(enclose(listed::tan::number, {1, 2, false}, {}).is_everything());
  EXPECT_TRUE(enclose(listed::tanpi::number, {Real{0.25}, Real{0.75}, false}, {}).is_everything());
  EXPECT_TRUE(enclose(listed::log::number, unit, {}).is_everything());
  EXPECT_TRUE(enclose(listed::sqrt::number, unit, {}).is_everything());
  EXPECT_TRUE(enclose(listed::pow::number, unit, Interval{1, 2, false}).is_everything());
  EXPECT_TRUE(enclose(listed::pown::number, unit, Interval::point(-1)).is_everything());
  EXPECT_TRUE(enclose(listed::fmod::number, unit, unit).is_everything());
  EXPECT_TRUE(enclose(listed::exp::number, {0, infinite_real, false}, {}).is_everything());
  EXPECT_TRUE(
      enclose(listed::hypot::number, unit, Interval{0, infinite_real, false}).is_everything());
  EXPECT_TRUE(enclose(listed::sin::number, {0, 1, true}, {}).is_everything());
}

}  // namespace
}  // namespace spirv_oracle::opencl_std
