#include "interpreter/kernels/float_encoding.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spirv_oracle {
namespace {

// The parts of the bits of a format.
struct Parts {
  explicit Parts(const EncodedFormat& format)
      : fraction_mask((1u << format.fraction_bits) - 1),
        exponent_mask((1u << format.exponent_bits) - 1),
        sign(1u << (format.exponent_bits + format.fraction_bits)) {}

  std::uint32_t fraction_mask, exponent_mask, sign;
};

// Rounds a magnitude to a whole number.
double rounded(double magnitude, EncodedRounding rounding) {
  const double whole = std::floor(magnitude);
  if (rounding == EncodedRounding::toward_zero) return whole;
  const double rest = magnitude - whole;
  const bool is_odd = std::fmod(whole, 2) != 0;
  return rest > 0.5 || (rest == 0.5 && is_odd) ? whole + 1 : whole;
}

}  // namespace

const EncodedFormat& format_of(FloatEncoding) { return bfloat16_format; }

double decode(const EncodedFormat& format, std::uint32_t bits) {
  const Parts parts(format);
  const std::uint32_t fraction = bits & parts.fraction_mask;
  const std::uint32_t exponent = bits >> format.fraction_bits & parts.exponent_mask;
  const double sign = (bits & parts.sign) != 0 ? -1 : 1;
  if (exponent == parts.exponent_mask) {
    return std::copysign(fraction == 0 ? std::numeric_limits<double>::infinity()
                                       : std::numeric_limits<double>::quiet_NaN(),
                         sign);
  }
  const std::uint32_t leading = exponent == 0 ? 0 : 1u << format.fraction_bits;
  const int scale = (exponent == 0 ? 1 : static_cast<int>(exponent)) - format.bias;
  return sign * std::ldexp(static_cast<double>(leading | fraction), scale - format.fraction_bits);
}

std::uint32_t encode(const EncodedFormat& format, double value, EncodedRounding rounding) {
  const Parts parts(format);
  const std::uint32_t sign = std::signbit(value) ? parts.sign : 0;
  const std::uint32_t infinity = parts.exponent_mask << format.fraction_bits;
  if (std::isnan(value)) return sign | infinity | 1u << (format.fraction_bits - 1);
  const double magnitude = std::fabs(value);
  if (std::isinf(value)) return sign | infinity;
  if (magnitude == 0) return sign;
  int exponent = 0;
  std::frexp(magnitude, &exponent);  // magnitude in [2^(exponent - 1), 2^exponent)
  const int least = 1 - format.bias;
  const int scale = std::max(exponent - 1, least) - format.fraction_bits;
  // In units of the last place. A sum with the exponent carries into it.
  const auto units = static_cast<std::uint64_t>(rounded(std::ldexp(magnitude, -scale), rounding));
  const std::uint64_t base = static_cast<std::uint64_t>(scale + format.fraction_bits - least)
                             << format.fraction_bits;
  const std::uint64_t bits = base + units;
  if (bits < infinity) return sign | static_cast<std::uint32_t>(bits);
  return sign | (rounding == EncodedRounding::toward_zero ? infinity - 1 : infinity);
}

}  // namespace spirv_oracle
