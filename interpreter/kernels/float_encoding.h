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
  float6_e2m3,  // SPV_EXT_ocp_microscaling_types
  float6_e3m2,
  float4_e2m1,
  float8_e8m0,
  mxint8,
};

// The result of encoding a number that is too large for the format.
enum class EncodedOverflow : std::uint8_t {
  rounds,    // as in IEEE 754: an infinity, or the largest number if the rounding mode leads to it
  infinity,  // an infinity in every rounding mode
  nan,       // a NaN in every rounding mode: the format has no infinities
  greatest,  // the largest number in every rounding mode: the format has neither infinities nor NaNs
};

enum class EncodedForm : std::uint8_t {
  // Sign, exponent and fraction, from the highest bit to the lowest. As in IEEE 754, an exponent of 0 means a denormal, and one
  // whose bits are all 1 an infinity or a NaN. Formats without infinities have numbers there; only the magnitude whose bits
  // are all 1 is a NaN, if the format has one.
  sign_and_magnitude,
  // An exponent alone: a power of two. If its bits are all 1, it is a NaN.
  exponent,
  // A number in two's complement: a sign, one integer bit and the fraction. The least one has no meaning.
  fixed_point,
};

struct EncodedFormat {
  std::string_view name;
  int exponent_bits = 0;
  int fraction_bits = 0;
  int bias = 0;
  EncodedOverflow overflow = EncodedOverflow::rounds;
  EncodedForm form = EncodedForm::sign_and_magnitude;

  constexpr int bits() const {
    const int before = form == EncodedForm::exponent ? 0 : form == EncodedForm::fixed_point ? 2 : 1;
    return before + exponent_bits + fraction_bits;
  }
  // In a plane and in memory. Values of fewer bits are in the lowest ones, and the others are 0.
  constexpr unsigned bytes() const { return static_cast<unsigned>(bits() + 7) / 8; }
  constexpr std::uint32_t all_bits() const { return (1u << bits()) - 1; }
  constexpr bool has_sign() const { return form != EncodedForm::exponent; }
  constexpr bool has_infinity() const {
    return overflow == EncodedOverflow::rounds || overflow == EncodedOverflow::infinity;
  }
  constexpr bool has_nan() const { return overflow != EncodedOverflow::greatest; }
  constexpr bool has_denormals() const { return form == EncodedForm::sign_and_magnitude; }
  // Whether its extension defines conversions of all values to the format. Otherwise it does not define those of values that
  // the format cannot represent.
  constexpr bool converts_all_values() const {
    return form == EncodedForm::sign_and_magnitude && has_nan();
  }
  // The bits of magnitudes. If the format has no NaN, `quiet_nan` is the greatest number.
  constexpr std::uint32_t greatest() const { return has_nan() ? first_special() - 1 : sign() - 1; }
  constexpr std::uint32_t infinity() const { return first_special(); }
  constexpr std::uint32_t quiet_nan() const {
    return has_infinity() ? first_special() | 1u << (fraction_bits - 1) : first_special();
  }
  constexpr bool is_nan(std::uint32_t encoded) const {
    const std::uint32_t magnitude = encoded & (sign() - 1);
    return has_infinity() ? magnitude > first_special() : has_nan() && magnitude == first_special();
  }
  // The bit of the sign; without one, the bit that would follow.
  constexpr std::uint32_t sign() const { return 1u << (bits() - (has_sign() ? 1 : 0)); }
  // Of normal numbers.
  constexpr int least_exponent() const {
    return form == EncodedForm::sign_and_magnitude ? 1 - bias
           : form == EncodedForm::exponent         ? -bias
                                                   : -fraction_bits;
  }
  constexpr int greatest_exponent() const {
    if (form == EncodedForm::fixed_point) return 0;
    const bool has_special_exponent = has_infinity() || form == EncodedForm::exponent;
    return (1 << exponent_bits) - (has_special_exponent ? 2 : 1) - bias;
  }

 private:
  // The least magnitude that is not a number; if there is none, the greatest one.
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

// "OCP Microscaling Formats (MX) Specification", "Element Data Types" and "Scale Data Types"
inline constexpr EncodedFormat float6_e2m3_format{"float6e2m3", 2, 3, 1, EncodedOverflow::greatest};
inline constexpr EncodedFormat float6_e3m2_format{"float6e3m2", 3, 2, 3, EncodedOverflow::greatest};
inline constexpr EncodedFormat float4_e2m1_format{"float4e2m1", 2, 1, 1, EncodedOverflow::greatest};
inline constexpr EncodedFormat float8_e8m0_format{
    "float8e8m0", 8, 0, 127, EncodedOverflow::nan, EncodedForm::exponent};
inline constexpr EncodedFormat mxint8_format{
    "mxint8", 0, 6, 0, EncodedOverflow::greatest, EncodedForm::fixed_point};

// SPV_INTEL_tensor_float32_conversion: the upper bits of a 32-bit float.
inline constexpr EncodedFormat tensor_float32_format{"tf32", 8, 10, 127};

enum class EncodedRounding : std::uint8_t { nearest_even, toward_zero, upward, downward };

// Whether values in the format are only moved and converted.
constexpr bool is_microscaling(FloatEncoding encoding) {
  return encoding >= FloatEncoding::float6_e2m3;
}

// Not for FloatEncoding::none.
const EncodedFormat& format_of(FloatEncoding encoding);

// The value of the lowest bits, exactly. NaNs keep their sign.
double decode(const EncodedFormat& format, std::uint32_t bits);

// The bits of a value. NaNs become quiet, and keep their sign if the format has one. If `saturates`, infinities and numbers
// that are too large become the largest number. Of two equally near numbers, that with an even encoding results.
std::uint32_t encode(const EncodedFormat& format, double value, EncodedRounding rounding,
                     bool saturates = false);

// Whether a value is between the least and the greatest number of the format, or has an encoding of its own.
bool represents(const EncodedFormat& format, double value);

// Bits as integers in the order of the numbers that they mean. Infinities, and the NaNs of formats without them, are next to
// the greatest numbers.
std::int32_t rank_of(const EncodedFormat& format, std::uint32_t bits);
std::uint32_t bits_of_rank(const EncodedFormat& format, std::int32_t rank);

}  // namespace spirv_oracle
