// The formats of SPV_EXT_ocp_microscaling_types, against tables of all their values.

#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/kernels/float_text.h"
#include "interpreter/kernels/microscaling_for_test.h"

namespace spirv_oracle {
namespace {

using test::microscaling_formats;
using test::MicroscalingTable;
using test::table_of;
using test::value_of;

TEST(Microscaling, DecodesEveryEncoding) {
  for (const EncodedFormat* format : microscaling_formats) {
    for (std::uint32_t bits = 0; bits < 1u << format->bits(); ++bits) {
      const double value = decode(*format, bits), expected = value_of(*format, bits);
      EXPECT_EQ(std::isnan(value), std::isnan(expected)) << format->name << " " << bits;
      EXPECT_EQ(format->is_nan(bits), std::isnan(expected)) << format->name << " " << bits;
      EXPECT_TRUE(std::isnan(value) || value == expected) << format->name << " " << bits;
      EXPECT_EQ(std::signbit(value), std::signbit(expected)) << format->name << " " << bits;
      // Bits beside the value do not matter.
      const double with_more = decode(*format, bits | ~format->all_bits());
      EXPECT_EQ(std::bit_cast<std::uint64_t>(with_more), std::bit_cast<std::uint64_t>(value));
    }
  }
}

TEST(Microscaling, EncodesEveryValueAsItself) {
  using enum EncodedRounding;
  for (const EncodedFormat* format : microscaling_formats) {
    for (std::uint32_t bits = 0; bits < 1u << format->bits(); ++bits) {
      if (format == &mxint8_format && bits == 0x80) continue;
      for (const EncodedRounding rounding : {nearest_even, toward_zero, upward, downward})
        EXPECT_EQ(encode(*format, value_of(*format, bits), rounding), bits) << format->name;
      EXPECT_TRUE(represents(*format, value_of(*format, bits))) << format->name << " " << bits;
    }
  }
}

TEST(Microscaling, HasTheLimitsOfTheSpecification) {
  EXPECT_EQ(decode(float4_e2m1_format, 7), 6);
  EXPECT_EQ(decode(float4_e2m1_format, 1), 0.5);
  EXPECT_EQ(decode(float4_e2m1_format, 2), 1);
  EXPECT_EQ(decode(float6_e2m3_format, 31), 7.5);
  EXPECT_EQ(decode(float6_e2m3_format, 1), 0.125);
  EXPECT_EQ(decode(float6_e2m3_format, 8), 1);
  EXPECT_EQ(decode(float6_e3m2_format, 31), 28);
  EXPECT_EQ(decode(float6_e3m2_format, 1), 0.0625);
  EXPECT_EQ(decode(float6_e3m2_format, 4), 0.25);
  EXPECT_EQ(decode(float8_e8m0_format, 0), std::ldexp(1.0, -127));
  EXPECT_EQ(decode(float8_e8m0_format, 254), std::ldexp(1.0, 127));
  EXPECT_EQ(decode(mxint8_format, 0x7F), 1 + 63.0 / 64);
  EXPECT_EQ(decode(mxint8_format, 0x81), -1 - 63.0 / 64);
  for (const EncodedFormat* format : microscaling_formats) {
    int exponent = 0;
    std::frexp(table_of(*format).greatest, &exponent);
    EXPECT_EQ(format->greatest_exponent(), exponent - 1) << format->name;
  }
}

void check_number(const MicroscalingTable& table, double value) {
  using enum EncodedRounding;
  const EncodedFormat& format = table.format;
  const bool is_in_range = value >= table.least && value <= table.greatest;
  ASSERT_EQ(represents(format, value), is_in_range) << format.name << " " << value;
  // An E8M0 of any other number is a NaN or an end of the range, and no text says which.
  if (!format.has_sign() && !is_in_range) return;
  for (const EncodedRounding rounding : {nearest_even, toward_zero, upward, downward})
    ASSERT_EQ(encode(format, value, rounding), table.nearest(value, rounding))
        << format.name << " " << value << " " << static_cast<int>(rounding);
}

TEST(Microscaling, EncodesEveryHalf) {
  for (const EncodedFormat* format : microscaling_formats) {
    const MicroscalingTable& table = table_of(*format);
    for (std::uint32_t half = 0; half < 0x10000; ++half) {
      const double number = to_float(Float16{static_cast<std::uint16_t>(half)});
      if (std::isfinite(number)) check_number(table, number);
    }
  }
}

TEST(Microscaling, EncodesNumbersBesideTies) {
  for (const EncodedFormat* format : microscaling_formats) {
    const MicroscalingTable& table = table_of(*format);
    for (std::size_t bits = 0; bits + 1 < table.values.size(); ++bits) {
      const double low = table.values[bits], high = table.values[bits + 1];
      if (!(low < high)) continue;
      const double middle = (low + high) / 2;
      for (const double near : {middle, std::nextafter(middle, low), std::nextafter(middle, high),
                                std::nextafter(low, high), std::nextafter(high, low)}) {
        check_number(table, near);
        if (format->has_sign()) check_number(table, -near);
      }
    }
  }
}

TEST(Microscaling, EncodesRandomFloats) {
  std::mt19937_64 random(11);
  for (const EncodedFormat* format : microscaling_formats) {
    const MicroscalingTable& table = table_of(*format);
    for (int i = 0; i < 20000; ++i) {
      const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
      if (std::isfinite(value)) check_number(table, value);
      // Of the magnitude of 1.
      check_number(table, std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                                     -64 + static_cast<int>(random() % 8)));
    }
  }
}

TEST(Microscaling, DoesNotRepresentOthers) {
  const double infinity = HUGE_VAL, nan = std::nan("");
  for (const EncodedFormat* format : microscaling_formats) {
    EXPECT_FALSE(represents(*format, infinity)) << format->name;
    EXPECT_FALSE(represents(*format, -infinity)) << format->name;
    EXPECT_EQ(represents(*format, nan), format == &float8_e8m0_format) << format->name;
    EXPECT_FALSE(represents(*format, std::nextafter(table_of(*format).greatest, infinity)));
    EXPECT_FALSE(format->converts_all_values()) << format->name;
  }
  EXPECT_FALSE(represents(float8_e8m0_format, 0));
  EXPECT_FALSE(represents(float8_e8m0_format, -1));
  EXPECT_TRUE(represents(float4_e2m1_format, -0.0));
  EXPECT_EQ(encode(float8_e8m0_format, nan, EncodedRounding::nearest_even), 0xFFu);
  EXPECT_EQ(encode(float4_e2m1_format, infinity, EncodedRounding::nearest_even), 7u);
  EXPECT_EQ(encode(float4_e2m1_format, -infinity, EncodedRounding::nearest_even), 15u);
  EXPECT_EQ(encode(mxint8_format, -infinity, EncodedRounding::nearest_even), 0x81u);
}

TEST(Microscaling, RanksHaveTheOrderOfNumbers) {
  for (const EncodedFormat* format : microscaling_formats) {
    for (std::uint32_t bits = 0; bits < 1u << format->bits(); ++bits) {
      const std::int32_t rank = rank_of(*format, bits);
      const double value = value_of(*format, bits);
      const bool is_minus_zero = value == 0 && std::signbit(value);
      EXPECT_EQ(bits_of_rank(*format, rank), is_minus_zero ? 0 : bits);
      for (std::uint32_t other = 0; other < 1u << format->bits(); ++other) {
        const bool is_less = value < value_of(*format, other);
        EXPECT_TRUE(!is_less || rank < rank_of(*format, other)) << bits << " " << other;
      }
    }
  }
}

TEST(Microscaling, EveryValueReadsBackAsItIsPrinted) {
  for (const EncodedFormat* format : microscaling_formats) {
    for (std::uint32_t bits = 0; bits < 1u << format->bits(); ++bits) {
      const std::string text = encoded_text(*format, bits);
      if (format->is_nan(bits)) {
        EXPECT_EQ(text, "nan");
        continue;
      }
      const double number = std::strtod(text.c_str(), nullptr);
      // -2 is printed, but no conversion gives it.
      const std::uint32_t expected = format == &mxint8_format && bits == 0x80 ? 0x81 : bits;
      EXPECT_EQ(encode(*format, number, EncodedRounding::nearest_even), expected)
          << format->name << " " << text;
    }
  }
  EXPECT_EQ(encoded_text(float6_e2m3_format, 31), "7.5");
  EXPECT_EQ(encoded_text(float4_e2m1_format, 15), "-6");
  EXPECT_EQ(encoded_text(mxint8_format, 0x7F), "1.98");
  EXPECT_EQ(encoded_text(mxint8_format, 0x80), "-2");
}

}  // namespace
}  // namespace spirv_oracle
