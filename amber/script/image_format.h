// The image formats of scripts, such as R8G8B8A8_UNORM.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "data/scalar.h"

namespace spirv_oracle::amber {

// How the bits of a component represent a number.
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
  std::vector<FormatComponent> components;  // in memory order; in packed formats from the top bit
  std::uint8_t packed_bits = 0;             // size of a packed element; 0: not packed
};

// The format with this name; null if scripts cannot use it.
const ImageFormat* find_image_format(std::string_view name);

// The names of all formats.
std::span<const std::string_view> image_format_names();

// The type for a component of a format that is not packed. 24-bit depth is a uint32.
ScalarKind component_kind(const FormatComponent& component);

}  // namespace spirv_oracle::amber
