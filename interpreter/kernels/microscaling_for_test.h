// The values of the formats of SPV_EXT_ocp_microscaling_types, independent of the code that converts them.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "interpreter/kernels/float16.h"
#include "interpreter/kernels/float_encoding.h"

namespace spirv_oracle::test {

inline constexpr const EncodedFormat* microscaling_formats[] = {
    &float6_e2m3_format, &float6_e3m2_format, &float4_e2m1_format, &float8_e8m0_format,
    &mxint8_format};

inline bool is_signed_float(const EncodedFormat& format) { return format.bits() < 8; }

// A float of 4 or 6 bits has the bits of a 16-bit float without some exponents and digits, and another bias. An E8M0 is the
// exponent of a 32-bit float, and an MXINT8 a number of 64ths.
inline double value_of(const EncodedFormat& format, std::uint32_t bits) {
  if (&format == &mxint8_format) return static_cast<std::int8_t>(bits) / 64.0;
  if (&format == &float8_e8m0_format) {
    if (bits == 0xFF) return std::nan("");
    return bits == 0 ? std::ldexp(1.0, -127) : std::bit_cast<float>(bits << 23);
  }
  const unsigned sign = bits >> (format.bits() - 1);
  const unsigned magnitude = bits & ((1u << (format.bits() - 1)) - 1);
  const int bias = &format == &float6_e3m2_format ? 3 : 1;
  const int digits = &format == &float6_e2m3_format ? 3 : &format == &float6_e3m2_format ? 2 : 1;
  const auto half = static_cast<std::uint16_t>(sign << 15 | magnitude << (10 - digits));
  return std::ldexp(static_cast<double>(to_float(Float16{half})), 15 - bias);
}

// All values of a format.
struct MicroscalingTable {
  explicit MicroscalingTable(const EncodedFormat* of) : MicroscalingTable(*of) {}
  explicit MicroscalingTable(const EncodedFormat& of) : format(of) {
    for (std::uint32_t bits = 0; bits < 1u << of.bits(); ++bits)
      values.push_back(value_of(of, bits));
    for (const double value : values) {
      if (value > greatest) greatest = value;
    }
    least = &of == &float8_e8m0_format ? values[0] : -greatest;
  }

  // The encoding of a number, found among all of them. Numbers beyond the greatest one become that one.
  std::uint32_t nearest(double value, EncodedRounding rounding) const {
    const double number = std::clamp(value, least, greatest);
    std::uint32_t best = 0;
    double least_distance = HUGE_VAL;
    for (std::uint32_t bits = 0; bits < values.size(); ++bits) {
      const double candidate = values[bits];
      if (std::isnan(candidate) || (&format == &mxint8_format && bits == 0x80)) continue;
      if (is_signed_float(format) && std::signbit(candidate) != std::signbit(value)) continue;
      const bool is_further_from_zero = std::fabs(candidate) > std::fabs(number);
      if (rounding == EncodedRounding::toward_zero && is_further_from_zero) continue;
      if (rounding == EncodedRounding::upward && candidate < number) continue;
      if (rounding == EncodedRounding::downward && candidate > number) continue;
      const double distance = std::fabs(candidate - number);
      if (distance < least_distance || (distance == least_distance && bits % 2 == 0)) {
        best = bits;
        least_distance = distance;
      }
    }
    return best;
  }

  const EncodedFormat& format;
  std::vector<double> values;
  double least = 0, greatest = 0;  // that tests expect as results
};

inline const MicroscalingTable& table_of(const EncodedFormat& format) {
  static const std::vector<MicroscalingTable> tables(std::begin(microscaling_formats),
                                                     std::end(microscaling_formats));
  const auto found = std::ranges::find(microscaling_formats, &format);
  return tables[static_cast<std::size_t>(found - std::begin(microscaling_formats))];
}

}  // namespace spirv_oracle::test
