#include "raster/coverage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <vector>

namespace spirv_oracle {
namespace {

__extension__ using Wide = __int128;

// Samples by pixel and index.
using Samples = std::map<std::array<std::int32_t, 3>, int>;

CoverageArea area_of(std::int32_t size, std::uint32_t samples = 1) {
  CoverageArea area;
  area.pixels = {0, 0, size, size};
  area.begin = nearest_sub_pixel(-1e9, -1e9);
  area.end = nearest_sub_pixel(1e9, 1e9);
  area.samples = sample_locations(samples);
  return area;
}

// Adds the quads of a call to `samples`; each quad must be new, even and not empty.
QuadSink counting(Samples& samples) {
  auto quads = std::make_shared<std::set<std::pair<int, int>>>();
  return [&samples, quads](const Quad& quad) {
    EXPECT_TRUE(quads->emplace(quad.x, quad.y).second) << "a quad twice";
    EXPECT_EQ(quad.x % 2, 0);
    EXPECT_EQ(quad.y % 2, 0);
    EXPECT_TRUE(quad.coverage != (std::array<std::uint32_t, 4>{}));
    for (int p = 0; p < 4; ++p) {
      for (int s = 0; s < 16; ++s) {
        if (quad.coverage[static_cast<std::size_t>(p)] >> s & 1u)
          ++samples[{quad.x + p % 2, quad.y + p / 2, s}];
      }
    }
    return true;
  };
}

// The model: a sample on an edge belongs to the polygon to its right, or below a horizontal edge. So does one that is moved
// by (e, e^2), which is on no edge. With coordinates in units of e^2.
bool contains(std::span<const SubPixelPoint> triangle, std::int64_t x, std::int64_t y) {
  constexpr Wide scale = Wide{1} << 40, e = Wide{1} << 18;
  int sign = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const SubPixelPoint p = triangle[i], q = triangle[(i + 1) % 3];
    const Wide side = (q.x - p.x) * ((y - p.y) * scale + 1) - (q.y - p.y) * ((x - p.x) * scale + e);
    if (side == 0) return false;
    const int s = side > 0 ? 1 : -1;
    if (sign != 0 && s != sign) return false;
    sign = s;
  }
  return true;
}

Samples naive(std::span<const SubPixelPoint> triangle, const CoverageArea& area) {
  Samples result;
  for (std::int32_t y = area.pixels.top; y < area.pixels.bottom; ++y) {
    for (std::int32_t x = area.pixels.left; x < area.pixels.right; ++x) {
      for (std::size_t s = 0; s < area.samples.size(); ++s) {
        const std::int64_t at_x = x * 256 + area.samples[s].x * 16;
        const std::int64_t at_y = y * 256 + area.samples[s].y * 16;
        const bool is_inside =
            at_x >= area.begin.x && at_x < area.end.x && at_y >= area.begin.y && at_y < area.end.y;
        if ((area.sample_mask >> s & 1u) && is_inside && contains(triangle, at_x, at_y))
          result[{x, y, static_cast<std::int32_t>(s)}] = 1;
      }
    }
  }
  return result;
}

TEST(Coverage, OfTrianglesIsThatOfTheModel) {
  std::mt19937 random(1);
  for (int round = 0; round < 600; ++round) {
    CoverageArea area = area_of(12, std::array{1u, 2u, 4u, 8u, 16u}[random() % 5]);
    // A coarse grid puts many samples on edges and vertices.
    const std::int64_t grid = std::array{1, 16, 64, 128}[random() % 4];
    std::array<SubPixelPoint, 3> triangle;
    for (SubPixelPoint& p : triangle) {
      const auto coordinate = [&] { return (std::int64_t(random() % 4096) - 512) / grid * grid; };
      p = {coordinate(), coordinate()};
    }
    if (round % 3 == 0) {
      area.pixels = {3, 2, 9, 7};
      area.begin = {900, 300};
      area.end = {2000, 1700};
      area.sample_mask = 0x5A5B;
    }
    Samples samples;
    EXPECT_TRUE(cover_polygon(triangle, area, counting(samples)));
    EXPECT_EQ(samples, naive(triangle, area)) << "round " << round;
  }
}

// Triangles around a point inside of a square cover each sample of the square once, wherever its vertices are.
TEST(Coverage, CommonEdgesBelongToOnePolygon) {
  std::mt19937 random(2);
  for (int round = 0; round < 50; ++round) {
    const SubPixelPoint middle{std::int64_t(random() % 1500) + 10,
                               std::int64_t(random() % 1500) + 10};
    std::vector<SubPixelPoint> ring;
    const std::int64_t end = 1536;
    for (const std::int64_t at : {std::int64_t{0}, std::int64_t(random() % 1000 + 100)}) {
      ring.push_back({at, 0});
      ring.push_back({end, at});
      ring.push_back({end - at, end});
      ring.push_back({0, end - at});
    }
    std::ranges::sort(ring, {}, [](const SubPixelPoint& p) {
      return std::atan2(double(p.y) - 768, double(p.x) - 768);
    });
    Samples samples;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const std::array<SubPixelPoint, 3> triangle = {middle, ring[i], ring[(i + 1) % ring.size()]};
      EXPECT_TRUE(cover_polygon(triangle, area_of(8, 4), counting(samples)));
    }
    EXPECT_EQ(samples.size(), 6 * 6 * 4u);
    for (const auto& [sample, count] : samples) EXPECT_EQ(count, 1);
  }
}

TEST(Coverage, OfPolygonsIsThatOfTheirTriangles) {
  std::mt19937 random(3);
  for (int round = 0; round < 100; ++round) {
    // A convex polygon: points on a circle, on the grid.
    std::vector<SubPixelPoint> polygon;
    for (int i = 0; i < 7; ++i) {
      const double angle = i * 0.897 + double(random() % 100) / 500;
      polygon.push_back(nearest_sub_pixel(6 + 5 * std::cos(angle), 6 + 5 * std::sin(angle)));
    }
    if (round % 2 == 0) std::ranges::reverse(polygon);
    Samples samples, expected;
    EXPECT_TRUE(cover_polygon(polygon, area_of(16, 2), counting(samples)));
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
      expected.merge(naive(std::array{polygon[0], polygon[i], polygon[i + 1]}, area_of(16, 2)));
    }
    EXPECT_EQ(samples, expected);
  }
}

TEST(Coverage, EndsWhenTheSinkSaysSo) {
  int calls = 0;
  const std::array<SubPixelPoint, 3> triangle = {{{0, 0}, {4096, 0}, {0, 4096}}};
  EXPECT_FALSE(cover_polygon(triangle, area_of(16), [&](const Quad&) { return ++calls < 3; }));
  EXPECT_EQ(calls, 3);
}

// The rule of the text, with endpoints that are moved by (-e, -e^2), e = 2^-18 sub-pixels.
class DiamondModel {
 public:
  DiamondModel(SubPixelPoint from, SubPixelPoint to) : a_(moved(from)), b_(moved(to)) {}

  bool produces(std::int32_t x, std::int32_t y) const {
    const Wide center_x = Wide{x * 256 + 128} * scale, center_y = Wide{y * 256 + 128} * scale;
    // Where each half-plane |dx| + |dy| < 1/2 is left or entered: t = n / d, with d > 0.
    Wide low_n = 0, low_d = 1, high_n = 1, high_d = 1;
    bool contains_b = true;
    for (const int sx : {-1, 1}) {
      for (const int sy : {-1, 1}) {
        const auto inside = [&](const Point& p) {
          return 128 * scale - sx * (p.x - center_x) - sy * (p.y - center_y);
        };
        const Wide at_a = inside(a_), at_b = inside(b_);
        contains_b = contains_b && at_b > 0;
        if (at_a <= 0 && at_b <= 0) return false;
        if (at_a > 0 && at_b > 0) continue;
        const Wide n = at_a > 0 ? at_a : -at_a, d = at_a > at_b ? at_a - at_b : at_b - at_a;
        if (at_a > 0) {
          if (n * high_d < high_n * d) high_n = n, high_d = d;
        } else if (n * low_d > low_n * d) {
          low_n = n, low_d = d;
        }
      }
    }
    return low_n * high_d < high_n * low_d && !contains_b;
  }

 private:
  static constexpr Wide scale = Wide{1} << 36;
  struct Point {
    Wide x = 0, y = 0;
  };
  static Point moved(SubPixelPoint p) { return {p.x * scale - (Wide{1} << 18), p.y * scale - 1}; }
  Point a_, b_;
};

TEST(Coverage, OfBresenhamLinesFollowsTheDiamondExitRule) {
  std::mt19937 random(4);
  for (int round = 0; round < 3000; ++round) {
    const std::int64_t grid = std::array{1, 16, 64, 128, 256}[random() % 5];
    const auto coordinate = [&] { return (std::int64_t(random() % 2816) - 256) / grid * grid; };
    const SubPixelPoint from{coordinate(), coordinate()};
    SubPixelPoint to{coordinate(), coordinate()};
    if (round % 4 == 0) to.y = from.y;
    if (round % 4 == 1) to.y = from.y + (round % 8 < 4 ? 1 : -1) * (to.x - from.x);
    Samples samples, expected;
    EXPECT_TRUE(cover_bresenham_line(from, to, 1, area_of(8), counting(samples)));
    const DiamondModel model(from, to);
    for (std::int32_t y = 0; y < 8; ++y) {
      for (std::int32_t x = 0; x < 8; ++x)
        if (model.produces(x, y)) expected[{x, y, 0}] = 1;
    }
    ASSERT_EQ(samples, expected) << from.x << "," << from.y << " to " << to.x << "," << to.y;
  }
}

TEST(Coverage, WideBresenhamLinesRepeatThemselvesInTheMinorDirection) {
  Samples samples;
  // From the center of (1, 4) to that of (5, 4): the last pixel is not drawn. The line of width 1 is shifted to y = 3.5 - 1.
  cover_bresenham_line({384, 1152}, {1408, 1152}, 3, area_of(8, 2), counting(samples));
  Samples expected;
  for (std::int32_t x = 1; x < 5; ++x) {
    for (std::int32_t y = 3; y < 6; ++y)
      for (std::int32_t s = 0; s < 2; ++s) expected[{x, y, s}] = 1;
  }
  EXPECT_EQ(samples, expected);
}

TEST(Coverage, RoundsAndLimitsCoordinates) {
  EXPECT_EQ(nearest_sub_pixel(1.5, -0.25), (SubPixelPoint{384, -64}));
  EXPECT_EQ(nearest_sub_pixel(1.0 / 512, 1.0 / 513), (SubPixelPoint{1, 0}));
  constexpr std::int64_t limit = std::int64_t{1} << 27;
  EXPECT_EQ(nearest_sub_pixel(1e300, -1e300), (SubPixelPoint{limit, -limit}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(nearest_sub_pixel(nan, nan), (SubPixelPoint{limit, limit}));
}

}  // namespace
}  // namespace spirv_oracle
