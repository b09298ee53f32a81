// The faces of a cube map (Vulkan, "Cube Map Face Selection" and "Cube Map Coordinate Transformation").
#pragma once

#include <array>
#include <cstdint>

namespace spirv_oracle {

// A face of a cube, in the order of its layers, and the coordinates on it, from 0 to 1.
struct FaceCoordinates {
  std::uint32_t face = 0;
  double s = 0, t = 0;
};

// Where a direction from the center of a cube leaves it.
FaceCoordinates cube_face_of(const std::array<double, 3>& direction);

}  // namespace spirv_oracle
