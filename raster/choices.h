// What Vulkan leaves to implementations, in one place. docs/decisions.md gives the reasons.
#pragma once

#include <cstdint>

#include "raster/state.h"

namespace spirv_oracle {

struct RasterChoices {
  // subPixelPrecisionBits: framebuffer coordinates of vertices are rounded to multiples of 2^-sub_pixel_bits pixels.
  static constexpr unsigned sub_pixel_bits = 8;
  static constexpr std::int64_t sub_pixels = std::int64_t{1} << sub_pixel_bits;
  // Polygons are clipped by x and y only beyond this many pixels from the origin; closer to it, the viewport bounds their
  // coverage. So clipping adds no vertices, which would be rounded, to the polygons of ordinary draws. 28 bits with the
  // sub-pixels, so that areas have less than 64 bits.
  static constexpr double guard_band = 1 << 19;
  // pointSizeRange and lineWidthRange.
  static constexpr double max_point_size = 1024;
  static constexpr double max_line_width = 64;
  // How many fragments, or vertices, about one launch shades. More launches have the same result; these fit into a cache.
  static constexpr std::uint32_t fragments_per_launch = 1 << 13;
};

// What else an implementation may choose in a draw, to find out which results depend on it.
struct RasterVariation {
  // Coordinates are rounded to multiples of 2^-sub_pixel_bits pixels; at most RasterChoices::sub_pixel_bits.
  unsigned sub_pixel_bits = RasterChoices::sub_pixel_bits;
  // Pixels by which the places are moved at which depths and inputs of fragments are interpolated.
  double shift_x = 0, shift_y = 0;
  // Clips points, and polygons that are drawn as points or lines, by the guard band instead of the sides of the clip volume.
  bool clips_by_guard_band = false;
  // The lower end of pointSizeRange, at most 1.
  double least_point_size = 0;
  // What interpolated inputs of fragments are multiplied by.
  double interpolation_factor = 1;
  // 1: each quad has a subgroup of its own.
  std::uint32_t fragments_per_launch = RasterChoices::fragments_per_launch;
  // Steps from a normalized vertex attribute whose quotient was rounded to another 32-bit float.
  int attribute_steps = 0;
  // Divides patches in another way that the text permits.
  bool divides_otherwise = false;
  // How lines are drawn whose mode is rectangular, which is also the default; the other modes if strictLines is not supported.
  LineMode line_mode = LineMode::rectangular;
  // Clips filled polygons by the sides of the clip volume as well, and draws each clipped one as triangles with quads of their
  // own.
  bool divides_clipped_polygons = false;
  // Shades the quads of each primitive, and draws the edges or vertices of a polygon, in the reverse order.
  bool reverses_order = false;
  // No implementation may do this, only a wrong driver: the invocations of two quads alternate in a subgroup.
  bool interleaves_quads = false;
};

}  // namespace spirv_oracle
