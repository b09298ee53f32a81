#include "builtins/glsl_std_450/packing.h"

#include "builtins/glsl_std_450/reference_for_test.h"

namespace spirv_oracle::glsl_std_450 {
namespace {

// --- normalized fields ---

template <class Pack, unsigned Index>
Checked<std::uint32_t> pack(float c, std::uint32_t before = 0) {
  return Pack::template Component<Index>::component(c, before);
}

// The field by the formula of the specification, in double precision except for the product, which has 32 bits.
template <class Pack>
double field_of_text(float c, double least) {
  const double clamped = std::min(std::max(static_cast<double>(c), least), 1.0);
  return std::nearbyint(static_cast<float>(clamped * Pack::scale));
}

template <class Pack, unsigned Bits>
void expect_signed_fields() {
  for (const float c : sample_values<float>(20'000)) {
    if (std::isnan(c)) continue;
    const auto field = static_cast<std::int32_t>(field_of_text<Pack>(c, -1));
    const std::uint32_t mask = (1u << Bits) - 1;
    ASSERT_EQ((pack<Pack, 0>(c).value), static_cast<std::uint32_t>(field) & mask) << c;
    ASSERT_EQ((pack<Pack, 1>(c, 5).value), (static_cast<std::uint32_t>(field) & mask) << Bits | 5);
  }
}

template <class Pack, unsigned Bits>
void expect_unsigned_fields() {
  for (const float c : sample_values<float>(20'000)) {
    if (std::isnan(c)) continue;
    const auto field = static_cast<std::uint32_t>(field_of_text<Pack>(c, 0));
    ASSERT_EQ((pack<Pack, 0>(c).value), field) << c;
    ASSERT_EQ((pack<Pack, 1>(c, 5).value), field << Bits | 5) << c;
  }
}

TEST(GlslPacking, Fields) {
  expect_signed_fields<PackSnorm4x8, 8>();
  expect_signed_fields<PackSnorm2x16, 16>();
  expect_unsigned_fields<PackUnorm4x8, 8>();
  expect_unsigned_fields<PackUnorm2x16, 16>();
}

TEST(GlslPacking, EndsOfTheRange) {
  EXPECT_EQ((pack<PackSnorm4x8, 3>(-inf).value), 0x81000000u);
  EXPECT_EQ((pack<PackSnorm4x8, 3>(inf).value), 0x7F000000u);
  EXPECT_EQ((pack<PackUnorm4x8, 3>(2.0f).value), 0xFF000000u);
  EXPECT_EQ((pack<PackUnorm4x8, 3>(-2.0f).value), 0u);
  EXPECT_EQ((pack<PackSnorm2x16, 1>(-1.0f).value), 0x80010000u);
  EXPECT_EQ((pack<PackUnorm2x16, 1>(1.0f).value), 0xFFFF0000u);
}

template <class Pack>
void expect_clauses(float halfway) {
  EXPECT_EQ((pack<Pack, 0>(nan).broken), &Pack::component_nan);
  EXPECT_EQ((pack<Pack, 1>(nan).broken), &Pack::component_nan);
  EXPECT_EQ((pack<Pack, 0>(inf).broken), nullptr);
  EXPECT_EQ(Pack::fraction_half.effect, Effect::implementation_defined);
  EXPECT_EQ((pack<Pack, 0>(halfway).broken), &Pack::fraction_half);
  EXPECT_EQ((pack<Pack, 0>(halfway + 0.0001f).broken), nullptr);
  EXPECT_EQ((pack<Pack, 0>(halfway - 0.0001f).broken), nullptr);
  EXPECT_EQ((pack<Pack, 0>(0.0f).broken), nullptr);
  EXPECT_EQ((pack<Pack, 0>(1.0f).broken), nullptr);
}

TEST(GlslPacking, NanAndHalves) {
  expect_clauses<PackSnorm4x8>(0.5f);
  expect_clauses<PackUnorm4x8>(0.5f);
  expect_clauses<PackSnorm2x16>(0.5f);
  expect_clauses<PackUnorm2x16>(0.5f);
  EXPECT_EQ((pack<PackUnorm4x8, 0>(0.5f).value), 128u);
  EXPECT_EQ((pack<PackSnorm4x8, 0>(-0.5f).broken), &PackSnorm4x8::fraction_half);
}

template <class Unpack, unsigned Bits, bool Signed, unsigned... Index>
void expect_unpacked(std::integer_sequence<unsigned, Index...>) {
  for (std::uint32_t field = 0; field < 1u << Bits; ++field) {
    const auto number = Signed && field >> (Bits - 1) ? static_cast<int>(field) - (1 << Bits)
                                                      : static_cast<int>(field);
    const float expected = std::max(static_cast<float>(number) / Unpack::scale, -1.0f);
    const std::uint32_t others = Bits == 8 ? 0xA55A81FF : 0x81FFA55A;
    const std::uint32_t mask = (1u << Bits) - 1;
    const auto unpacked = [&]<unsigned I>(std::integral_constant<unsigned, I>) {
      const std::uint32_t p = (others & ~(mask << (Bits * I))) | field << (Bits * I);
      return Unpack::template Component<I>::component(p);
    };
    for (const float actual : {unpacked(std::integral_constant<unsigned, Index>{})...}) {
      ASSERT_TRUE(same(actual, expected)) << field;
    }
  }
}

TEST(GlslPacking, Unpack) {
  expect_unpacked<UnpackSnorm4x8, 8, true>(std::make_integer_sequence<unsigned, 4>());
  expect_unpacked<UnpackUnorm4x8, 8, false>(std::make_integer_sequence<unsigned, 4>());
  expect_unpacked<UnpackSnorm2x16, 16, true>(std::make_integer_sequence<unsigned, 2>());
  expect_unpacked<UnpackUnorm2x16, 16, false>(std::make_integer_sequence<unsigned, 2>());
}

// --- bits ---

TEST(GlslPacking, HalvesRoundToNearestEven) {
  using Pack = PackHalf2x16::Of<Float16>;
  EXPECT_EQ(Pack::component(1.0f, -2.0f), 0xC0003C00u);
  EXPECT_EQ(Pack::component(65504.0f, 65520.0f), 0x7C007BFFu);
  EXPECT_EQ(Pack::component(0x1p-24f, 0x1p-25f), 0x00000001u);
  EXPECT_EQ(Pack::component(0x1.002p0f, 0x1.006p0f), 0x3C023C00u);
  EXPECT_EQ(PackHalf2x16::Of<Float16TowardZero>::component(0x1.006p0f, 65520.0f), 0x7BFF3C01u);
  EXPECT_TRUE(std::isnan(to_float(Float16{static_cast<std::uint16_t>(Pack::component(nan, 0))})));
}

TEST(GlslPacking, UnpackHalfIsExact) {
  for (std::uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
    const int exponent = static_cast<int>(bits >> 10 & 31);
    const double fraction = (bits & 1023) / 1024.0;
    double value =
        exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15);
    if (exponent == 31) value = fraction == 0 ? infinity<double> : not_a_number<double>;
    const auto expected = static_cast<float>(bits >> 15 ? -value : value);
    const Checked<float> low = UnpackHalf2x16::Component<0>::component(bits | 0x12340000);
    const Checked<float> high = UnpackHalf2x16::Component<1>::component(bits << 16 | 0x1234);
    ASSERT_TRUE(same(low.value, expected)) << bits;
    ASSERT_TRUE(same(high.value, expected)) << bits;
    const bool is_subnormal = exponent == 0 && fraction != 0;
    ASSERT_EQ(low.broken, is_subnormal ? &UnpackHalf2x16::subnormal : nullptr) << bits;
    ASSERT_EQ(high.broken, low.broken) << bits;
  }
}

TEST(GlslPacking, DoublesKeepTheirBits) {
  for (const double v : sample_values<double>(1'000)) {
    const std::uint32_t low = UnpackDouble2x32::Component<0>::component(v);
    const std::uint32_t high = UnpackDouble2x32::Component<1>::component(v);
    EXPECT_EQ(std::uint64_t{high} << 32 | low, std::bit_cast<std::uint64_t>(v));
    const Checked<double> packed = PackDouble2x32::component(low, high);
    EXPECT_TRUE(same(packed.value, v));
    EXPECT_EQ(packed.broken, std::isfinite(v) ? nullptr : &PackDouble2x32::not_finite);
  }
}

TEST(GlslPacking, InfinitiesAndNanFromBitsAreUnspecified) {
  EXPECT_EQ(PackDouble2x32::component(0, 0x7FF00000).broken, &PackDouble2x32::not_finite);
  EXPECT_EQ(PackDouble2x32::component(1, 0xFFF00000).broken, &PackDouble2x32::not_finite);
  EXPECT_EQ(PackDouble2x32::component(0xFFFFFFFF, 0x7FEFFFFF).broken, nullptr);
}

}  // namespace
}  // namespace spirv_oracle::glsl_std_450
