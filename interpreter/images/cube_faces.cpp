#include "interpreter/images/cube_faces.h"

#include <cmath>

namespace spirv_oracle {

FaceCoordinates cube_face_of(const std::array<double, 3>& direction) {
  const auto& [x, y, z] = direction;
  const double ax = std::abs(x), ay = std::abs(y), az = std::abs(z);
  double major = az, sc = z < 0 ? -x : x, tc = -y;
  std::uint32_t face = z < 0 ? 5 : 4;
  if (az < ax || az < ay) {
    if (ay >= ax) {
      major = ay;
      sc = x;
      tc = y < 0 ? -z : z;
      face = y < 0 ? 3 : 2;
    } else {
      major = ax;
      sc = x < 0 ? z : -z;
      tc = -y;
      face = x < 0 ? 1 : 0;
    }
  }
  return {face, (sc / major + 1) / 2, (tc / major + 1) / 2};
}

}  // namespace spirv_oracle
