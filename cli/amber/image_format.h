// The image formats that scripts name, such as R8G8B8A8_UNORM.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "cli/scalar.h"

namespace spirv_oracle::amber {

// How a component's bits become a number.
enum class FormatMode : std::uint8_t {
  unorm,
  snorm,
  uscaled,
  sscaled,
  uint,
  sint,
  srgb,
  sfloat,
  ufloat
};

struct FormatComponent {
  char name = 'R';  // R, G, B, A, X (unused), D (depth) or S (stencil)
  std::uint8_t bits = 8;
  FormatMode mode = FormatMode::uint;
};

struct ImageFormat {
  std::string_view name;
  std::vector<FormatComponent> components;  // in memory order; of a packed one from the top bit
  std::uint8_t packed_bits = 0;             // of a whole packed element; 0: not packed
};

// The format with this name; null if the format of scripts knows none.
const ImageFormat* find_image_format(std::string_view name);

// The type that holds a component of a format that is not packed. Depth of 24 bits is a uint32.
ScalarKind component_kind(const FormatComponent& component);

}  // namespace spirv_oracle::amber
