// The encoded results that an implementation may give, against the table of all numbers of a format.
#include "interpreter/instructions/encoded_float/encoded_enclosures.h"

#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "interpreter/kernels/float16.h"
#include "interpreter/kernels/microscaling_for_test.h"

namespace spirv_oracle {
namespace {

struct ConversionCase {
  FloatEncoding encoding;
  bool saturates, may_flush;
};

std::set<Real> enclosed_bits(const ConversionCase& of, double value) {
  const EncodedFormat& format = format_of(of.encoding);
  EnclosedOperands in;
  in.encoded.result = of.encoding;
  in.encoded.saturates = of.saturates;
  in.encoded.may_flush = of.may_flush;
  in.are_exact = true;
  in.usual = Interval::point(encode(format, value, EncodedRounding::nearest_even, of.saturates));
  const Computed computed = encoded_results(in, Interval::point(value));
  if (computed.numbers.empty()) return {computed.value.low, computed.value.high};
  return {computed.numbers.begin(), computed.numbers.end()};
}

// The numbers on both sides of the value, and what the extension defines beyond the greatest one.
std::set<Real> expected_bits(const ConversionCase& of, double value) {
  const EncodedFormat& format = format_of(of.encoding);
  const bool is_e4m3 = of.encoding == FloatEncoding::float8_e4m3;
  const std::uint32_t sign = std::signbit(value) ? 0x80 : 0, greatest = is_e4m3 ? 0x7E : 0x7B;
  const double magnitude = std::fabs(value), next = is_e4m3 ? 480 : 65536;
  std::set<Real> bits;
  const auto add_overflow = [&] {
    bits.insert(sign | (of.saturates ? greatest : greatest + 1));
    if (is_e4m3 && !of.saturates && magnitude < next) bits.insert((sign ^ 0x80) | 0x7F);
  };
  std::uint32_t below = 0;
  while (below < greatest && decode(format, below + 1) <= magnitude) ++below;
  if (magnitude >= next) {
    add_overflow();
    return bits;
  }
  bits.insert(sign | below);
  if (decode(format, below) != magnitude) {
    if (below < greatest) bits.insert(sign | (below + 1));
    if (below == greatest) add_overflow();
  }
  if (of.may_flush && magnitude != 0 && magnitude < std::ldexp(1.0, is_e4m3 ? -6 : -14))
    bits.insert({0.0L, 128.0L});
  return bits;
}

TEST(EncodedEnclosures, AreTheNearestNumbersOfEveryHalf) {
  for (const FloatEncoding encoding : {FloatEncoding::float8_e4m3, FloatEncoding::float8_e5m2}) {
    for (const bool saturates : {false, true}) {
      for (const bool may_flush : {false, true}) {
        const ConversionCase of{encoding, saturates, may_flush};
        for (std::uint32_t half = 0; half < 0x10000; ++half) {
          const double value = to_float(Float16{static_cast<std::uint16_t>(half)});
          if (std::isnan(value)) continue;
          ASSERT_EQ(enclosed_bits(of, value), expected_bits(of, value))
              << format_of(encoding).name << " " << value << (saturates ? " saturates" : "");
        }
      }
    }
  }
}

TEST(EncodedEnclosures, KnowNothingAboutUnpreservedSpecialValues) {
  EnclosedOperands in;
  in.encoded.result = FloatEncoding::bfloat16;
  in.encoded.assumes_finite = true;
  EXPECT_TRUE(encoded_results(in, Interval::point(HUGE_VAL)).value.is_everything());
  EXPECT_TRUE(encoded_results(in, Interval::only_nan()).value.is_everything());
  in.encoded.assumes_finite = false;
  in.usual = Interval::point(0x7F80);
  EXPECT_EQ(encoded_results(in, Interval::point(HUGE_VAL)).value, in.usual);
}

// The numbers on both sides of one that the format can represent.
TEST(EncodedEnclosures, AreTheNearestNumbersOfMicroscalingTypes) {
  for (const FloatEncoding encoding :
       {FloatEncoding::float6_e2m3, FloatEncoding::float6_e3m2, FloatEncoding::float4_e2m1,
        FloatEncoding::float8_e8m0, FloatEncoding::mxint8}) {
    const test::MicroscalingTable& table = test::table_of(format_of(encoding));
    const ConversionCase of{encoding, false, false};
    for (std::uint32_t half = 0; half < 0x10000; ++half) {
      const double value = to_float(Float16{static_cast<std::uint16_t>(half)});
      if (!(value >= table.least && value <= table.greatest)) continue;
      const std::set<Real> expected{
          static_cast<Real>(table.nearest(value, EncodedRounding::upward)),
          static_cast<Real>(table.nearest(value, EncodedRounding::downward))};
      ASSERT_EQ(enclosed_bits(of, value), expected) << format_of(encoding).name << " " << value;
    }
  }
}

TEST(EncodedEnclosures, KnowNothingBeyondMicroscalingTypes) {
  EnclosedOperands in;
  in.encoded.result = FloatEncoding::float4_e2m1;
  in.usual = Interval::point(7);
  EXPECT_TRUE(encoded_results(in, Interval::point(6.5)).value.is_everything());
  EXPECT_TRUE(encoded_results(in, Interval::only_nan()).value.is_everything());
  EXPECT_EQ(encoded_results(in, Interval::point(6)).value, Interval::point(7));
  in.encoded.result = FloatEncoding::float8_e8m0;
  EXPECT_TRUE(encoded_results(in, Interval::point(0)).value.is_everything());
}

TEST(EncodedEnclosures, DecodeMicroscalingOperands) {
  EnclosedOperands in;
  const auto decoded = [&in](FloatEncoding encoding, Real low, Real high) {
    const std::vector<Computed> operand{{Interval{low, high, false}}};
    in.operand[0] = operand;
    in.encoded.operands[0] = encoding;
    return decoded_operand(in, 0);
  };
  in.encoded.may_flush = true;
  EXPECT_EQ(decoded(FloatEncoding::float4_e2m1, 2, 3), (Interval{1, 1.5, false}));
  EXPECT_EQ(decoded(FloatEncoding::float4_e2m1, 1, 1), (Interval{0, 0.5, false}));
  EXPECT_EQ(decoded(FloatEncoding::float8_e8m0, 0, 1), (Interval{0x1p-127L, 0x1p-126L, false}));
  EXPECT_EQ(decoded(FloatEncoding::mxint8, 1, 1), Interval::point(0x1p-6L));
  EXPECT_EQ(decoded(FloatEncoding::mxint8, 0x81, 0x82), (Interval{-1.984375L, -1.96875L, false}));
  EXPECT_TRUE(decoded(FloatEncoding::mxint8, 0x7F, 0x80).is_everything());
}

TEST(EncodedEnclosures, DecodeOperands) {
  EnclosedOperands in;
  in.encoded.operands[0] = FloatEncoding::float8_e4m3;
  const auto decoded = [&in](Real low, Real high) {
    const std::vector<Computed> operand{{Interval{low, high, false}}};
    in.operand[0] = operand;
    return decoded_operand(in, 0);
  };
  EXPECT_EQ(decoded(0x38, 0x39), (Interval{1, 1.125, false}));
  EXPECT_EQ(decoded(0xB8, 0xB9), (Interval{-1.125, -1, false}));
  EXPECT_EQ(decoded(0x7E, 0x7F), (Interval{448, 448, true}));
  EXPECT_EQ(decoded(1, 1), Interval::point(0x1p-9L));
  in.encoded.may_flush = true;
  EXPECT_EQ(decoded(1, 1), (Interval{0, 0x1p-9L, false}));
}

}  // namespace
}  // namespace spirv_oracle
