// Rays, and what they may hit.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rays/acceleration_structure.h"

namespace spirv_oracle {

// SPIR-V, "Ray Flags".
struct RayFlags {
  static constexpr std::uint32_t opaque = 0x1;
  static constexpr std::uint32_t no_opaque = 0x2;
  static constexpr std::uint32_t terminate_on_first_hit = 0x4;
  static constexpr std::uint32_t cull_back_facing = 0x10;
  static constexpr std::uint32_t cull_front_facing = 0x20;
  static constexpr std::uint32_t cull_opaque = 0x40;
  static constexpr std::uint32_t cull_no_opaque = 0x80;
  static constexpr std::uint32_t skip_triangles = 0x100;
  static constexpr std::uint32_t skip_boxes = 0x200;
};

struct Ray {
  Vector3 origin{}, direction{};
  float t_min = 0, t_max = 0;
  std::uint32_t flags = 0;
  std::uint32_t cull_mask = 0xFF;
  // How far the components, or the ends of the interval, may be from these values in other implementations.
  float origin_error = 0, direction_error = 0, t_error = 0;
};

// A ray in the space of an instance.
struct ObjectRay {
  std::array<double, 3> origin{}, direction{};
};
ObjectRay object_ray(const Ray& ray, const Instance& instance);

// A primitive that a ray hits, or may hit in some implementation.
struct Hit {
  std::uint32_t instance = 0, geometry = 0, primitive = 0;
  bool is_triangle = true;
  bool is_opaque = true;
  bool reports_once = false;
  bool is_front = true;
  // Along the ray. Of a box: where the ray enters it, or the beginning of the interval.
  double t = 0, t_error = 0;
  // The weights of the second and third vertex.
  std::array<double, 2> barycentrics{}, barycentric_errors{};
  bool is_hit = true;  // by exact arithmetic
  bool is_sure =
      true;  // by all implementations, or one of several triangles that share the edges that the ray is close to
  std::array<bool, 3> near_edge{};  // of a triangle, by the vertex opposite to the edge
};

// Everything that the ray may hit, by instance, geometry and primitive, after culling. No specification states the precision of
// traversal: errors are those of "about 1 part in 10^5" (Vulkan, "Floating-Point Computation") in each term of the
// formulas.
std::vector<Hit> find_hits(const AccelerationStructure& structure, const Ray& ray);

}  // namespace spirv_oracle
