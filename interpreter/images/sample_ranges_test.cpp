// The ranges of samples against samples at other coordinates, computed by the formulas of Vulkan, "Image Operations": each
// one within the precision is in the range, and the ends of the range are among them.
#include "interpreter/images/sample_ranges.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace spirv_oracle {
namespace {

Range exactly(const TexelComponent&, double number) { return {Real{number}, Real{number}}; }

// Levels of one float for each texel.
struct Levels {
  ImageShape shape;
  ImageLayout layout;
  std::vector<std::byte> bytes;
  std::vector<Definedness> shadow;

  Levels(std::uint32_t width, std::uint32_t height, std::uint32_t levels, std::mt19937& random) {
    shape.format = *find_texel_format("r32f");
    shape.extent = {width, height, 1};
    shape.levels = levels;
    layout = ImageLayout::of(shape, 4, 0);
    bytes.resize(layout.size);
    shadow.assign(layout.size, Definedness::defined);
    for (std::size_t i = 0; i < layout.size / 4; ++i) {
      const auto value = static_cast<float>(random() % 100);
      std::memcpy(bytes.data() + 4 * i, &value, 4);
    }
  }
  SampledImage image() const { return {&layout, bytes.data(), shadow.data(), *shape.format}; }
  // With CLAMP_TO_EDGE.
  double texel(std::uint32_t level, std::int64_t x, std::int64_t y) const {
    const LevelLayout& of = layout.levels[level];
    const std::int64_t column = std::clamp<std::int64_t>(x, 0, of.extent[0] - 1);
    const std::int64_t row = std::clamp<std::int64_t>(y, 0, of.extent[1] - 1);
    float value = 0;
    std::memcpy(&value,
                bytes.data() + of.offset + static_cast<std::uint64_t>(column) * of.pitch[0] +
                    static_cast<std::uint64_t>(row) * of.pitch[1],
                4);
    return value;
  }
  double linear(std::uint32_t level, double u, double v) const {
    const double x = std::floor(u - 0.5), y = std::floor(v - 0.5);
    const double a = u - 0.5 - x, b = v - 0.5 - y;
    const auto at = [&](int i, int j) {
      return texel(level, static_cast<std::int64_t>(x) + i, static_cast<std::int64_t>(y) + j);
    };
    return (1 - a) * (1 - b) * at(0, 0) + a * (1 - b) * at(1, 0) + (1 - a) * b * at(0, 1) +
           a * b * at(1, 1);
  }
};

SamplerState sampler_of(SamplerFilter filter) {
  SamplerState sampler;
  sampler.magnification = sampler.minification = filter;
  sampler.address.fill(AddressMode::clamp_to_edge);
  return sampler;
}

struct Extremes {
  double low = HUGE_VAL, high = -HUGE_VAL;
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

// 4 bits of subTexelPrecisionBits, and 1 part in 10^5.
double tolerance(double coordinate) { return 1.0 / 16 + std::fabs(coordinate) * 1e-5; }

TEST(SampleRanges, OfLinearFilteringHaveTheEndsOfSamplesNearby) {
  std::mt19937 random(3);
  const Levels levels(5, 4, 1, random);
  std::uniform_real_distribution<double> number(-0.2, 1.2);
  constexpr int steps = 40;
  for (int i = 0; i < 300; ++i) {
    SampleCoordinates place;
    place.coordinate = {number(random), number(random), 0};
    place.coordinate_error = {i % 3 == 0 ? 0.05 : 0, 0, 0};
    const double u = place.coordinate[0] * 5, v = place.coordinate[1] * 4;
    const double du = tolerance(u) + place.coordinate_error[0] * 5, dv = tolerance(v);
    Extremes expected;
    for (int x = -steps; x <= steps; ++x) {
      for (int y = -steps; y <= steps; ++y)
        expected.add(levels.linear(0, u + du * x / steps, v + dv * y / steps));
    }
    const auto ranges =
        sample_ranges(levels.image(), sampler_of(SamplerFilter::linear), place, &exactly);
    ASSERT_TRUE(ranges && (*ranges)[0].size() == 1);
    const Range range = (*ranges)[0][0];
    EXPECT_LE(range.low, expected.low);
    EXPECT_GE(range.high, expected.high);
    // The error of filtering, and what the steps miss.
    EXPECT_NEAR(static_cast<double>(range.low), expected.low, 1.5) << u << ", " << v;
    EXPECT_NEAR(static_cast<double>(range.high), expected.high, 1.5) << u << ", " << v;
    // The format has no green component.
    ASSERT_EQ((*ranges)[1].size(), 1U);
    EXPECT_EQ((*ranges)[1][0].low, 0);
    EXPECT_EQ((*ranges)[3][0].low, 1);
    EXPECT_EQ((*ranges)[3][0].high, 1);
  }
}

TEST(SampleRanges, OfNearestFilteringAreTheTexelsThatMayBeSelected) {
  std::mt19937 random(4);
  const Levels levels(5, 4, 1, random);
  const auto texels = [&](double u, double v) {
    SampleCoordinates place;
    place.coordinate = {u / 5, v / 4, 0};
    std::vector<double> found;
    const auto ranges =
        sample_ranges(levels.image(), sampler_of(SamplerFilter::nearest), place, &exactly);
    if (!ranges) return found;
    for (const Range& range : (*ranges)[0]) {
      EXPECT_EQ(range.low, range.high);
      found.push_back(static_cast<double>(range.low));
    }
    return found;
  };
  const auto at = [&](int x, int y) { return levels.texel(0, x, y); };
  EXPECT_EQ(texels(1.5, 1.5), (std::vector{at(1, 1)}));
  EXPECT_EQ(texels(2.0, 1.5), (std::vector{at(1, 1), at(2, 1)}));
  EXPECT_EQ(texels(2.06, 1.5), (std::vector{at(1, 1), at(2, 1)}));
  EXPECT_EQ(texels(2.07, 1.5), (std::vector{at(2, 1)}));
  EXPECT_EQ(texels(3.0, 2.0), (std::vector{at(2, 1), at(3, 1), at(2, 2), at(3, 2)}));
}

TEST(SampleRanges, OfTwoLevelsVaryTheWeight) {
  std::mt19937 random(5);
  const Levels levels(4, 4, 3, random);
  SamplerState sampler = sampler_of(SamplerFilter::linear);
  sampler.mipmap = SamplerFilter::linear;
  sampler.max_lod = 10;
  SampleCoordinates place;
  place.coordinate = {0.4, 0.6, 0};
  for (const double lod : {0.25, 0.5, 1.75}) {
    place.lod = lod;
    const auto first = static_cast<std::uint32_t>(lod);
    Extremes expected;
    for (int x = -8; x <= 8; ++x) {
      for (int y = -8; y <= 8; ++y) {
        for (const double weight : {lod - first - 1.0 / 16, lod - first + 1.0 / 16}) {
          const auto in = [&](std::uint32_t level, double width) {
            const double u = 0.4 * width, v = 0.6 * width;
            return levels.linear(level, u + tolerance(u) * x / 8, v + tolerance(v) * y / 8);
          };
          expected.add((1 - weight) * in(first, first == 0 ? 4 : 2) +
                       weight * in(first + 1, first == 0 ? 2 : 1));
        }
      }
    }
    const auto ranges = sample_ranges(levels.image(), sampler, place, &exactly);
    ASSERT_TRUE(ranges && (*ranges)[0].size() == 1);
    EXPECT_LE((*ranges)[0][0].low, expected.low);
    EXPECT_GE((*ranges)[0][0].high, expected.high);
    EXPECT_LT(static_cast<double>((*ranges)[0][0].high - (*ranges)[0][0].low),
              expected.high - expected.low + 20);
  }
  // The level of detail of derivatives has no bound.
  place.lod_is_exact = false;
  place.lod = 0.5;
  EXPECT_FALSE(sample_ranges(levels.image(), sampler, place, &exactly));
}

constexpr Filtering imprecise_filterings[] = {
    Filtering::coarse,     Filtering::left_up,      Filtering::left_down,    Filtering::right_up,
    Filtering::right_down, Filtering::lower_levels, Filtering::higher_levels};

// Every filtering that an implementation may have gives a number in the ranges, and changes nothing that is defined.
TEST(SampleRanges, HaveTheSamplesOfAllFilterings) {
  std::mt19937 random(7);
  const Levels levels(8, 4, 3, random);
  std::uniform_real_distribution<double> number(-0.2, 1.2);
  std::array<unsigned, std::size(imprecise_filterings)> changes = {};
  for (int i = 0; i < 2000; ++i) {
    SamplerState sampler = sampler_of(i % 2 == 0 ? SamplerFilter::linear : SamplerFilter::nearest);
    if (i % 4 < 2) sampler.mipmap = SamplerFilter::linear;
    SampleCoordinates place;
    // Multiples of 1/64, which are at centers and borders of texels more often, as well.
    place.coordinate = {number(random), number(random), 0};
    if (i % 3 == 0)
      for (double& c : place.coordinate) c = std::round(c * 64) / 64;
    place.lod = i % 8 < 4 ? std::round(number(random) * 8) / 4 : 0;
    const SampledComponent usual = sample(levels.image(), sampler, place)[0];
    const auto ranges = sample_ranges(levels.image(), sampler, place, &exactly);
    for (std::size_t f = 0; f < changes.size(); ++f) {
      place.filtering = imprecise_filterings[f];
      const double found = sample(levels.image(), sampler, place)[0].number;
      changes[f] += found != usual.number ? 1 : 0;
      if (usual.state == Definedness::defined) {
        EXPECT_EQ(found, usual.number) << i << ", filtering " << f;
      }
      if (!ranges) continue;
      EXPECT_TRUE(std::ranges::any_of(
          (*ranges)[0],
          [&](const Range& range) { return range.low <= found && found <= range.high; }))
          << i << ", filtering " << f;
    }
  }
  for (const unsigned count : changes) EXPECT_GT(count, 100U);
}

TEST(LevelsOfDetail, OfDerivativesAreBetweenThePermittedScaleFactors) {
  std::mt19937 random(8);
  const Levels levels(8, 4, 3, random);
  // 3 texels along the first axis and 4 along the second: 5 along the line, at least 4 and at most sqrt(2) * 7.
  const std::array<double, 3> dx = {-3.0 / 8, 4.0 / 4, 0}, dy = {};
  const auto lod = [&](Filtering filtering) {
    return lod_of_derivatives(levels.layout, SampledDimension::two, dx, dy, filtering);
  };
  EXPECT_DOUBLE_EQ(lod(Filtering::exact), std::log2(5.0));
  EXPECT_DOUBLE_EQ(lod(Filtering::coarse), std::log2(5.0));
  EXPECT_DOUBLE_EQ(lod(Filtering::lower_levels), 2);
  EXPECT_DOUBLE_EQ(lod(Filtering::higher_levels), std::log2(7 * std::sqrt(2.0)));
}

TEST(SampleRanges, SayNothingAboutUndefinedAndUnknownTexels) {
  std::mt19937 random(6);
  Levels levels(4, 1, 1, random);
  SampleCoordinates place;
  place.coordinate = {0.5, 0.5, 0};
  const SamplerState sampler = sampler_of(SamplerFilter::linear);
  const auto unknown = [](const TexelComponent&, double) { return Range{-HUGE_VALL, HUGE_VALL}; };
  const auto ranges = sample_ranges(levels.image(), sampler, place, unknown);
  ASSERT_TRUE(ranges);
  EXPECT_TRUE((*ranges)[0].empty());
  levels.shadow[4] = Definedness::undefined;
  EXPECT_FALSE(sample_ranges(levels.image(), sampler, place, &exactly));
}

}  // namespace
}  // namespace spirv_oracle
