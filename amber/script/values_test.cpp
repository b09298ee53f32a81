#include "amber/script/values.h"

#include <gtest/gtest.h>

namespace spirv_oracle::amber {
namespace {

// The bits of a literal, and whether they represent another value; -1 if the text is not a literal.
std::pair<std::uint64_t, int> read(ScalarKind kind, std::string_view text) {
  const auto literal = parse_value(kind, text);
  return literal ? std::pair(literal->bits, literal->truncated ? 1 : 0)
                 : std::pair(std::uint64_t{0}, -1);
}

using Read = std::pair<std::uint64_t, int>;

TEST(AmberValues, IntegersKeepTheirLowBits) {
  EXPECT_EQ(read(ScalarKind::uint8, "255"), Read(255, 0));
  EXPECT_EQ(read(ScalarKind::uint8, "-128"), Read(128, 0));
  EXPECT_EQ(read(ScalarKind::uint8, "-129"), Read(127, 1));
  EXPECT_EQ(read(ScalarKind::uint8, "256"), Read(0, 1));
  EXPECT_EQ(read(ScalarKind::int16, "0x12345"), Read(0x2345, 1));
  EXPECT_EQ(read(ScalarKind::int32, "18446744073709551615"), Read(0xFFFFFFFF, 1));
  EXPECT_EQ(read(ScalarKind::uint64, "18446744073709551615"), Read(~std::uint64_t{0}, 0));
  EXPECT_EQ(read(ScalarKind::uint64, "18446744073709551616"), Read(0, -1));
  EXPECT_EQ(read(ScalarKind::int64, "-9223372036854775809"), Read(0, -1));
}

TEST(AmberValues, IntegersLoseTheirFraction) {
  EXPECT_EQ(read(ScalarKind::uint32, "0.0"), Read(0, 0));
  EXPECT_EQ(read(ScalarKind::uint32, "-0.0"), Read(0, 0));
  EXPECT_EQ(read(ScalarKind::uint8, "2e2"), Read(200, 0));
  EXPECT_EQ(read(ScalarKind::uint8, "3e2"), Read(44, 1));
  EXPECT_EQ(read(ScalarKind::int32, "-1.75"), Read(0xFFFFFFFF, 1));
  EXPECT_EQ(read(ScalarKind::uint64, "1.5e19"), Read(15000000000000000000u, 0));
  EXPECT_EQ(read(ScalarKind::uint64, "2e19"), Read(0, -1));
  EXPECT_EQ(read(ScalarKind::int32, "nan"), Read(0, -1));
  EXPECT_EQ(read(ScalarKind::int32, "inf"), Read(0, -1));
  EXPECT_EQ(read(ScalarKind::int32, "one"), Read(0, -1));
}

TEST(AmberValues, FloatsBecomeInfinite) {
  EXPECT_EQ(read(ScalarKind::float32, "1e38").second, 0);
  EXPECT_EQ(read(ScalarKind::float32, "1e39"), Read(0x7F800000, 1));
  EXPECT_EQ(read(ScalarKind::float32, "-1e39"), Read(0xFF800000, 1));
  EXPECT_EQ(read(ScalarKind::float16, "65504"), Read(0x7BFF, 0));
  EXPECT_EQ(read(ScalarKind::float16, "65536"), Read(0x7C00, 1));
  EXPECT_EQ(read(ScalarKind::float16, "-1e39"), Read(0xFC00, 1));
  EXPECT_EQ(read(ScalarKind::float16, "inf"), Read(0x7C00, 0));
  EXPECT_EQ(read(ScalarKind::float64, "1e400"), Read(0, -1));
  EXPECT_EQ(read(ScalarKind::float32, "0x10"), Read(0x41800000, 0));
  EXPECT_EQ(read(ScalarKind::float32, "NaN"), read(ScalarKind::float32, "nan"));
}

// Amber's FloatToHexFloat16 shifts the digits of the 32-bit float.
TEST(AmberValues, HalvesAreTruncated) {
  EXPECT_EQ(read(ScalarKind::float16, "-2.9000001"), Read(0xC1CC, 0));
  EXPECT_EQ(read(ScalarKind::float16, "2.9000001"), Read(0x41CC, 0));
  EXPECT_EQ(read(ScalarKind::float16, "0.3"), Read(0x34CC, 0));
  EXPECT_EQ(read(ScalarKind::float16, "2049"), Read(0x6800, 0));
  EXPECT_EQ(read(ScalarKind::float16, "2051"), Read(0x6801, 0));
  EXPECT_EQ(read(ScalarKind::float16, "0x803"), Read(0x6801, 0));
  EXPECT_EQ(read(ScalarKind::float16, "-0.0"), Read(0x8000, 0));
  // First rounded to 32 bits.
  EXPECT_EQ(read(ScalarKind::float16, "2.99999999999"), Read(0x4200, 0));
  EXPECT_EQ(read(ScalarKind::float16, "65519.9"), Read(0x7BFF, 0));
  EXPECT_EQ(read(ScalarKind::float16, "65535"), Read(0x7BFF, 1));
  EXPECT_EQ(read(ScalarKind::float16, "nan").first & 0x7C00, 0x7C00u);
}

}  // namespace
}  // namespace spirv_oracle::amber
