#include "interpreter/kernels/float_text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <limits>
#include <random>

#include "interpreter/kernels/float16.h"

namespace spirv_oracle {
namespace {

std::string half(float value) { return encoded_text(float16_format, to_float16(value).bits); }

TEST(FloatText, WholeNumbersNeedNoExponent) {
  EXPECT_EQ(half(5152), "5152");
  EXPECT_EQ(half(10), "10");
  EXPECT_EQ(half(1000), "1000");
  EXPECT_EQ(half(-65504), "-65504");
  EXPECT_EQ(float_text(5152.0F), "5152");
  EXPECT_EQ(float_text(100000.0F), "100000");
  EXPECT_EQ(float_text(1073741824.0F), "1073741824");
  EXPECT_EQ(float_text(9007199254740993.0), "9007199254740992");
}

TEST(FloatText, AnExponentWhereItIsShorter) {
  EXPECT_EQ(float_text(1e11F), "1e+11");  // in full 99999997952
  EXPECT_EQ(float_text(1e16), "1e+16");
  EXPECT_EQ(float_text(1e30F), "1e+30");
  EXPECT_EQ(float_text(0.0001F), "0.0001");
  EXPECT_EQ(float_text(0.00001F), "1e-05");
  EXPECT_EQ(half(0x1p-24F), "6e-08");
}

TEST(FloatText, Fractions) {
  EXPECT_EQ(half(0.1F), "0.1");
  EXPECT_EQ(half(512.5F), "512.5");
  EXPECT_EQ(float_text(0.1F), "0.1");
  EXPECT_EQ(float_text(-1.5F), "-1.5");
  EXPECT_EQ(float_text(3.4028235e38F), "3.4028235e+38");
  EXPECT_EQ(float_text(0.1), "0.1");
}

TEST(FloatText, InfinitiesAndNans) {
  EXPECT_EQ(float_text(-0.0F), "-0");
  EXPECT_EQ(float_text(0.0), "0");
  EXPECT_EQ(half(-0.0F), "-0");
  EXPECT_EQ(encoded_text(float16_format, 0xFC00), "-inf");
  EXPECT_EQ(encoded_text(float16_format, 0xFE01), "nan");
  EXPECT_EQ(float_text(std::bit_cast<float>(0xFFC01234U)), "nan");
  EXPECT_EQ(float_text(std::numeric_limits<double>::signaling_NaN()), "nan");
  EXPECT_EQ(float_text(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(float_text(std::numeric_limits<float>::denorm_min()), "1e-45");
  EXPECT_EQ(float_text(std::numeric_limits<double>::denorm_min()), "5e-324");
}

TEST(FloatText, ReadsBackAsTheSameValue) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto value = Float16{static_cast<std::uint16_t>(bits)};
    if ((bits & 0x7FFF) > 0x7C00) continue;  // NaN
    const double back = std::strtod(encoded_text(float16_format, value.bits).c_str(), nullptr);
    ASSERT_EQ(to_float16(back).bits, bits) << encoded_text(float16_format, value.bits);
  }
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const auto single = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    const auto wide = std::bit_cast<double>(random());
    if (single != single || wide != wide) continue;  // NaN
    ASSERT_EQ(std::bit_cast<std::uint32_t>(std::strtof(float_text(single).c_str(), nullptr)),
              std::bit_cast<std::uint32_t>(single));
    ASSERT_EQ(std::bit_cast<std::uint64_t>(std::strtod(float_text(wide).c_str(), nullptr)),
              std::bit_cast<std::uint64_t>(wide));
  }
}

}  // namespace
}  // namespace spirv_oracle
