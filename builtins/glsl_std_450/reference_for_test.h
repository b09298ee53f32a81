// For tests: inputs, and reference results that MPFR computes with far more digits than any type
// here has.
#pragma once

#include <mpfr.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/findings/clause.h"

namespace spirv_oracle::glsl_std_450 {

template <class T>
inline constexpr T infinity = std::numeric_limits<T>::infinity();
template <class T>
inline constexpr T not_a_number = std::numeric_limits<T>::quiet_NaN();
inline constexpr float inf = infinity<float>;
inline constexpr float nan = not_a_number<float>;

// --- inputs ---

template <class T>
std::vector<T> special_values() {
  using L = std::numeric_limits<T>;
  std::vector<T> values = {T(0),
                           T(0.5),
                           T(1),
                           T(1.5),
                           T(2),
                           T(2.5),
                           T(3),
                           T(10),
                           T(100),
                           T(1) / 3,
                           L::min(),
                           L::denorm_min(),
                           L::max(),
                           L::epsilon(),
                           infinity<T>,
                           L::min() - L::denorm_min(),
                           std::nextafter(T(1), T(0)),
                           std::nextafter(T(1), T(2)),
                           std::nextafter(T(0.5), T(0)),
                           std::nextafter(T(0.5), T(1)),
                           T(3.14159265358979323846)};
  const std::size_t count = values.size();
  for (std::size_t i = 0; i < count; ++i) values.push_back(-values[i]);
  values.push_back(not_a_number<T>);
  return values;
}

// Special values, numbers of all magnitudes, and numbers of magnitudes around 1.
template <class T>
std::vector<T> sample_values(std::size_t count) {
  std::vector<T> values = special_values<T>();
  std::mt19937_64 random(1);
  std::uniform_real_distribution<T> near_one(T(-8), T(8));
  while (values.size() < count) {
    values.push_back(std::bit_cast<T>(static_cast<UnsignedOfSize<sizeof(T)>>(random())));
    values.push_back(near_one(random));
  }
  return values;
}

// --- results ---

// A number of 400 bits.
class Exact {
 public:
  Exact() { mpfr_init2(value_, 400); }
  explicit Exact(double value) : Exact() { mpfr_set_d(value_, value, MPFR_RNDN); }
  Exact(const Exact& other) : Exact() { mpfr_set(value_, other.value_, MPFR_RNDN); }
  Exact& operator=(const Exact& other) {
    mpfr_set(value_, other.value_, MPFR_RNDN);
    return *this;
  }
  ~Exact() { mpfr_clear(value_); }

  mpfr_ptr get() { return value_; }
  mpfr_srcptr get() const { return value_; }

 private:
  mpfr_t value_;
};

// The result of an MPFR function for these operands.
template <class Function, class... T>
Exact exact(Function function, T... operands) {
  Exact result;
  function(result.get(), Exact(operands).get()..., MPFR_RNDN);
  return result;
}

struct Format {
  int digits;
  int min_exponent;  // of the smallest normal number
  int max_exponent;  // of the greatest number
};
inline constexpr Format half_format{11, -14, 15};
template <class T>
inline constexpr Format format_of{std::numeric_limits<T>::digits,
                                  std::numeric_limits<T>::min_exponent - 1,
                                  std::numeric_limits<T>::max_exponent - 1};

// The distance of `actual` from `expected` in units of the last place. Infinite if one of them is
// an infinity or a NaN, and the other one, rounded, is not.
inline double error_in_ulp(double actual, const Exact& expected, Format format) {
  mpfr_srcptr e = expected.get();
  if (mpfr_nan_p(e)) return std::isnan(actual) ? 0 : infinity<double>;
  if (std::isnan(actual)) return infinity<double>;
  if (mpfr_inf_p(e)) return actual == mpfr_get_d(e, MPFR_RNDN) ? 0 : infinity<double>;
  if (mpfr_zero_p(e)) return actual == 0 ? 0 : infinity<double>;
  if (std::isinf(actual)) {
    // Rounded to nearest, numbers from half a unit above the greatest number on become infinities.
    const double limit = std::ldexp(2 - std::ldexp(1, -format.digits), format.max_exponent);
    const int sign = std::signbit(actual) ? -1 : 1;
    const bool beyond = format.max_exponent == 1023
                            ? mpfr_cmpabs(e, Exact(std::numeric_limits<double>::max()).get()) > 0
                            : mpfr_cmpabs(e, Exact(limit).get()) >= 0;
    return beyond && mpfr_sgn(e) == sign ? 0 : infinity<double>;
  }
  const int exponent = std::max(static_cast<int>(mpfr_get_exp(e)) - 1, format.min_exponent);
  Exact difference(actual);
  mpfr_sub(difference.get(), difference.get(), e, MPFR_RNDN);
  mpfr_mul_2si(difference.get(), difference.get(), format.digits - 1 - exponent, MPFR_RNDN);
  return std::fabs(mpfr_get_d(difference.get(), MPFR_RNDN));
}

// Rounded once, except for cases so rare that no test contains them.
inline constexpr double rounded_once = 0.500001;

template <class T>
void expect_rounded_once(T actual, const Exact& expected) {
  EXPECT_LE(error_in_ulp(actual, expected, format_of<T>), rounded_once);
}

// Tests an instruction with one operand on 32-bit numbers and on every `step`th 16-bit number.
template <class Instruction, class Function>
void expect_accurate(Function function, unsigned step = 7) {
  for (const float x : sample_values<float>(10'000)) {
    ASSERT_LE(error_in_ulp(Instruction::component(x), exact(function, x), format_of<float>),
              rounded_once)
        << x;
  }
  using Compute = typename ComputeTypeOf<Instruction, Float16>::type;
  for (unsigned bits = 0; bits <= 0xFFFF; bits += step) {
    const auto x = widen<Compute>(Float16{static_cast<std::uint16_t>(bits)});
    const Float16 result = narrow<Float16>(Instruction::component(x));
    ASSERT_LE(error_in_ulp(to_float(result), exact(function, x), half_format), rounded_once) << x;
  }
}

// Equal in value and, for zeros, in sign; all NaNs are equal.
template <class T>
::testing::AssertionResult same(T actual, T expected) {
  const bool equal = std::isnan(expected)
                         ? std::isnan(actual)
                         : actual == expected && std::signbit(actual) == std::signbit(expected);
  if (equal) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << actual << " instead of " << expected;
}

// --- clauses ---

template <class T>
const Clause* broken_by(const Checked<T>& result) {
  return result.broken;
}
template <class T>
const Clause* broken_by(const T&) {
  return nullptr;
}

}  // namespace spirv_oracle::glsl_std_450
