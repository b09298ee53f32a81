// Formats of floats other than those of IEEE 754, which have at most 16 bits. Arithmetic happens in wider formats.
#pragma once

#include <cstdint>
#include <string_view>

namespace spirv_oracle {

enum class FloatEncoding : std::uint8_t {
  none,      // a format of IEEE 754
  bfloat16,  // SPV_KHR_bfloat16
};

// A format: sign, exponent and fraction, from the highest bit to the lowest.
struct EncodedFormat {
  std::string_view name;
  int exponent_bits = 0;
  int fraction_bits = 0;
  int bias = 0;
  // Whether all exponents of only ones are infinities and NaNs, as in IEEE 754.
  bool has_infinities = true;

  constexpr int width() const { return 1 + exponent_bits + fraction_bits; }
};

enum class EncodedRounding : std::uint8_t { nearest_even, toward_zero };

// Not for FloatEncoding::none.
const EncodedFormat& format_of(FloatEncoding encoding);

// The value of the bits, exactly. NaNs keep their sign.
double decode(const EncodedFormat& format, std::uint32_t bits);

// The bits of a value. What is too large becomes an infinity, or toward zero the largest number. NaNs become quiet, and
// keep their sign.
std::uint32_t encode(const EncodedFormat& format, double value, EncodedRounding rounding);

}  // namespace spirv_oracle
