// For tests: "Relative Error as ULPs" and "Edge Case Behavior" of the OpenCL SPIR-V environment, transcribed from the text
// and computed by MPFR. Shares no code with the code under test.
#pragma once

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace spirv_oracle::opencl_std::reference {

inline constexpr double infinite = std::numeric_limits<double>::infinity();

// Far more digits than binary64 and its error bounds need.
class Big {
 public:
  static constexpr mpfr_prec_t digits = 256;

  Big() { mpfr_init2(value_, digits); }
  explicit Big(double x) : Big() { mpfr_set_d(value_, x, MPFR_RNDN); }
  Big(const Big& other) : Big() { mpfr_set(value_, other.value_, MPFR_RNDN); }
  Big& operator=(const Big& other) {
    mpfr_set(value_, other.value_, MPFR_RNDN);
    return *this;
  }
  ~Big() { mpfr_clear(value_); }

  mpfr_ptr get() { return value_; }
  mpfr_srcptr get() const { return value_; }
  bool is_nan() const { return mpfr_nan_p(value_) != 0; }
  bool is_infinite() const { return mpfr_inf_p(value_) != 0; }
  bool is_zero() const { return mpfr_zero_p(value_) != 0; }
  double nearest() const { return mpfr_get_d(value_, MPFR_RNDN); }

 private:
  mpfr_t value_;
};

struct Format {
  int digits, least_exponent, greatest_exponent;  // exponents of normal numbers

  double least_normal() const { return std::ldexp(1.0, least_exponent); }
  double greatest() const { return std::ldexp(2 - std::ldexp(1.0, 1 - digits), greatest_exponent); }
};
inline constexpr Format half_format{11, -14, 15}, float_format{24, -126, 127},
    double_format{53, -1022, 1023};

// The exponent of ulp(x), "the distance between the two non-equal finite floating-point numbers nearest x". Those nearest to
// a power of two are that number and the one below.
inline long ulp_exponent(const Big& x, const Format& format) {
  long exponent = x.is_zero() ? format.least_exponent : mpfr_get_exp(x.get()) - 1;
  Big power;
  mpfr_set_si_2exp(power.get(), 1, exponent, MPFR_RNDN);
  if (mpfr_cmpabs(x.get(), power.get()) == 0) --exponent;
  exponent = std::max<long>(exponent, format.least_exponent);
  exponent = std::min<long>(exponent, format.greatest_exponent);
  return exponent - format.digits + 1;
}

// The next number of the format above or below x. The exponent range is unlimited upward, and numbers above the greatest
// finite one then become infinities.
inline double rounded(const Big& x, const Format& format, mpfr_rnd_t mode) {
  if (x.is_nan() || x.is_infinite() || x.is_zero()) return x.nearest();
  const long exponent = std::max<long>(mpfr_get_exp(x.get()) - 1, format.least_exponent);
  Big steps = x;
  mpfr_mul_2si(steps.get(), steps.get(), format.digits - 1 - exponent, MPFR_RNDN);
  mpfr_rint(steps.get(), steps.get(), mode);
  mpfr_mul_2si(steps.get(), steps.get(), exponent - format.digits + 1, MPFR_RNDN);
  const bool exceeds = mpfr_cmpabs(steps.get(), Big(format.greatest()).get()) > 0;
  return exceeds ? std::copysign(infinite, mpfr_sgn(steps.get())) : steps.nearest();
}

struct Allowed {
  double low = 0, high = 0;
};

// All numbers of the format within an absolute error of the exact result. "Result overflow within the specified ULP error is
// permitted": an infinity counts as the number after the greatest one.
inline Allowed within(const Big& exact, const Big& error, const Format& format) {
  Big low, high;
  mpfr_sub(low.get(), exact.get(), error.get(), MPFR_RNDN);
  mpfr_add(high.get(), exact.get(), error.get(), MPFR_RNDN);
  return {rounded(low, format, MPFR_RNDU), rounded(high, format, MPFR_RNDD)};
}

inline Allowed within_ulps(const Big& exact, double ulps, const Format& format) {
  Big error(ulps);
  mpfr_mul_2si(error.get(), error.get(), ulp_exponent(exact, format), MPFR_RNDN);
  return within(exact, error, format);
}

// The error of a number in ULP of the exact result; infinite if exactly one of them is infinite or a NaN.
inline double error_in_ulps(double actual, const Big& exact, const Format& format) {
  if (exact.is_nan() || std::isnan(actual))
    return exact.is_nan() && std::isnan(actual) ? 0 : infinite;
  if (exact.is_infinite() || exact.is_zero() || std::isinf(actual))
    return actual == rounded(exact, format, MPFR_RNDN) ? 0 : infinite;
  Big difference(actual);
  mpfr_sub(difference.get(), difference.get(), exact.get(), MPFR_RNDN);
  mpfr_mul_2si(difference.get(), difference.get(), -ulp_exponent(exact, format), MPFR_RNDN);
  return std::fabs(difference.nearest());
}

// --- the tables ---

// The exact result for operands that are numbers of the format; the third is 0 where there are two.
using Exact = Big (*)(const double* operands);
using Predicate = bool (*)(const double* operands);

struct Ulps {
  double for_64, for_32, for_16;  // 0: correctly rounded; negative: not of this width
};

struct Function {
  std::string name;  // what follows OpExtInst %T %set, or all instructions that lead to %r
  unsigned arity;
  Ulps ulps;
  Exact exact;
  // Whether section F.9 of ISO/IEC 9899:TC2, or "Additional Requirements", prescribes the result for these operands, which
  // are finite. Infinite ones, and results that are 0 or infinite, always have a prescribed result.
  Predicate is_prescribed;
  double from = -8, to = 8;  // where most operands are
  Predicate is_undefined = [](const double*) { return false; };
  // If the error is an absolute one. `ulps` says then which widths have it.
  Big (*absolute)(const double* operands, const Format& format) = nullptr;
};

}  // namespace spirv_oracle::opencl_std::reference
