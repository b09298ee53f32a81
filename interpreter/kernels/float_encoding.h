// Descriptions of float formats of at most 19 bits, from which their values are computed exactly.
#pragma once

#include <cstdint>
#include <string_view>

namespace spirv_oracle {

enum class FloatEncoding : std::uint8_t {
  none,         // a format of IEEE 754
  bfloat16,     // SPV_KHR_bfloat16
  float8_e4m3,  // SPV_EXT_float8
  float8_e5m2,
};

// The result of encoding a number that is too large for the format.
enum class EncodedOverflow : std::uint8_t {
  rounds,    // as in IEEE 754: an infinity, or the largest number if the rounding mode leads to it
  infinity,  // an infinity in every rounding mode
  nan,       // a NaN in every rounding mode: the format has no infinities
};

// A format: sign, exponent and fraction, from the highest bit to the lowest. As in IEEE 754, an exponent of 0 means a denormal,
// and one whose bits are all 1 an infinity or a NaN. Formats without infinities have numbers there; only the magnitude whose
// bits are all 1 is a NaN.
struct EncodedFormat {
  std::string_view name;
  int exponent_bits = 0;
  int fraction_bits = 0;
  int bias = 0;
  EncodedOverflow overflow = EncodedOverflow::rounds;

  constexpr int bits() const { return 1 + exponent_bits + fraction_bits; }
  constexpr unsigned bytes() const { return static_cast<unsigned>(bits()) / 8; }
  constexpr bool has_infinity() const { return overflow != EncodedOverflow::nan; }
  // The bits of magnitudes.
  constexpr std::uint32_t greatest() const { return first_special() - 1; }
  constexpr std::uint32_t infinity() const { return first_special(); }
  constexpr std::uint32_t quiet_nan() const {
    return has_infinity() ? first_special() | 1u << (fraction_bits - 1) : first_special();
  }
  constexpr bool is_nan(std::uint32_t encoded) const {
    const std::uint32_t magnitude = encoded & ~sign();
    return has_infinity() ? magnitude > first_special() : magnitude == first_special();
  }
  constexpr std::uint32_t sign() const { return 1u << (bits() - 1); }
  // Of normal numbers.
  constexpr int least_exponent() const { return 1 - bias; }
  constexpr int greatest_exponent() const {
    return (1 << exponent_bits) - (has_infinity() ? 2 : 1) - bias;
  }

 private:
  // The least magnitude that is not a number.
  constexpr std::uint32_t first_special() const {
    const std::uint32_t all = sign() - 1;
    return has_infinity() ? all >> fraction_bits << fraction_bits : all;
  }
};

inline constexpr EncodedFormat float16_format{"float16", 5, 10, 15};  // binary16 of IEEE 754
inline constexpr EncodedFormat bfloat16_format{"bfloat16", 8, 7, 127};
// "FP8 Formats for Deep Learning", table 1
inline constexpr EncodedFormat float8_e4m3_format{"float8e4m3", 4, 3, 7, EncodedOverflow::nan};
inline constexpr EncodedFormat float8_e5m2_format{"float8e5m2", 5, 2, 15,
                                                  EncodedOverflow::infinity};

// SPV_INTEL_tensor_float32_conversion: the upper bits of a 32-bit float.
inline constexpr EncodedFormat tensor_float32_format{"tf32", 8, 10, 127};

enum class EncodedRounding : std::uint8_t { nearest_even, toward_zero, upward, downward };

// Not for FloatEncoding::none.
const EncodedFormat& format_of(FloatEncoding encoding);

// The value of the bits, exactly. NaNs keep their sign.
double decode(const EncodedFormat& format, std::uint32_t bits);

// The bits of a value. NaNs become quiet, and keep their sign. If `saturates`, infinities and numbers that are too large
// become the largest number.
std::uint32_t encode(const EncodedFormat& format, double value, EncodedRounding rounding,
                     bool saturates = false);

}  // namespace spirv_oracle
