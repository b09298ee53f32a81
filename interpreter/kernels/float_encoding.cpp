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
    case EncodedOverflow::rounds:
      break;
  }
  const bool leads_to_largest =
      rounding == EncodedRounding::toward_zero ||
      rounding == (is_negative ? EncodedRounding::upward : EncodedRounding::downward);
  return leads_to_largest ? format.greatest() : format.infinity();
}

}  // namespace

const EncodedFormat& format_of(FloatEncoding encoding) {
  static constexpr std::array formats{&bfloat16_format, &float8_e4m3_format, &float8_e5m2_format};
  return *formats[static_cast<std::size_t>(encoding) - 1];
}

double decode(const EncodedFormat& format, std::uint32_t bits) {
  const double sign = (bits & format.sign()) != 0 ? -1 : 1;
  if (format.is_nan(bits)) return std::copysign(std::numeric_limits<double>::quiet_NaN(), sign);
  const std::uint32_t magnitude = bits & (format.sign() - 1);
  if (magnitude > format.greatest()) return sign * std::numeric_limits<double>::infinity();
  const std::uint32_t fraction = magnitude & ((1u << format.fraction_bits) - 1);
  const int exponent = static_cast<int>(magnitude >> format.fraction_bits);
  const std::uint32_t leading = exponent == 0 ? 0 : 1u << format.fraction_bits;
  return sign * std::ldexp(static_cast<double>(leading | fraction),
                           std::max(exponent, 1) - format.bias - format.fraction_bits);
}

std::uint32_t encode(const EncodedFormat& format, double value, EncodedRounding rounding,
                     bool saturates) {
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

}  // namespace spirv_oracle
