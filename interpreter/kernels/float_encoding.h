// Descriptions of float formats of at most 16 bits, from which their values are computed exactly.
#pragma once

#include <cstdint>
#include <string_view>

namespace spirv_oracle {

enum class FloatEncoding : std::uint8_t {
  none,      // a format of IEEE 754
  bfloat16,  // SPV_KHR_bfloat16
};

// A format: sign, exponent and fraction, from the highest bit to the lowest. As in IEEE 754, an exponent of 0 means a denormal,
// and one of only ones an infinity or a NaN.
struct EncodedFormat {
  std::string_view name;
  int exponent_bits = 0;
  int fraction_bits = 0;
  int bias = 0;
};

inline constexpr EncodedFormat float16_format{"float16", 5, 10, 15};  // binary16 of IEEE 754
inline constexpr EncodedFormat bfloat16_format{"bfloat16", 8, 7, 127};

enum class EncodedRounding : std::uint8_t { nearest_even, toward_zero };

// Not for FloatEncoding::none.
const EncodedFormat& format_of(FloatEncoding encoding);

// The value of the bits, exactly. NaNs keep their sign.
double decode(const EncodedFormat& format, std::uint32_t bits);

// The bits of a value. What is too large becomes an infinity, or toward zero the largest number. NaNs become quiet, and
// keep their sign.
std::uint32_t encode(const EncodedFormat& format, double value, EncodedRounding rounding);

}  // namespace spirv_oracle
