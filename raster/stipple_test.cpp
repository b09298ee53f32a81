// "Line Stipple": the lines that the rasterizer draws against models of the counter.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "raster/rasterizer.h"

namespace spirv_oracle {
namespace {

using PixelSet = std::set<std::pair<int, int>>;
using SampleSet = std::set<std::array<int, 3>>;  // x, y, index

struct StippledLine {
  PixelSet pixels() const {
    PixelSet all;
    for (const std::array<int, 3>& sample : samples) all.insert({sample[0], sample[1]});
    return all;
  }
  SampleSet samples;
};

class StippledSink : public FragmentSink {
 public:
  bool begin_part(const RasterizedPrimitive& /*part*/) override { return true; }
  bool add_quad(const Quad& quad) override {
    EXPECT_TRUE(quad.coverage != (std::array<std::uint32_t, 4>{})) << "an empty quad";
    for (int p = 0; p < 4; ++p) {
      for (int s = 0; s < 16; ++s) {
        if ((quad.coverage[static_cast<std::size_t>(p)] >> s & 1u) != 0)
          line.samples.insert({quad.x + p % 2, quad.y + p / 2, s});
      }
    }
    return true;
  }
  StippledLine line;
};

class StippleTest : public testing::Test {
 public:
  static constexpr int size = 32;

  StippleTest() { target.width = target.height = size; }

  // A vertex at framebuffer coordinates.
  static ClipVertex at(double x, double y) {
    ClipVertex vertex;
    vertex.position = {2 * x / size - 1, 2 * y / size - 1, 0.5, 1};
    return vertex;
  }

  // The samples of a strip with these points.
  StippledLine draw(const std::vector<std::array<double, 2>>& points) const {
    StippledSink collector;
    const Rasterizer rasterizer(state, target);
    StippleCounter stipple;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const ClipVertex line[] = {at(points[i][0], points[i][1]),
                                 at(points[i + 1][0], points[i + 1][1])};
      EXPECT_EQ(rasterizer.rasterize(line, 0, collector, stipple), RasterOutcome::rasterized);
    }
    return collector.line;
  }

  StippledLine draw_without_stipple(const std::vector<std::array<double, 2>>& points) {
    const auto stipple = std::exchange(state.rasterization.line_stipple, std::nullopt);
    StippledLine all = draw(points);
    state.rasterization.line_stipple = stipple;
    return all;
  }

  PipelineState state;
  RasterTarget target;
};

// The bit of the text for a counter.
bool is_produced(std::uint64_t s, std::uint32_t r, std::uint32_t p) {
  return (p >> (s / r % 16) & 1u) == 1;
}

// Bresenham lines: the fragments of the line without stipple, counted from its starting point.
TEST_F(StippleTest, CountsTheFragmentsOfBresenhamLines) {
  state.rasterization.line_mode = LineMode::bresenham;
  std::mt19937 random(7);
  const auto coordinate = [&] { return std::uniform_int_distribution(1, 31 * 16)(random) / 16.0; };
  for (int round = 0; round < 400; ++round) {
    const std::array<double, 2> from{coordinate(), coordinate()};
    const std::array<double, 2> to{coordinate(), coordinate()};
    const LineStipple stipple{1 + static_cast<std::uint32_t>(random() % 5),
                              static_cast<std::uint16_t>(random())};
    state.rasterization.line_stipple = stipple;
    const PixelSet pixels = draw_without_stipple({from, to}).pixels();
    std::vector<std::pair<int, int>> all(pixels.begin(), pixels.end());
    const double dx = to[0] - from[0], dy = to[1] - from[1];
    const bool is_x_major = std::fabs(dx) >= std::fabs(dy);
    std::ranges::sort(all, [&](const auto& a, const auto& b) {
      return is_x_major ? (dx > 0 ? a.first < b.first : a.first > b.first)
                        : (dy > 0 ? a.second < b.second : a.second > b.second);
    });
    PixelSet expected;
    for (std::size_t s = 0; s < all.size(); ++s)
      if (is_produced(s, stipple.factor, stipple.pattern)) expected.insert(all[s]);
    ASSERT_EQ(draw({from, to}).pixels(), expected)
        << from[0] << "," << from[1] << " to " << to[0] << "," << to[1];
    // What is outside of the scissor counts as well.
    state.scissors = {{5, 3, 13, 20}};
    std::erase_if(expected, [](const auto& pixel) {
      return pixel.first < 5 || pixel.first >= 18 || pixel.second < 3 || pixel.second >= 23;
    });
    ASSERT_EQ(draw({from, to}).pixels(), expected);
    state.scissors.clear();
  }
}

// Rectangular lines: a sample is in the rectangle with the number of whole pixels between it and the start.
TEST_F(StippleTest, DividesRectangularLinesIntoUnitLengths) {
  state.multisample.samples = 4;
  state.rasterization.line_width = 5;
  std::mt19937 random(8);
  const auto coordinate = [&] {
    return std::uniform_int_distribution(4 * 16, 28 * 16)(random) / 16.0;
  };
  for (int round = 0; round < 60; ++round) {
    const std::array<double, 2> from{coordinate(), coordinate()};
    const std::array<double, 2> to{coordinate(), coordinate()};
    if (from == to) continue;
    const LineStipple stipple{1 + static_cast<std::uint32_t>(random() % 3),
                              static_cast<std::uint16_t>(random())};
    state.rasterization.line_stipple = stipple;
    const SampleSet found = draw({from, to}).samples;
    const long double length = std::hypot(to[0] - from[0], to[1] - from[1]);
    const SampleSet all = draw_without_stipple({from, to}).samples;
    ASSERT_TRUE(std::ranges::includes(all, found));
    for (const std::array<int, 3>& sample : all) {
      const SampleLocation place = sample_locations(4)[static_cast<std::size_t>(sample[2])];
      const long double x = sample[0] + place.x / 16.0L - from[0];
      const long double y = sample[1] + place.y / 16.0L - from[1];
      const long double along = (x * (to[0] - from[0]) + y * (to[1] - from[1])) / length;
      // Too close to a boundary for the model, or beyond an end that was rounded.
      if (std::fabs(along - std::round(along)) < 1e-9L || along < 0 || along > length) continue;
      const bool expected = is_produced(static_cast<std::uint64_t>(std::floor(along)),
                                        stipple.factor, stipple.pattern);
      ASSERT_EQ(found.contains(sample), expected) << sample[0] << "," << sample[1];
    }
  }
}

TEST_F(StippleTest, ContinuesInTheSegmentsOfAStrip) {
  // Two segments of four pixels, which begin and end inside of the diamonds of pixels.
  for (const LineMode mode : {LineMode::rectangular, LineMode::bresenham}) {
    state.rasterization.line_mode = mode;
    state.rasterization.line_stipple = LineStipple{1, 0b1010'0111};
    const double center = 0.5;
    const std::vector<std::array<double, 2>> strip{
        {2.25, 4 + center}, {6.25, 4 + center}, {10.25, 4 + center}};
    // Bits 0 to 7, from the least significant one: 1 1 1 0 0 1 0 1.
    EXPECT_EQ(draw(strip).pixels(), (PixelSet{{2, 4}, {3, 4}, {4, 4}, {7, 4}, {9, 4}}));
    // Independent segments begin again.
    PixelSet separate = draw({strip[0], strip[1]}).pixels();
    EXPECT_EQ(separate, (PixelSet{{2, 4}, {3, 4}, {4, 4}}));
    EXPECT_EQ(draw({strip[1], strip[2]}).pixels(), (PixelSet{{6, 4}, {7, 4}, {8, 4}}));
  }
}

// The remainder of a rectangular line carries over to the next one.
TEST_F(StippleTest, CarriesTheRemainderOver) {
  state.rasterization.line_stipple = LineStipple{2, 0b01};
  // The first segment ends after 1.5 pixels, so the second one has half a pixel of its bit left.
  const PixelSet pixels = draw({{2, 4.5}, {3.5, 4.5}, {8, 4.5}}).pixels();
  EXPECT_EQ(pixels, (PixelSet{{2, 4}, {3, 4}}));
}

TEST_F(StippleTest, RepeatsForTheEdgesOfPolygons) {
  state.rasterization.polygon_mode = PolygonMode::line;
  state.rasterization.line_mode = LineMode::bresenham;
  state.rasterization.line_stipple = LineStipple{1, 0b1};
  StippledSink collector;
  const Rasterizer rasterizer(state, target);
  const ClipVertex triangle[] = {at(2.5, 2.5), at(12.5, 2.5), at(2.5, 12.5)};
  EXPECT_EQ(rasterizer.rasterize(triangle, 0, collector), RasterOutcome::rasterized);
  // Each edge has ten fragments, of which only the first one is drawn.
  EXPECT_EQ(collector.line.pixels(), (PixelSet{{2, 2}, {12, 2}, {2, 12}}));
}

TEST_F(StippleTest, RefusesWhatVulkanDoesNotPermit) {
  for (const std::uint32_t factor : {0u, 257u}) {
    state.rasterization.line_stipple = LineStipple{factor, 1};
    const auto checked = check_state(state);
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().status, Status::bad_input);
  }
  state.rasterization.line_stipple = LineStipple{256, 1};
  EXPECT_TRUE(check_state(state));
  state.rasterization.line_mode = LineMode::parallelogram;
  EXPECT_FALSE(check_state(state));
}

}  // namespace
}  // namespace spirv_oracle
