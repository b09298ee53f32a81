#include "raster/clip.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace spirv_oracle {
namespace {

ClipVertex vertex_at(double x, double y, double z, double w) {
  ClipVertex vertex;
  vertex.position = {x, y, z, w};
  return vertex;
}

ClipVolume view_volume() {
  ClipVolume volume;
  volume.viewport = {0, 0, 64, 64, 0, 1};
  return volume;
}

// How far a point of the primitive, given by weights, is inside of the volume, by the inequalities of the text.
double margin(std::span<const ClipVertex> vertices, const std::array<double, 3>& weights,
              const ClipVolume& volume) {
  ClipCoordinates p = {};
  std::array<double, max_distances> distances = {};
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    for (unsigned k = 0; k < 4; ++k) p[k] += weights[i] * vertices[i].position[k];
    for (unsigned k = 0; k < max_distances; ++k)
      distances[k] += weights[i] * vertices[i].clip_distances[k];
  }
  double least = std::min({p[3] - p[0], p[3] + p[0], p[3] - p[1], p[3] + p[1]});
  if (volume.by_depth) least = std::min({least, p[2], p[3] - p[2]});
  for (unsigned k = 0; k < volume.clip_distances; ++k) least = std::min(least, distances[k]);
  return least;
}

// How far a point is inside of the clipped polygon, as a polygon in the plane of two weights; negative outside.
double margin(const std::vector<ClippedVertex>& polygon, const std::array<double, 3>& weights) {
  if (polygon.size() < 3) return -1;
  double area = 0, least = 1e9;
  const auto cross = [](double ax, double ay, double bx, double by) { return ax * by - ay * bx; };
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const auto &p = polygon[i].weights, &q = polygon[(i + 1) % polygon.size()].weights;
    area += cross(p[0], p[1], q[0], q[1]);
  }
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const auto &p = polygon[i].weights, &q = polygon[(i + 1) % polygon.size()].weights;
    const double length = std::hypot(q[0] - p[0], q[1] - p[1]);
    if (length == 0) continue;
    const double side =
        cross(q[0] - p[0], q[1] - p[1], weights[0] - p[0], weights[1] - p[1]) / length;
    least = std::min(least, area > 0 ? side : -side);
  }
  return least;
}

TEST(Clip, KeepsThePartOfATriangleInsideOfTheVolume) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> coordinate(-2, 2), weight(0, 1);
  int inside = 0, outside = 0;
  for (int round = 0; round < 1500; ++round) {
    ClipVolume volume = view_volume();
    volume.by_depth = round % 3 != 0;
    volume.clip_distances = static_cast<unsigned>(round % 4);
    std::array<ClipVertex, 3> vertices;
    for (ClipVertex& vertex : vertices) {
      vertex = vertex_at(coordinate(random), coordinate(random), coordinate(random),
                         coordinate(random) + 0.8);
      for (double& distance : vertex.clip_distances) distance = coordinate(random) + 0.7;
    }
    const std::vector<ClippedVertex> polygon = clip(vertices, volume);
    for (const ClippedVertex& vertex : polygon) {
      EXPECT_GT(vertex.position[3], 0);
      EXPECT_GE(margin(vertices, vertex.weights, volume), -1e-9);
    }
    for (int i = 0; i < 50; ++i) {
      const double a = weight(random), b = weight(random) * (1 - a);
      const std::array<double, 3> point = {a, b, 1 - a - b};
      const double expected = margin(vertices, point, volume), actual = margin(polygon, point);
      if (std::fabs(expected) < 1e-6 || std::fabs(actual) < 1e-6) continue;
      EXPECT_EQ(expected > 0, actual > 0) << "round " << round;
      ++(expected > 0 ? inside : outside);
    }
  }
  EXPECT_GT(inside, 1000);
  EXPECT_GT(outside, 1000);
}

TEST(Clip, OfLinesAndPoints) {
  const ClipVolume volume = view_volume();
  const std::array<ClipVertex, 2> line = {vertex_at(-2, 0, 0.5, 1), vertex_at(2, 0, 0.5, 1)};
  const std::vector<ClippedVertex> clipped = clip(line, volume);
  ASSERT_EQ(clipped.size(), 2u);
  EXPECT_EQ(clipped[0].position, (ClipCoordinates{-1, 0, 0.5, 1}));
  EXPECT_EQ(clipped[0].weights, (std::array<double, 3>{0.75, 0.25, 0}));
  EXPECT_EQ(clipped[1].weights, (std::array<double, 3>{0.25, 0.75, 0}));
  const std::array<ClipVertex, 2> beyond = {vertex_at(-2, 0, 0, 1), vertex_at(-1.5, 1, 0, 1)};
  EXPECT_TRUE(clip(beyond, volume).empty());
  EXPECT_EQ(clip(std::array{vertex_at(1, 1, 1, 1)}, volume).size(), 1u);
  EXPECT_TRUE(clip(std::array{vertex_at(1, 1.001, 1, 1)}, volume).empty());
  EXPECT_TRUE(clip(std::array{vertex_at(0, 0, 0, 0)}, volume).empty());
  EXPECT_TRUE(clip(std::array{vertex_at(0, 0, 0, -1)}, volume).empty());
}

// A triangle that is cut gets the same new vertex as its neighbor, whatever the order of their vertices.
TEST(Clip, GivesNeighborsTheSameVertices) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> coordinate(-2, 2);
  for (int round = 0; round < 200; ++round) {
    const ClipVertex a = vertex_at(coordinate(random), coordinate(random), 0.25, 1);
    const ClipVertex b = vertex_at(coordinate(random), coordinate(random), 0.5, 2);
    const auto ab = clip(std::array{a, b}, view_volume()),
               ba = clip(std::array{b, a}, view_volume());
    ASSERT_EQ(ab.size(), ba.size());
    for (std::size_t i = 0; i < ab.size(); ++i)
      EXPECT_EQ(ab[i].position, ba[ab.size() - 1 - i].position);
  }
}

TEST(Clip, CullsWhatIsOutsideOfOneHalfSpace) {
  ClipVolume volume = view_volume();
  volume.cull_distances = 2;
  std::array<ClipVertex, 3> vertices;
  vertices[0].cull_distances = {-1, -1};
  vertices[1].cull_distances = {-1, 1};
  vertices[2].cull_distances = {0, -1};
  EXPECT_FALSE(is_culled(vertices, volume));
  vertices[2].cull_distances[0] = -0.5;
  EXPECT_TRUE(is_culled(vertices, volume));
  volume.cull_distances = 0;
  EXPECT_FALSE(is_culled(vertices, volume));
}

TEST(Clip, OnlyTheGuardBandBoundsFilledPolygons) {
  ClipVolume volume = view_volume();
  volume.only_beyond_guard_band = true;
  const std::array<ClipVertex, 3> near = {vertex_at(-4, -1, 0, 1), vertex_at(4, -1, 0, 1),
                                          vertex_at(0, 4, 0, 1)};
  const auto same = clip(near, volume);
  ASSERT_EQ(same.size(), 3u);
  for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(same[i].position, near[i].position);
  // Up to the largest floats, the rest is inside of the guard band.
  constexpr double huge = std::numeric_limits<float>::max();
  const std::array<ClipVertex, 3> far = {
      vertex_at(-huge, -huge, 0, 1), vertex_at(huge, -huge, 0, 1), vertex_at(0, huge, 0, 1e-38)};
  for (const ClippedVertex& vertex : clip(far, volume)) {
    EXPECT_LE(std::fabs(32 * (vertex.position[0] / vertex.position[3] + 1)), (1 << 19) * 1.0001);
    EXPECT_LE(std::fabs(32 * (vertex.position[1] / vertex.position[3] + 1)), (1 << 19) * 1.0001);
  }
}

}  // namespace
}  // namespace spirv_oracle
