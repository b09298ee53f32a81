// Attachments: images that draws read and write, with the definedness of each byte.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "interpreter/images/image_shape.h"
#include "memory/definedness.h"
#include "raster/component_range.h"

namespace spirv_oracle {

// One level of an image. `shape.format` must be set: for depth and stencil, the red component is depth and the green
// component is stencil, each of which may be missing. `contents` has the size of ImageLayout.
struct Attachment {
  ImageShape shape;
  ShadowedBytes contents;
  std::uint32_t level = 0;
  std::uint32_t first_layer = 0;
  // Whether draws, clears and resolves follow `ranges`; only of color and resolve attachments.
  bool follows_ranges = false;
  // What implementations may store, by the number of the texel's first byte divided by the bytes of a texel. Empty: the
  // contents, with their states. track_ranges() fills it; otherwise, the first value that is implementation-dependent does.
  std::vector<TexelRange> ranges = {};
};

// The attachments of a draw. Vulkan, "Framebuffers": all cover at least width x height pixels.
struct Framebuffer {
  std::uint32_t width = 0, height = 0, layers = 1;
  std::vector<std::optional<Attachment>> color;  // by Location; none: unused
  std::optional<Attachment> depth_stencil;
  // By color attachment: where resolve() stores it. Missing or none: nowhere.
  std::vector<std::optional<Attachment>> resolve;
};

// The value of a cleared or blended texel, in the form of the format: a float, or the bits of an integer.
struct ClearColor {
  std::array<double, 4> floats = {0, 0, 0, 0};
  std::array<std::int64_t, 4> integers = {0, 0, 0, 0};  // for integer formats
};

}  // namespace spirv_oracle
