// What the chapter "Tessellation" says about every subdivision: which vertices there are, that triangles cover the domain
// once, and their orientation.
#include "raster/tessellation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <tuple>

namespace spirv_oracle {
namespace {

using enum TessellationDomain;
using enum TessellationSpacing;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

TessellatedPatch patch_of(TessellationDomain domain, TessellationSpacing spacing,
                          const TessellationLevels& levels, bool is_varied = false) {
  TessellationModes modes;
  modes.is_varied = is_varied;
  modes.domain = domain;
  modes.spacing = spacing;
  return tessellate(modes, levels);
}

// Segments of an edge: the text of "Tessellator Spacing", by search.
unsigned segments(float level, TessellationSpacing spacing) {
  const double low = spacing == fractional_even ? 2 : 1;
  const double high = spacing == fractional_odd ? 63 : 64;
  const double f = std::isnan(level) ? low : std::clamp<double>(level, low, high);
  unsigned n = static_cast<unsigned>(low);
  while (n < f || (spacing == fractional_even && n % 2 != 0) ||
         (spacing == fractional_odd && n % 2 == 0))
    ++n;
  return n;
}

// Of an inner level, which counts as more than 1 if it is 1.
unsigned inner_segments(float level, TessellationSpacing spacing) {
  const unsigned n = segments(level, spacing);
  if (n > 1) return n;
  return spacing == fractional_odd ? 3 : 2;
}

double doubled_area(const TessellatedPatch& patch, std::size_t triangle) {
  const auto& a = patch.points[patch.primitives[triangle]].coordinates;
  const auto& b = patch.points[patch.primitives[triangle + 1]].coordinates;
  const auto& c = patch.points[patch.primitives[triangle + 2]].coordinates;
  const auto cross = [](const auto& p, const auto& q) {
    return double{p[0]} * q[1] - double{q[0]} * p[1];
  };
  return cross(a, b) + cross(b, c) + cross(c, a);
}

// How many vertices lie where `coordinate` of a point has the value.
template <class Coordinate>
std::set<float> places_on(const TessellatedPatch& patch, unsigned at, float value,
                          const Coordinate& along) {
  std::set<float> places;
  for (const DomainPoint& point : patch.points)
    if (point.coordinates[at] == value) places.insert(along(point.coordinates));
  return places;
}

// Triangles that lie in the domain, have one orientation and the area of the domain cover it once.
void expect_covers_domain(const TessellatedPatch& patch, double area_of_domain) {
  double sum = 0;
  for (std::size_t i = 0; i < patch.primitives.size(); i += 3) {
    const double area = doubled_area(patch, i);
    EXPECT_LE(area, 1e-6);  // counter-clockwise with an upper left origin
    sum -= area;
  }
  EXPECT_NEAR(sum, area_of_domain, 1e-4);
  std::vector<bool> is_used(patch.points.size());
  for (const std::uint32_t point : patch.primitives) is_used[point] = true;
  EXPECT_EQ(std::ranges::count(is_used, false), 0);
}

TEST(Tessellation, SinglePrimitives) {
  const TessellatedPatch triangle = patch_of(triangles, equal, {{1, 1, 1, 9}, {1, 9}});
  EXPECT_EQ(triangle.points.size(), 3u);
  EXPECT_EQ(triangle.primitives.size(), 3u);
  const TessellatedPatch quad = patch_of(quads, fractional_odd, {{1, 0.5F, 1, 1}, {-2, nan}});
  EXPECT_EQ(quad.points.size(), 4u);
  EXPECT_EQ(quad.primitives.size(), 6u);
}

TEST(Tessellation, DiscardsPatchesByRelevantOuterLevels) {
  for (const float level : {0.0F, -1.0F, nan, -infinity}) {
    EXPECT_TRUE(patch_of(triangles, equal, {{3, 3, level, 3}, {3, 3}}).points.empty());
    EXPECT_TRUE(patch_of(quads, equal, {{3, 3, 3, level}, {3, 3}}).points.empty());
    EXPECT_TRUE(patch_of(isolines, equal, {{level, 3, 3, 3}, {3, 3}}).points.empty());
    EXPECT_FALSE(patch_of(triangles, equal, {{3, 3, 3, level}, {level, level}}).points.empty());
    EXPECT_FALSE(patch_of(isolines, equal, {{3, 3, level, level}, {level, level}}).points.empty());
  }
}

TEST(Tessellation, TrianglesHaveTheVerticesOfTheText) {
  const TessellatedPatch patch = patch_of(triangles, equal, {{2, 3, 4, 0}, {5, 0}});
  const auto v = [](const auto& p) { return p[1]; };
  const auto u = [](const auto& p) { return p[0]; };
  // The edges u = 0, v = 0 and w = 0 by the first, second and third outer level.
  EXPECT_EQ(places_on(patch, 0, 0, v), (std::set<float>{0, 0.5F, 1}));
  EXPECT_EQ(places_on(patch, 1, 0, u), (std::set<float>{0, 1.0F / 3, 2.0F / 3, 1}));
  EXPECT_EQ(places_on(patch, 2, 0, u), (std::set<float>{0, 0.25F, 0.5F, 0.75F, 1}));
  // 9 on the outside; rings of 3 * 3 and 3 * 1 inside.
  EXPECT_EQ(patch.points.size(), 9u + 9 + 3);
  // The corner of the first inner triangle: where the perpendiculars through the vertices at 1/5 meet.
  const auto has = [&](double a, double b, double c) {
    return std::ranges::any_of(patch.points, [&](const DomainPoint& point) {
      return std::abs(point.coordinates[0] - a) < 1e-6 &&
             std::abs(point.coordinates[1] - b) < 1e-6 && std::abs(point.coordinates[2] - c) < 1e-6;
    });
  };
  EXPECT_TRUE(has(11.0 / 15, 2.0 / 15, 2.0 / 15));
  EXPECT_TRUE(has(2.0 / 15, 11.0 / 15, 2.0 / 15));
  // The innermost triangle: through the vertices at 2/5.
  EXPECT_TRUE(has(7.0 / 15, 4.0 / 15, 4.0 / 15));
}

TEST(Tessellation, IsolinesLeaveOutTheLastLine) {
  const TessellatedPatch patch = patch_of(isolines, fractional_even, {{3, 3.5F, 0, 0}, {0, 0}});
  EXPECT_EQ(patch.points.size(), 3u * 5);
  EXPECT_EQ(patch.primitives.size(), 3u * 4 * 2);
  std::set<float> lines;
  for (const DomainPoint& point : patch.points) lines.insert(point.coordinates[1]);
  EXPECT_EQ(lines, (std::set<float>{0, 1.0F / 3, 2.0F / 3}));
  for (std::size_t i = 0; i < patch.primitives.size(); i += 2) {
    const auto& from = patch.points[patch.primitives[i]].coordinates;
    const auto& to = patch.points[patch.primitives[i + 1]].coordinates;
    EXPECT_EQ(from[1], to[1]);
    EXPECT_LT(from[0], to[0]);
  }
}

TEST(Tessellation, FractionalEdgesHaveTwoShorterSegments) {
  for (const TessellationSpacing spacing : {fractional_even, fractional_odd}) {
    double last_ratio = 2;
    for (float level = 5.0F; level > 3.05F; level -= 0.1F) {
      if (segments(level, spacing) != segments(5, spacing)) continue;
      const TessellatedPatch patch = patch_of(isolines, spacing, {{1, level, 0, 0}, {}});
      std::vector<double> lengths;
      for (std::size_t i = 1; i < patch.points.size(); ++i)
        lengths.push_back(patch.points[i].coordinates[0] - patch.points[i - 1].coordinates[0]);
      ASSERT_EQ(lengths.size(), segments(level, spacing));
      EXPECT_NEAR(lengths.front(), lengths.back(), 1e-6);
      for (std::size_t i = 2; i + 1 < lengths.size(); ++i)
        EXPECT_NEAR(lengths[1], lengths[i], 1e-6);
      // "will decrease monotonically with n - f"
      const double ratio = lengths[0] / lengths[1];
      EXPECT_LE(ratio, 1 + 1e-6);
      EXPECT_LT(ratio, last_ratio + 1e-6);
      last_ratio = ratio;
    }
  }
}

// Where the spacing does not determine the places, the vertices say so; those of whole levels do not.
TEST(Tessellation, MarksPlacesThatImplementationsChoose) {
  const auto dependent = [](TessellationDomain domain, TessellationSpacing spacing, float level) {
    const TessellatedPatch patch =
        patch_of(domain, spacing, {{level, level, level, level}, {level, level}});
    return std::ranges::count(patch.points, true, &DomainPoint::is_dependent);
  };
  for (const TessellationDomain domain : {triangles, quads, isolines}) {
    EXPECT_EQ(dependent(domain, equal, 3.5F), 0);
    EXPECT_EQ(dependent(domain, fractional_even, 4), 0);
    EXPECT_EQ(dependent(domain, fractional_odd, 5), 0);
    EXPECT_GT(dependent(domain, fractional_even, 3.5F), 0);
    EXPECT_GT(dependent(domain, fractional_odd, 3.5F), 0);
  }
  // The text and implementations disagree about which inner level divides which side.
  const TessellatedPatch oblong = patch_of(quads, equal, {{1, 1, 1, 1}, {3, 4}});
  EXPECT_EQ(std::ranges::count(oblong.points, true, &DomainPoint::is_dependent), 2 * 3);
}

TEST(Tessellation, OrderAndOriginOrientTriangles) {
  for (const bool clockwise : {false, true}) {
    for (const bool lower_left : {false, true}) {
      TessellationModes modes;
      modes.is_clockwise = clockwise;
      modes.has_lower_left_origin = lower_left;
      const TessellatedPatch patch = tessellate(modes, {{1, 1, 1, 0}, {1, 0}});
      // "counter-clockwise ordering if a is negative" with an upper-left origin
      const bool is_counter_clockwise = (doubled_area(patch, 0) < 0) != lower_left;
      EXPECT_EQ(is_counter_clockwise, !clockwise);
    }
  }
}

TEST(Tessellation, PointModeHasEveryVertexOnce) {
  TessellationModes modes;
  modes.domain = quads;
  modes.point_mode = true;
  const TessellatedPatch patch = tessellate(modes, {{4, 4, 4, 4}, {4, 4}});
  EXPECT_EQ(patch.primitive_size, 1u);
  std::set<std::tuple<float, float>> places;
  for (const std::uint32_t point : patch.primitives)
    places.emplace(patch.points[point].coordinates[0], patch.points[point].coordinates[1]);
  EXPECT_EQ(places.size(), 25u);
  EXPECT_EQ(patch.primitives.size(), 25u);
}

TEST(Tessellation, VariationsMoveOnlyWhatIsOpen) {
  // Another diagonal.
  const TessellationLevels ones{{1, 1, 1, 1}, {1, 1}};
  const TessellatedPatch quad = patch_of(quads, equal, ones);
  const TessellatedPatch other = patch_of(quads, equal, ones, true);
  EXPECT_NE(quad.primitives, other.primitives);
  // With two shorter segments among six, one place is the middle, and the ends keep theirs.
  const TessellationLevels line{{1, 5.5F, 0, 0}, {0, 0}};
  const TessellatedPatch usual = patch_of(isolines, fractional_even, line);
  const TessellatedPatch varied = patch_of(isolines, fractional_even, line, true);
  ASSERT_EQ(usual.points.size(), 7u);
  ASSERT_EQ(varied.points.size(), 7u);
  const double length = 1 / (4 + 2 * 0.75);
  for (unsigned i = 0; i < 7; ++i) {
    const float place = varied.points[i].coordinates[0];
    EXPECT_NEAR(place, i <= 2 ? i * length : i == 3 ? 0.5 : 1 - (6 - i) * length, 1e-5);
    EXPECT_EQ(place, 1 - varied.points[6 - i].coordinates[0]);
    EXPECT_TRUE(usual.points[i].is_dependent || place == usual.points[i].coordinates[0]);
  }
  // Equal edges have nothing open but the triangles.
  EXPECT_EQ(patch_of(isolines, equal, line).primitives,
            patch_of(isolines, equal, line, true).primitives);
}

TEST(Tessellation, RandomLevelsCoverTheDomain) {
  std::mt19937 random(7);
  const auto level = [&] {
    const std::array special = {0.3F, 1.0F, 2.0F, 3.0F, 64.0F, 100.0F, infinity};
    return random() % 3 == 0 ? special[random() % special.size()]
                             : static_cast<float>(random() % 1200) / 100 + 0.01F;
  };
  for (int round = 0; round < 300; ++round) {
    const TessellationSpacing spacing =
        std::array{equal, fractional_even, fractional_odd}[random() % 3];
    const TessellationLevels levels{{level(), level(), level(), level()}, {level(), level()}};
    const bool is_varied = random() % 2 == 0;
    const TessellatedPatch triangle = patch_of(triangles, spacing, levels, is_varied);
    expect_covers_domain(triangle, 1);
    std::size_t outside = 0;
    for (unsigned i = 0; i < 3; ++i) outside += segments(levels.outer[i], spacing);
    std::size_t inside = 0;
    if (outside > 3 || segments(levels.inner[0], spacing) > 1) {
      const unsigned n = inner_segments(levels.inner[0], spacing);
      for (unsigned m = n; m > 1; m -= 2) inside += m == 2 ? 1 : 3 * (m - 2);
    }
    EXPECT_EQ(triangle.points.size(), outside + inside);

    const TessellatedPatch quad = patch_of(quads, spacing, levels, is_varied);
    expect_covers_domain(quad, 2);
    outside += segments(levels.outer[3], spacing);
    const bool is_single = outside == 4 && segments(levels.inner[0], spacing) == 1 &&
                           segments(levels.inner[1], spacing) == 1;
    inside = is_single ? 0
                       : std::size_t{inner_segments(levels.inner[0], spacing) - 1} *
                             (inner_segments(levels.inner[1], spacing) - 1);
    EXPECT_EQ(quad.points.size(), outside + inside);
  }
}

}  // namespace
}  // namespace spirv_oracle
