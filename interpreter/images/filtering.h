// What Vulkan leaves to implementations when a shader samples an image: to which places coordinates and levels of detail snap
// ("Limits", subTexelPrecisionBits and mipmapPrecisionBits), and how derivatives give a level ("Scale Factor Operation").
#pragma once

#include <cstdint>

namespace spirv_oracle {

enum class Filtering : std::uint8_t {
  exact,
  coarse,  // coordinates and levels of detail snap to the nearest of the places that are required
  // Coordinates are as far off in x and y as they may be.
  left_up,
  left_down,
  right_up,
  right_down,
  // The level of detail is the least, or the greatest, that is permitted.
  lower_levels,
  higher_levels,
};

}  // namespace spirv_oracle
