// Clipping and culling by volume (Vulkan, "Primitive Clipping").
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "raster/state.h"

namespace spirv_oracle {

inline constexpr unsigned max_distances = 8;  // maxClipDistances, maxCullDistances

using ClipCoordinates = std::array<double, 4>;

// What fixed functions need to know about a shaded vertex.
struct ClipVertex {
  ClipCoordinates position = {0, 0, 0, 1};
  std::array<double, max_distances> clip_distances = {};
  std::array<double, max_distances> cull_distances = {};
  double point_size = 1;
};

// A vertex of a clipped primitive: a sum of the vertices of the primitive, with these weights.
struct ClippedVertex {
  ClipCoordinates position = {};
  std::array<double, 3> weights = {};
};

// What primitives are clipped against.
struct ClipVolume {
  unsigned clip_distances = 0, cull_distances = 0;  // the number of application-defined half-spaces
  bool by_depth = true;
  // Clip by x and y where the framebuffer coordinates leave the guard band. Otherwise, where they leave the viewport.
  bool only_beyond_guard_band = false;
  Viewport viewport;
};

// Whether each coordinate and each distance in use is a finite number. Nothing else here may get other vertices.
bool is_finite(const ClipVertex& vertex, const ClipVolume& volume);

// Whether the primitive lies outside of the cull volume.
bool is_culled(std::span<const ClipVertex> vertices, const ClipVolume& volume);

// The part of a point, line or polygon of up to 3 vertices inside of the volume. It has no vertices if all is outside. The w
// of each vertex is positive.
std::vector<ClippedVertex> clip(std::span<const ClipVertex> vertices, const ClipVolume& volume);

}  // namespace spirv_oracle
