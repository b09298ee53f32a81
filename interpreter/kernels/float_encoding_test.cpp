#include "interpreter/kernels/float_encoding.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/kernels/float16.h"

namespace spirv_oracle {
namespace {

const EncodedFormat& bfloat16 = bfloat16_format;

// A bfloat16 is the upper half of a 32-bit float.
float upper_half(std::uint32_t bits) { return std::bit_cast<float>(bits << 16); }

TEST(FloatEncoding, DecodesEveryBfloat16) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const double value = decode(bfloat16, bits);
    const float expected = upper_half(bits);
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(value)) << bits;
    } else {
      EXPECT_EQ(value, expected) << bits;
    }
    EXPECT_EQ(std::signbit(value), std::signbit(expected)) << bits;
  }
}

TEST(FloatEncoding, EncodesEveryValueAsItself) {
  for (const EncodedRounding rounding :
       {EncodedRounding::nearest_even, EncodedRounding::toward_zero}) {
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
      const double value = decode(bfloat16, bits);
      if (std::isnan(value)) {
        EXPECT_EQ(encode(bfloat16, value, rounding), (bits & 0x8000) | 0x7FC0);
      } else {
        EXPECT_EQ(encode(bfloat16, value, rounding), bits);
      }
    }
  }
}

// Between neighbors: the nearer one, or of two equally near ones that with an even significand.
TEST(FloatEncoding, RoundsBetweenNeighbors) {
  for (std::uint32_t bits = 0; bits < 0x7F7F; ++bits) {
    const double low = decode(bfloat16, bits), high = decode(bfloat16, bits + 1);
    const double middle = (low + high) / 2;
    const double below = std::nextafter(middle, low), above = std::nextafter(middle, high);
    const std::uint32_t even = bits % 2 == 0 ? bits : bits + 1;
    for (const std::uint32_t sign : {0u, 0x8000u}) {
      const double factor = sign == 0 ? 1 : -1;
      EXPECT_EQ(encode(bfloat16, factor * below, EncodedRounding::nearest_even), bits | sign);
      EXPECT_EQ(encode(bfloat16, factor * middle, EncodedRounding::nearest_even), even | sign);
      EXPECT_EQ(encode(bfloat16, factor * above, EncodedRounding::nearest_even), (bits + 1) | sign);
      EXPECT_EQ(encode(bfloat16, factor * above, EncodedRounding::toward_zero), bits | sign);
    }
  }
}

TEST(FloatEncoding, Overflows) {
  const double greatest = decode(bfloat16, 0x7F7F);
  const double half_a_unit = std::ldexp(1.0, 127 - 8);
  EXPECT_EQ(encode(bfloat16, greatest + half_a_unit, EncodedRounding::nearest_even), 0x7F80u);
  EXPECT_EQ(
      encode(bfloat16, std::nextafter(greatest + half_a_unit, 0), EncodedRounding::nearest_even),
      0x7F7Fu);
  EXPECT_EQ(encode(bfloat16, 1e300, EncodedRounding::nearest_even), 0x7F80u);
  EXPECT_EQ(encode(bfloat16, -1e300, EncodedRounding::nearest_even), 0xFF80u);
  EXPECT_EQ(encode(bfloat16, 1e300, EncodedRounding::toward_zero), 0x7F7Fu);
  EXPECT_EQ(encode(bfloat16, std::numeric_limits<double>::infinity(), EncodedRounding::toward_zero),
            0x7F80u);
}

TEST(FloatEncoding, Underflows) {
  const double least = decode(bfloat16, 1);
  EXPECT_EQ(least, std::ldexp(1.0, -133));
  EXPECT_EQ(encode(bfloat16, least / 2, EncodedRounding::nearest_even), 0u);
  EXPECT_EQ(encode(bfloat16, std::nextafter(least / 2, 1), EncodedRounding::nearest_even), 1u);
  EXPECT_EQ(encode(bfloat16, -least / 2, EncodedRounding::nearest_even), 0x8000u);
  EXPECT_EQ(encode(bfloat16, 1e-300, EncodedRounding::nearest_even), 0u);
}

// --- 8-bit floats ---

// An E5M2 is the upper half of a 16-bit float. An E4M3 has the same exponents but one bit of them, and another bias; its
// greatest exponent has numbers, too.
double float8_value(const EncodedFormat& format, std::uint32_t bits) {
  if (format.exponent_bits == 5) return to_float(Float16{static_cast<std::uint16_t>(bits << 8)});
  if ((bits & 0x7F) == 0x7F) return std::numeric_limits<double>::quiet_NaN();
  const auto half = static_cast<std::uint16_t>((bits & 0x80) << 8 | (bits & 0x7F) << 7);
  return std::ldexp(static_cast<double>(to_float(Float16{half})), 8);
}

constexpr const EncodedFormat* float8_formats[] = {&float8_e4m3_format, &float8_e5m2_format};

TEST(FloatEncoding, DecodesEveryFloat8) {
  for (const EncodedFormat* format : float8_formats) {
    for (std::uint32_t bits = 0; bits < 0x100; ++bits) {
      const double value = decode(*format, bits), expected = float8_value(*format, bits);
      EXPECT_EQ(std::isnan(value), std::isnan(expected)) << format->name << " " << bits;
      EXPECT_EQ(format->is_nan(bits), std::isnan(expected)) << format->name << " " << bits;
      EXPECT_TRUE(std::isnan(value) || value == expected) << format->name << " " << bits;
      EXPECT_EQ(std::signbit(value), (bits & 0x80) != 0) << format->name << " " << bits;
    }
  }
}

// The magnitudes of the numbers of a format and of the next one beyond, from the table of all values.
struct NearestFloat8 {
  explicit NearestFloat8(const EncodedFormat& of) : format(of) {
    while (std::isfinite(float8_value(of, greatest + 1))) ++greatest;
    for (std::uint32_t bits = 0; bits <= greatest; ++bits) values.push_back(float8_value(of, bits));
    values.push_back(2 * values[greatest] - values[greatest - 1]);
  }
  // The index of the result; greatest + 1: out of range.
  std::uint32_t of(double magnitude, EncodedRounding rounding, bool is_negative) const {
    if (magnitude >= values.back()) return greatest + 1;
    const auto above = static_cast<std::uint32_t>(
        std::lower_bound(values.begin(), values.end(), magnitude) - values.begin());
    if (values[above] == magnitude) return above;
    const double down = magnitude - values[above - 1], up = values[above] - magnitude;
    switch (rounding) {
      case EncodedRounding::nearest_even:
        return up < down || (up == down && above % 2 == 0) ? above : above - 1;
      case EncodedRounding::upward:
        return is_negative ? above - 1 : above;
      case EncodedRounding::downward:
        return is_negative ? above : above - 1;
      default:
        return above - 1;
    }
  }

  const EncodedFormat& format;
  std::uint32_t greatest = 0;
  std::vector<double> values;
};

// Of every 16-bit float, and of the numbers beside it, which are beside ties as well.
TEST(FloatEncoding, EncodesEveryHalfAsFloat8) {
  using enum EncodedRounding;
  for (const EncodedFormat* format : float8_formats) {
    const NearestFloat8 nearest(*format);
    const std::uint32_t overflow = format->exponent_bits == 5 ? 0x7C : 0x7F;
    for (std::uint32_t half = 0; half < 0x10000; ++half) {
      const double number = to_float(Float16{static_cast<std::uint16_t>(half)});
      const std::uint32_t sign = half >> 15 << 7;
      for (const double value :
           {number, std::nextafter(number, HUGE_VAL), std::nextafter(number, -HUGE_VAL)}) {
        for (const EncodedRounding rounding : {nearest_even, toward_zero, upward, downward}) {
          for (const bool saturates : {false, true}) {
            const std::uint32_t bits = encode(*format, value, rounding, saturates);
            if (std::isnan(value)) {
              ASSERT_TRUE(format->is_nan(bits));
              continue;
            }
            const bool is_negative = std::signbit(value);
            const std::uint32_t index = std::isinf(value)
                                            ? nearest.greatest + 1
                                            : nearest.of(std::fabs(value), rounding, is_negative);
            const std::uint32_t expected = index <= nearest.greatest ? index
                                           : saturates               ? nearest.greatest
                                                                     : overflow;
            ASSERT_EQ(bits & 0x7F, expected) << format->name << " " << value;
            if (value == number) {
              ASSERT_EQ(bits & 0x80, sign) << format->name << " " << value;
            }
          }
        }
      }
    }
  }
}

TEST(FloatEncoding, HasTheLimitsOfTheWhitepaper) {
  EXPECT_EQ(decode(float8_e4m3_format, float8_e4m3_format.greatest()), 448);
  EXPECT_EQ(decode(float8_e4m3_format, 1), std::ldexp(1.0, -9));
  EXPECT_EQ(decode(float8_e4m3_format, 8), std::ldexp(1.0, -6));
  EXPECT_EQ(decode(float8_e5m2_format, float8_e5m2_format.greatest()), 57344);
  EXPECT_EQ(decode(float8_e5m2_format, 1), std::ldexp(1.0, -16));
  EXPECT_EQ(decode(float8_e5m2_format, 4), std::ldexp(1.0, -14));
  EXPECT_EQ(float8_e4m3_format.greatest_exponent(), 8);
  EXPECT_EQ(float8_e5m2_format.greatest_exponent(), 15);
}

}  // namespace
}  // namespace spirv_oracle
