#include "raster/clip.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "raster/choices.h"
#include "raster/difference_of_products.h"

namespace spirv_oracle {
namespace {

// Far below every normal float, so that only vertices at the eye are beyond it. Dividing a float by it is finite.
constexpr double least_w = 0x1p-200;

// The distance of a position from a plane, which is negative outside of the volume: a linear function of x, y, z and w.
using Plane = std::array<double, 4>;

double distance(const Plane& plane, const ClipCoordinates& p) {
  return plane[0] * p[0] + plane[1] * p[1] + plane[2] * p[2] + plane[3] * p[3];
}

// A polygon, line or point with the distances of its vertices from the plane in question.
struct Shape {
  std::vector<ClippedVertex> vertices;
  bool is_polygon = false;
};

// A vertex with its distance from what clips it.
struct Distant {
  const ClippedVertex& vertex;
  double distance;
};

// Always from inside to outside, so that two polygons with a common edge get the same vertex.
ClippedVertex between(const Distant& inside, const Distant& outside) {
  const double t = inside.distance / (inside.distance - outside.distance);
  ClippedVertex result;
  for (unsigned i = 0; i < 4; ++i) {
    const double from = inside.vertex.position[i];
    result.position[i] = from + t * (outside.vertex.position[i] - from);
  }
  for (unsigned i = 0; i < 3; ++i) {
    const double from = inside.vertex.weights[i];
    result.weights[i] = from + t * (outside.vertex.weights[i] - from);
  }
  return result;
}

// Likewise for a plane. Vertices may be so far away that differences of their coordinates say nothing about places near the
// framebuffer; so this sums products of coordinates, each with its own precision.
ClippedVertex on_plane(const Plane& plane, const Distant& inside, const Distant& outside) {
  ClippedVertex result = between(inside, outside);
  const ClipCoordinates& a = inside.vertex.position;
  const ClipCoordinates& b = outside.vertex.position;
  for (unsigned i = 0; i < 4; ++i) {
    double sum = 0;
    for (unsigned k = 0; k < 4; ++k) {
      if (plane[k] != 0) sum += plane[k] * difference_of_products(a[k], b[i], b[k], a[i]);
    }
    result.position[i] = sum / (inside.distance - outside.distance);
  }
  return result;
}

// Keeps what has a distance of at least 0; `distance_of` gives that of a vertex, and `cut` a vertex at distance 0.
template <class DistanceOf, class Cut>
void clip_by(Shape& shape, const DistanceOf& distance_of, const Cut& cut) {
  const std::vector<ClippedVertex>& old = shape.vertices;
  std::vector<double> distances;
  for (const ClippedVertex& vertex : old) distances.push_back(distance_of(vertex));
  if (std::ranges::all_of(distances, [](double d) { return d >= 0; })) return;
  std::vector<ClippedVertex> kept;
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (distances[i] >= 0) kept.push_back(old[i]);
    const bool has_edge = shape.is_polygon || i + 1 < old.size();
    const std::size_t next = (i + 1) % old.size();
    if (!has_edge || (distances[i] >= 0) == (distances[next] >= 0)) continue;
    const std::size_t in = distances[i] >= 0 ? i : next, out = in == i ? next : i;
    kept.push_back(cut(Distant{old[in], distances[in]}, Distant{old[out], distances[out]}));
  }
  shape.vertices = std::move(kept);
}

// The planes of the view volume, or of the guard band.
std::vector<Plane> planes_of(const ClipVolume& volume) {
  std::vector<Plane> planes;
  if (volume.by_depth) {
    planes.push_back({0, 0, 1, 0});
    planes.push_back({0, 0, -1, 1});
  }
  if (!volume.only_beyond_guard_band) {
    planes.insert(planes.end(), {{1, 0, 0, 1}, {-1, 0, 0, 1}, {0, 1, 0, 1}, {0, -1, 0, 1}});
    return planes;
  }
  const Viewport& viewport = volume.viewport;
  const double x_scale = viewport.width / 2, y_scale = viewport.height / 2;
  const double x_center = viewport.x + x_scale, y_center = viewport.y + y_scale;
  constexpr double limit = RasterChoices::guard_band;
  planes.push_back({x_scale, 0, 0, limit + x_center});
  planes.push_back({-x_scale, 0, 0, limit - x_center});
  planes.push_back({0, y_scale, 0, limit + y_center});
  planes.push_back({0, -y_scale, 0, limit - y_center});
  return planes;
}

}  // namespace

bool is_finite(const ClipVertex& vertex, const ClipVolume& volume) {
  const auto finite = [](double value) { return std::isfinite(value); };
  return std::ranges::all_of(vertex.position, finite) &&
         std::all_of(vertex.clip_distances.begin(),
                     vertex.clip_distances.begin() + volume.clip_distances, finite) &&
         std::all_of(vertex.cull_distances.begin(),
                     vertex.cull_distances.begin() + volume.cull_distances, finite);
}

bool is_culled(std::span<const ClipVertex> vertices, const ClipVolume& volume) {
  for (unsigned i = 0; i < volume.cull_distances; ++i) {
    if (std::ranges::all_of(vertices, [&](const ClipVertex& v) { return v.cull_distances[i] < 0; }))
      return true;
  }
  return false;
}

std::vector<ClippedVertex> clip(std::span<const ClipVertex> vertices, const ClipVolume& volume) {
  Shape shape;
  shape.is_polygon = vertices.size() > 2;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    ClippedVertex vertex{vertices[i].position, {}};
    vertex.weights[i] = 1;
    shape.vertices.push_back(vertex);
  }
  clip_by(
      shape, [](const ClippedVertex& v) { return v.position[3] - least_w; }, between);
  for (const Plane& plane : planes_of(volume)) {
    if (shape.vertices.empty()) return {};
    clip_by(
        shape, [&](const ClippedVertex& v) { return distance(plane, v.position); },
        [&](const Distant& inside, const Distant& outside) {
          return on_plane(plane, inside, outside);
        });
  }
  for (unsigned i = 0; i < volume.clip_distances; ++i) {
    const auto distance_of = [&](const ClippedVertex& v) {
      double sum = 0;
      for (std::size_t k = 0; k < vertices.size(); ++k)
        sum += v.weights[k] * vertices[k].clip_distances[i];
      return sum;
    };
    clip_by(shape, distance_of, between);
  }
  // Rounding may leave a w of 0 where several planes meet at the eye.
  if (!std::ranges::all_of(shape.vertices,
                           [](const ClippedVertex& v) { return v.position[3] > 0; }))
    return {};
  return std::move(shape.vertices);
}

}  // namespace spirv_oracle
