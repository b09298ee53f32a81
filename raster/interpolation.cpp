#include "raster/interpolation.h"

#include <cmath>
#include <cstddef>

#include "raster/difference_of_products.h"

namespace spirv_oracle {

// Differences of infinities are NaN; a value with the weight 0 does not matter.
double interpolate_infinities(const std::array<double, 3>& weights,
                              const std::array<double, 3>& values) {
  double direct = 0;
  for (unsigned i = 0; i < 3; ++i) direct += weights[i] == 0 ? 0 : weights[i] * values[i];
  return direct;
}

FramebufferPoint to_framebuffer(const ClipCoordinates& position, const Viewport& viewport) {
  return {viewport.x + viewport.width / 2 * (position[0] / position[3] + 1),
          viewport.y + viewport.height / 2 * (position[1] / position[3] + 1)};
}

Interpolator::Interpolator(std::span<const ClipVertex> vertices, const Viewport& viewport)
    : min_depth_(viewport.min_depth), depth_range_(viewport.max_depth - viewport.min_depth) {
  for (std::size_t i = 0; i < vertices.size(); ++i) positions_[i] = vertices[i].position;
}

Interpolator Interpolator::of_point(std::span<const ClipVertex> vertices, const Viewport& viewport,
                                    const ScreenVertex& point) {
  Interpolator result(vertices, viewport);
  result.from_ = point;
  return result;
}

Interpolator Interpolator::of_line(std::span<const ClipVertex> vertices, const Viewport& viewport,
                                   const ScreenVertex& from, const ScreenVertex& to) {
  Interpolator result(vertices, viewport);
  result.kind_ = Kind::line;
  result.from_ = from;
  result.to_ = to;
  return result;
}

// In homogeneous coordinates, so that vertices with a negative w need no clipping: the weight of a vertex at (x, y) is
// proportional to the determinant of (x, y, 1) and the other two vertices.
Interpolator Interpolator::of_triangle(std::span<const ClipVertex> vertices,
                                       const Viewport& viewport) {
  Interpolator result(vertices, viewport);
  result.kind_ = Kind::triangle;
  result.origin_ = {viewport.x + viewport.width / 2, viewport.y + viewport.height / 2};
  std::array<std::array<double, 3>, 3> p = {};
  for (unsigned i = 0; i < 3; ++i) {
    const ClipCoordinates& position = vertices[i].position;
    p[i] = {viewport.width / 2 * position[0], viewport.height / 2 * position[1], position[3]};
  }
  for (unsigned i = 0; i < 3; ++i) {
    const auto& q = p[(i + 1) % 3];
    const auto& r = p[(i + 2) % 3];
    result.edges_[i] = {difference_of_products(q[1], r[2], r[1], q[2]),
                        difference_of_products(r[0], q[2], q[0], r[2]),
                        difference_of_products(q[0], r[1], r[0], q[1])};
  }
  return result;
}

void Interpolator::set_weights(double x, double y, std::array<double, 3>& weights) const {
  if (kind_ == Kind::point) {
    weights = from_.vertex.weights;
    return;
  }
  if (kind_ == Kind::line) {
    const double dx = to_.place.x - from_.place.x, dy = to_.place.y - from_.place.y;
    const double t = ((x - from_.place.x) * dx + (y - from_.place.y) * dy) / (dx * dx + dy * dy);
    const double a = (1 - t) / from_.vertex.position[3], b = t / to_.vertex.position[3];
    for (unsigned i = 0; i < 3; ++i)
      weights[i] = (a * from_.vertex.weights[i] + b * to_.vertex.weights[i]) / (a + b);
  } else {
    x -= origin_.x;
    y -= origin_.y;
    double sum = 0;
    for (unsigned i = 0; i < 3; ++i) {
      weights[i] = edges_[i][0] * x + edges_[i][1] * y + edges_[i][2];
      sum += weights[i];
    }
    for (double& weight : weights) weight /= sum;
  }
  // A primitive without extent, which rounding may give one, is all at its first vertex.
  const bool is_finite =
      std::isfinite(weights[0]) && std::isfinite(weights[1]) && std::isfinite(weights[2]);
  if (!is_finite) weights = {1, 0, 0};
}

void Interpolator::locate(FramebufferPoint place, LocationInPrimitive& location) const {
  set_weights(place.x + shift_.x, place.y + shift_.y, location.perspective);
  const double w =
      interpolate(location.perspective, {positions_[0][3], positions_[1][3], positions_[2][3]});
  const double z =
      interpolate(location.perspective, {positions_[0][2], positions_[1][2], positions_[2][2]});
  location.reciprocal_w = 1 / w;
  location.depth = min_depth_ + depth_range_ * (z * location.reciprocal_w);
}

// Perspective interpolation divides the linear weights by w, so this multiplies them again.
std::array<double, 3> Interpolator::linear_weights(const LocationInPrimitive& location) const {
  std::array<double, 3> weights = {};
  for (unsigned i = 0; i < 3; ++i)
    weights[i] = location.perspective[i] * positions_[i][3] * location.reciprocal_w;
  return weights;
}

std::array<double, 2> Interpolator::depth_slope() const {
  // Depth is a linear function of x and y: (edges . z) / (edges . w), whose denominator is constant.
  double x = 0, y = 0, w = 0;
  for (unsigned i = 0; i < 3; ++i) {
    x += edges_[i][0] * positions_[i][2];
    y += edges_[i][1] * positions_[i][2];
    w += edges_[i][2] * positions_[i][3];
  }
  const std::array<double, 2> slope = {depth_range_ * x / w, depth_range_ * y / w};
  return std::isfinite(slope[0]) && std::isfinite(slope[1]) ? slope : std::array<double, 2>{0, 0};
}

}  // namespace spirv_oracle
