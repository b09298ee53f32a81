#include "interpreter/kernels/float_encoding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace spirv_oracle {
namespace {

// Rounds a magnitude to a whole number.
double rounded(double magnitude, EncodedRounding rounding, bool is_negative) {
  const double whole = std::floor(magnitude);
  const double rest = magnitude - whole;
  switch (rounding) {
    case EncodedRounding::toward_zero:
      return whole;
    case EncodedRounding::upward:
      return is_negative || rest == 0 ? whole : whole + 1;
    case EncodedRounding::downward:
      return is_negative && rest != 0 ? whole + 1 : whole;
    case EncodedRounding::nearest_even:
      break;
  }
  const bool is_odd = std::fmod(whole, 2) != 0;
  return rest > 0.5 || (rest == 0.5 && is_odd) ? whole + 1 : whole;
}

// The magnitude of a number that is too large.
std::uint32_t overflow_of(const EncodedFormat& format, EncodedRounding rounding, bool is_negative) {
  switch (format.overflow) {
    case EncodedOverflow::infinity:
      return format.infinity();
    case EncodedOverflow::nan:
      return format.quiet_nan();
    case EncodedOverflow::greatest:
      return format.greatest();
    case EncodedOverflow::rounds:
      break;
  }
  const bool leads_to_largest =
      rounding == EncodedRounding::toward_zero ||
      rounding == (is_negative ? EncodedRounding::upward : EncodedRounding::downward);
  return leads_to_largest ? format.greatest() : format.infinity();
}

// A power of two.
std::uint32_t encode_exponent(const EncodedFormat& format, double value, EncodedRounding rounding,
                              bool saturates) {
  if (!(value > 0) || std::isinf(value)) return format.quiet_nan();
  int exponent = 0;
  const double rest = 2 * std::frexp(value, &exponent) - 1;  // from 0 to 1
  const int below = exponent - 1 + format.bias;
  const int odd = below & 1;
  const int bits = below - odd + static_cast<int>(rounded(odd + rest, rounding, false));
  if (bits > static_cast<int>(format.greatest()))
    return saturates ? format.greatest() : format.quiet_nan();
  return static_cast<std::uint32_t>(std::max(bits, 0));
}

// A whole number of units.
std::uint32_t encode_fixed_point(const EncodedFormat& format, double value,
                                 EncodedRounding rounding) {
  const bool is_negative = std::signbit(value);
  const double greatest = format.greatest();
  const double magnitude = std::ldexp(std::fabs(value), format.fraction_bits);
  // A NaN becomes the greatest number.
  const double units = magnitude < greatest ? rounded(magnitude, rounding, is_negative) : greatest;
  const auto bits = static_cast<std::uint32_t>(units);
  return (is_negative ? 0 - bits : bits) & format.all_bits();
}

}  // namespace

const EncodedFormat& format_of(FloatEncoding encoding) {
  static constexpr std::array formats{&bfloat16_format,    &float8_e4m3_format, &float8_e5m2_format,
                                      &float6_e2m3_format, &float6_e3m2_format, &float4_e2m1_format,
                                      &float8_e8m0_format, &mxint8_format};
  return *formats[static_cast<std::size_t>(encoding) - 1];
}

double decode(const EncodedFormat& format, std::uint32_t bits) {
  bits &= format.all_bits();
  if (format.form == EncodedForm::fixed_point)
    return std::ldexp(static_cast<double>(rank_of(format, bits)), -format.fraction_bits);
  const double sign = (bits & format.sign()) != 0 ? -1 : 1;
  if (format.is_nan(bits)) return std::copysign(std::numeric_limits<double>::quiet_NaN(), sign);
  const std::uint32_t magnitude = bits & (format.sign() - 1);
  if (magnitude > format.greatest()) return sign * std::numeric_limits<double>::infinity();
  if (format.form == EncodedForm::exponent)
    return std::ldexp(1.0, static_cast<int>(magnitude) - format.bias);
  const std::uint32_t fraction = magnitude & ((1u << format.fraction_bits) - 1);
  const int exponent = static_cast<int>(magnitude >> format.fraction_bits);
  const std::uint32_t leading = exponent == 0 ? 0 : 1u << format.fraction_bits;
  return sign * std::ldexp(static_cast<double>(leading | fraction),
                           std::max(exponent, 1) - format.bias - format.fraction_bits);
}

std::uint32_t encode(const EncodedFormat& format, double value, EncodedRounding rounding,
                     bool saturates) {
  if (format.form == EncodedForm::exponent)
    return encode_exponent(format, value, rounding, saturates);
  if (format.form == EncodedForm::fixed_point) return encode_fixed_point(format, value, rounding);
  const bool is_negative = std::signbit(value);
  const std::uint32_t sign = is_negative ? format.sign() : 0;
  if (std::isnan(value)) return sign | format.quiet_nan();
  const double magnitude = std::fabs(value);
  if (magnitude == 0) return sign;
  if (std::isinf(value)) {
    return sign | (saturates               ? format.greatest()
                   : format.has_infinity() ? format.infinity()
                                           : format.quiet_nan());
  }
  int exponent = 0;
  std::frexp(magnitude, &exponent);  // magnitude in [2^(exponent - 1), 2^exponent)
  const int least = format.least_exponent();
  const int scale = std::max(exponent - 1, least) - format.fraction_bits;
  // In units of the last place. A sum with the exponent carries into it.
  const auto units =
      static_cast<std::uint64_t>(rounded(std::ldexp(magnitude, -scale), rounding, is_negative));
  const std::uint64_t base = static_cast<std::uint64_t>(scale + format.fraction_bits - least)
                             << format.fraction_bits;
  const std::uint64_t bits = base + units;
  if (bits <= format.greatest()) return sign | static_cast<std::uint32_t>(bits);
  return sign | (saturates ? format.greatest() : overflow_of(format, rounding, is_negative));
}

bool represents(const EncodedFormat& format, double value) {
  if (std::isnan(value)) return format.has_nan();
  if (std::isinf(value)) return format.has_infinity();
  const double least = format.has_sign() ? -HUGE_VAL : decode(format, 0);
  return value >= least && std::fabs(value) <= decode(format, format.greatest());
}

std::int32_t rank_of(const EncodedFormat& format, std::uint32_t bits) {
  const auto magnitude = static_cast<std::int32_t>(bits & (format.sign() - 1));
  if ((bits & format.sign()) == 0) return magnitude;
  return format.form == EncodedForm::fixed_point
             ? magnitude - static_cast<std::int32_t>(format.sign())
             : -magnitude;
}

std::uint32_t bits_of_rank(const EncodedFormat& format, std::int32_t rank) {
  const auto bits = static_cast<std::uint32_t>(rank);
  if (format.form == EncodedForm::fixed_point) return bits & format.all_bits();
  return rank < 0 ? format.sign() | (0 - bits) : bits;
}

}  // namespace spirv_oracle
