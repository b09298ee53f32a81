#include "interpreter/kernels/float_encoding.h"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace spirv_oracle
