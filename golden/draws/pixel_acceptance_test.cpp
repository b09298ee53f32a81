#include "golden/draws/pixel_acceptance.h"

#include <gtest/gtest.h>

#include <bit>

#include "raster/color.h"

namespace spirv_oracle::golden {
namespace {

const TexelFormat& format(const char* name) { return *find_texel_format(name); }

ShadowedBytes defined(std::initializer_list<int> bytes) {
  ShadowedBytes contents;
  for (const int byte : bytes) contents.bytes.push_back(static_cast<std::byte>(byte));
  contents.shadow.assign(contents.bytes.size(), Definedness::defined);
  return contents;
}

ShadowedBytes rounded(std::initializer_list<int> bytes) {
  ShadowedBytes contents = defined(bytes);
  contents.shadow.assign(contents.bytes.size(), Definedness::implementation_dependent);
  return contents;
}

// One texel of 32-bit floats.
ShadowedBytes wide(std::array<float, 4> values) {
  ShadowedBytes contents = ShadowedBytes::zero(16);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto bits = std::bit_cast<std::array<std::byte, 4>>(values[i]);
    std::copy(bits.begin(), bits.end(),
              contents.bytes.begin() + static_cast<std::ptrdiff_t>(4 * i));
  }
  return contents;
}

// What implementations may store of these numbers.
std::vector<TexelRange> ranges(const char* name, std::array<float, 4> values) {
  std::vector<TexelRange> texels(1);
  for (std::size_t i = 0; i < 4; ++i) {
    const TexelComponent& component = format(name).components[i];
    if (component.bits != 0) texels[0][i] = stored_range(component, {values[i], values[i]});
  }
  return texels;
}

// Whether the acceptance permits a value for the component that begins at a byte.
bool permits(const OutputAcceptance& acceptance, std::uint64_t offset, std::uint64_t expected,
             std::uint64_t actual) {
  for (const AcceptanceRun& run : acceptance) {
    if (run.offset <= offset && offset < run.end())
      return accepts(run.type, run.acceptance, expected, actual);
  }
  ADD_FAILURE() << "no run for byte " << offset;
  return false;
}

OutputAcceptance accept(const TexelKnowledge& known) {
  ReasonList reasons;
  return accept_texels(known, reasons);
}

TEST(PixelAcceptance, DefinedComponentsAreExactAndUndefinedOnesAnything) {
  ShadowedBytes contents = defined({1, 2, 3, 4});
  contents.shadow[2] = Definedness::undefined;
  const OutputAcceptance accepted = accept({.format = format("Rgba8"), .expected = {&contents}});
  EXPECT_TRUE(permits(accepted, 0, 1, 1));
  EXPECT_FALSE(permits(accepted, 0, 1, 2));
  EXPECT_FALSE(permits(accepted, 1, 2, 1));
  EXPECT_TRUE(permits(accepted, 2, 3, 255));
  EXPECT_FALSE(permits(accepted, 3, 4, 255));
}

// 0.5 * 255 = 127.5, 0.1 * 255 = 25.5, 0.999 * 255 = 254.745 and 0.001 * 255 = 0.255.
TEST(PixelAcceptance, ARoundedValueIsOneOfItsNeighbors) {
  const ShadowedBytes contents = rounded({128, 26, 255, 0});
  const std::vector<TexelRange> floats = ranges("Rgba8", {0.5f, 0.1f, 0.999f, 0.001f});
  const OutputAcceptance accepted =
      accept({.format = format("Rgba8"), .expected = {&contents, &floats}});
  const std::array<std::uint64_t, 4> low{127, 25, 254, 0};
  for (std::uint64_t i = 0; i < 4; ++i) {
    for (std::uint64_t value = 0; value < 256; ++value)
      EXPECT_EQ(permits(accepted, i, low[i], value), value == low[i] || value == low[i] + 1)
          << i << ' ' << value;
  }
}

TEST(PixelAcceptance, ZerosOfBlendingHaveEitherSign) {
  const ShadowedBytes contents = wide({0, -0.0f, 1, 0});
  constexpr std::uint64_t minus_zero = 0x8000'0000, one = 0x3F80'0000;
  const std::vector<TexelRange> blended_zeros{{{{-0.0, 0.0}, {-0.0, 0.0}, {1, 1}, {-0.0, 0.0}}}};
  const OutputAcceptance blended =
      accept({.format = format("Rgba32f"), .expected = {&contents, &blended_zeros}});
  EXPECT_TRUE(permits(blended, 0, 0, minus_zero));
  EXPECT_TRUE(permits(blended, 4, minus_zero, 0));
  EXPECT_FALSE(permits(blended, 0, 0, 1));
  EXPECT_FALSE(permits(blended, 8, one, 0));
  // Without blending, the fragment shader has the sign.
  const std::vector<TexelRange> stored_zeros = ranges("Rgba32f", {0, -0.0f, 1, 0});
  const OutputAcceptance stored =
      accept({.format = format("Rgba32f"), .expected = {&contents, &stored_zeros}});
  EXPECT_FALSE(permits(stored, 0, 0, minus_zero));
}

TEST(PixelAcceptance, ValuesThatDependOnMoreThanRoundingAreNotCompared) {
  const ShadowedBytes contents = rounded({128, 26, 255, 0});
  EXPECT_TRUE(permits(accept({.format = format("Rgba8"), .expected = {&contents}}), 0, 128, 7));
  std::vector<TexelRange> floats = ranges("Rgba8", {0.5f, 0.1f, 0.999f, 0.001f});
  floats[0][0].state = Definedness::implementation_dependent;
  const OutputAcceptance accepted =
      accept({.format = format("Rgba8"), .expected = {&contents, &floats}});
  EXPECT_TRUE(permits(accepted, 0, 128, 7));
  EXPECT_FALSE(permits(accepted, 1, 26, 7));
}

// The value is 0 here, but -1 to 2^-10 may be stored.
TEST(PixelAcceptance, RangesOfFloatsAreTheirNumbers) {
  const ShadowedBytes contents = defined({0, 0});
  const std::vector<TexelRange> range{{{{-1, 0x1p-10}, {}, {}, {}}}};
  const OutputAcceptance accepted =
      accept({.format = format("R16f"), .expected = {&contents, &range}});
  constexpr std::uint64_t minus_one = 0xBC00, small = 0x1400, minus_zero = 0x8000;
  for (const std::uint64_t bits : {minus_one, small, minus_zero})
    EXPECT_TRUE(permits(accepted, 0, 0, bits));
  EXPECT_FALSE(permits(accepted, 0, 0, minus_one + 1));
  EXPECT_FALSE(permits(accepted, 0, 0, small + 1));
}

// Values of 10 and 20, either of which may be 1 less or 2 more: from 0 - 1 to 30 + 2.
TEST(PixelAcceptance, VariationsKeepTheirRanges) {
  const ShadowedBytes ten = rounded({10, 0, 0, 0}), twenty = rounded({20, 0, 0, 0});
  const auto around = [](double code) {
    return std::vector<TexelRange>{{{{(code - 1) / 255, (code + 2) / 255}, {}, {}, {}}}};
  };
  const std::vector<TexelRange> here = around(10), there = around(20);
  const TexelFormat& bytes = format("R8");
  const OutputAcceptance accepted = accept(
      {.format = bytes, .expected = {&ten, &here}, .variations = {{{&twenty, &there}, "why"}}});
  for (std::uint64_t value = 0; value < 256; ++value)
    EXPECT_EQ(permits(accepted, 0, 10, value), value <= 32) << value;
}

// A difference of 2 is extended by 2 on both sides.
TEST(PixelAcceptance, VariationsMakeRanges) {
  const ShadowedBytes contents = defined({100, 0, 0, 9}), other = defined({102, 0, 0, 9});
  const OutputAcceptance accepted =
      accept({.format = format("Rgba8"),
              .expected = {&contents},
              .variations = {{{&contents}, "same"}, {{&other}, "why"}}});
  for (std::uint64_t value = 0; value < 256; ++value)
    EXPECT_EQ(permits(accepted, 0, 100, value), value >= 98 && value <= 104) << value;
  EXPECT_FALSE(permits(accepted, 1, 0, 1));
  EXPECT_FALSE(permits(accepted, 3, 9, 10));
}

// 0 in one draw and 1 in another: from -1 to 2.
TEST(PixelAcceptance, RangesOfFloatsAreExtendedByTheirValues) {
  const ShadowedBytes zero = defined({0, 0, 0, 0}), one = defined({0, 0, 0x80, 0x3F});
  const OutputAcceptance accepted =
      accept({.format = format("R32f"), .expected = {&zero}, .variations = {{{&one}, "why"}}});
  const auto permits_number = [&](float number) {
    return permits(accepted, 0, 0, std::bit_cast<std::uint32_t>(number));
  };
  EXPECT_TRUE(permits_number(-1));
  EXPECT_TRUE(permits_number(2));
  EXPECT_TRUE(permits_number(-0.0f));
  EXPECT_FALSE(permits_number(-1.001f));
  EXPECT_FALSE(permits_number(2.001f));
}

// 255 is exact, but a variation rounds another value to it. 9 may be anything there.
TEST(PixelAcceptance, AVariationThatRoundsPermitsNeighbors) {
  const ShadowedBytes exact = defined({255, 7, 9, 0});
  ShadowedBytes other = defined({255, 7, 9, 0});
  other.shadow[0] = other.shadow[2] = Definedness::implementation_dependent;
  std::vector<TexelRange> there = ranges("Rgba8", {0.9999f, 7.0f / 255, 9.0f / 255, 0});
  there[0][2].state = Definedness::implementation_dependent;
  const OutputAcceptance accepted = accept(
      {.format = format("Rgba8"), .expected = {&exact}, .variations = {{{&other, &there}, "why"}}});
  EXPECT_TRUE(permits(accepted, 0, 255, 254));
  EXPECT_FALSE(permits(accepted, 0, 255, 253));
  EXPECT_FALSE(permits(accepted, 1, 7, 8));
  EXPECT_TRUE(permits(accepted, 2, 9, 77));
}

TEST(PixelAcceptance, IntegersThatVaryMayBeAnything) {
  const ShadowedBytes contents = defined({5, 0, 0, 0}), other = defined({6, 0, 0, 0});
  const OutputAcceptance accepted = accept(
      {.format = format("R32ui"), .expected = {&contents}, .variations = {{{&other}, "why"}}});
  EXPECT_TRUE(permits(accepted, 0, 5, 77));
  EXPECT_FALSE(permits(accept({.format = format("R32ui"), .expected = {&contents}}), 0, 5, 6));
}

TEST(PixelAcceptance, SignedNumbersAndFloatsCrossZero) {
  const ShadowedBytes low = defined({0xFF}), high = defined({1});  // -1 and 1
  const OutputAcceptance accepted =
      accept({.format = format("R8Snorm"), .expected = {&low}, .variations = {{{&high}, "why"}}});
  EXPECT_TRUE(permits(accepted, 0, 0xFF, 0xFD));   // -3
  EXPECT_FALSE(permits(accepted, 0, 0xFF, 0xFC));  // -4
  EXPECT_TRUE(permits(accepted, 0, 0xFF, 3));
  EXPECT_FALSE(permits(accepted, 0, 0xFF, 4));
}

TEST(PixelAcceptance, PackedTexelsAreSetsOfWords) {
  // Red 1 of 1023 in Rgb10A2.
  ShadowedBytes contents = rounded({1, 0, 0, 0});
  const std::vector<TexelRange> floats = ranges("Rgb10A2", {1.25f / 1023, 0, 0, 0});
  const OutputAcceptance accepted =
      accept({.format = format("Rgb10A2"), .expected = {&contents, &floats}});
  EXPECT_TRUE(permits(accepted, 0, 1, 1));
  EXPECT_TRUE(permits(accepted, 0, 1, 2));
  EXPECT_FALSE(permits(accepted, 0, 1, 0));
  EXPECT_FALSE(permits(accepted, 0, 1, 3));
}

TEST(PixelAcceptance, InterpolatedDepthHasAStepOfItsFormat) {
  const TexelFormat depth{"", 2, {{{16, 0, TexelEncoding::unorm}, {}, {}, {}}}};
  const ShadowedBytes before = defined({0, 0}), after = defined({100, 0});
  const TexelKnowledge known{
      .format = depth, .expected = {&after}, .is_depth = true, .before = &before};
  const OutputAcceptance accepted = accept(known);
  EXPECT_TRUE(permits(accepted, 0, 100, 101));
  EXPECT_FALSE(permits(accepted, 0, 100, 102));
  const TexelKnowledge untouched{
      .format = depth, .expected = {&after}, .is_depth = true, .before = &after};
  EXPECT_FALSE(permits(accept(untouched), 0, 100, 101));
}

}  // namespace
}  // namespace spirv_oracle::golden
