// Acceleration structures: instances of geometry, as VkAccelerationStructureInstanceKHR and VkAccelerationStructureGeometryKHR
// describe them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace spirv_oracle {

using Vector3 = std::array<float, 3>;

struct Triangle {
  std::array<Vector3, 3> vertices;
};

struct Box {
  Vector3 least, greatest;
};

// One kind of primitives.
struct Geometry {
  std::vector<Triangle> triangles;
  std::vector<Box> boxes;
  bool is_opaque = false;     // VK_GEOMETRY_OPAQUE_BIT_KHR
  bool reports_once = false;  // VK_GEOMETRY_NO_DUPLICATE_ANY_HIT_INVOCATION_BIT_KHR
};

// A bottom-level acceleration structure.
struct BottomLevel {
  std::string name;
  std::vector<Geometry> geometries;
};

// The rows of a matrix that transforms points, with the translation as its last column.
using Transform = std::array<std::array<float, 4>, 3>;
inline constexpr Transform identity_transform = {{{{1, 0, 0, 0}}, {{0, 1, 0, 0}}, {{0, 0, 1, 0}}}};

struct Instance {
  std::size_t bottom_level = 0;  // index into AccelerationStructure::bottom_levels
  Transform object_to_world = identity_transform;
  std::uint32_t custom_index = 0;   // 24 bits
  std::uint32_t mask = 0xFF;        // 8 bits
  std::uint32_t record_offset = 0;  // 24 bits
  // VkGeometryInstanceFlagBitsKHR
  bool disables_facing_cull = false;
  bool flips_facing = false;
  bool forces_opaque = false;
  bool forces_no_opaque = false;
};

// A top-level acceleration structure.
struct AccelerationStructure {
  std::vector<BottomLevel> bottom_levels;
  std::vector<Instance> instances;
};

// The inverse, in double precision. All zeros if the transform has none.
using InverseTransform = std::array<std::array<double, 4>, 3>;
InverseTransform inverse_of(const Transform& transform);
// Whether it only moves, so that its inverse has the same precision.
bool is_translation(const Transform& transform);

}  // namespace spirv_oracle
