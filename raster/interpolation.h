// Where a location lies in a primitive: the weights of its vertices, depth and w.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "raster/clip.h"
#include "raster/state.h"

namespace spirv_oracle {

// Framebuffer coordinates.
struct FramebufferPoint {
  double x = 0, y = 0;
};

// The vertex of a point; the ends of a line.
struct ScreenVertex {
  FramebufferPoint place;
  ClippedVertex vertex;
};

// The sum of weights[i] * f[i] is the value of an input that is f[i] at vertex i.
struct LocationInPrimitive {
  std::array<double, 3> perspective = {1, 0, 0};
  double depth = 0;         // z in framebuffer coordinates, without bias and clamp
  double reciprocal_w = 1;  // FragCoord.w
};

// The equations of "Points", "Basic Line Segment Rasterization" and "Basic Polygon Rasterization", computed with doubles on
// the vertices before clipping and rounding.
class Interpolator {
 public:
  Interpolator() = default;
  // All have 1 to 3 vertices in clip coordinates, of which `count` belong to the primitive.
  static Interpolator of_point(std::span<const ClipVertex> vertices, const Viewport& viewport,
                               const ScreenVertex& point);
  static Interpolator of_line(std::span<const ClipVertex> vertices, const Viewport& viewport,
                              const ScreenVertex& from, const ScreenVertex& to);
  static Interpolator of_triangle(std::span<const ClipVertex> vertices, const Viewport& viewport);

  LocationInPrimitive at(FramebufferPoint place) const {
    LocationInPrimitive location;
    locate(place, location);
    return location;
  }
  // The same, where the result shall be: a copy of its members would wait for their stores.
  void locate(FramebufferPoint place, LocationInPrimitive& location) const;
  // The weights for NoPerspective.
  std::array<double, 3> linear_weights(const LocationInPrimitive& location) const;
  // Moves the places at which at() evaluates (RasterVariation).
  void set_shift(FramebufferPoint shift) { shift_ = shift; }
  // The derivatives of depth by x and y, for a triangle.
  std::array<double, 2> depth_slope() const;

 private:
  Interpolator(std::span<const ClipVertex> vertices, const Viewport& viewport);
  void set_weights(double x, double y, std::array<double, 3>& weights) const;

  enum class Kind : std::uint8_t { point, line, triangle };
  Kind kind_ = Kind::point;
  std::array<ClipCoordinates, 3> positions_ = {};
  double min_depth_ = 0, depth_range_ = 1;
  ScreenVertex from_, to_;  // of a line; `from_` also of a point
  std::array<std::array<double, 3>, 3> edges_ =
      {};                    // of a triangle: homogeneous, opposite to each vertex
  FramebufferPoint origin_;  // of the edges
  FramebufferPoint shift_;
};

// interpolate() for values some of which are infinite.
double interpolate_infinities(const std::array<double, 3>& weights,
                              const std::array<double, 3>& values);
// The sum of weights and values, exact if all values are equal.
inline double interpolate(const std::array<double, 3>& weights,
                          const std::array<double, 3>& values) {
  const double sum =
      values[0] + weights[1] * (values[1] - values[0]) + weights[2] * (values[2] - values[0]);
  return std::isfinite(sum) ? sum : interpolate_infinities(weights, values);
}

// Framebuffer coordinates of clip coordinates ("Coordinate Transformations").
FramebufferPoint to_framebuffer(const ClipCoordinates& position, const Viewport& viewport);

}  // namespace spirv_oracle
