// The layout of an image in memory, and the settings of samplers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/images/texel_format.h"

namespace spirv_oracle {

// The largest numbers that a shape may have.
inline constexpr std::uint32_t max_image_extent = 1u << 16;
inline constexpr std::uint32_t max_image_levels = 17;

// The numbers from `first` to `last`, both included.
struct IndexRange {
  std::uint32_t first = 0, last = 0xFFFFFFFF;

  bool contains(std::uint32_t index) const { return first <= index && index <= last; }
  bool operator==(const IndexRange&) const = default;
};

// The texels of a sparse image in a region to which no memory is bound: in each of `levels`, the same coordinates.
struct UnboundRegion {
  std::array<IndexRange, 3> axes;  // x, y and z
  IndexRange layers;
  IndexRange levels;

  bool operator==(const UnboundRegion&) const = default;
};

// The user's description of the texels of a resource. A texel buffer has no extent; its size gives
// the number of texels.
struct ImageShape {
  std::optional<TexelFormat> format;                // none: the format of the module's image type
  std::array<std::uint32_t, 3> extent = {0, 1, 1};  // width, height, depth; width 0: a texel buffer
  std::uint32_t layers = 1;                         // each face of a cube is a layer
  std::uint32_t levels = 1;
  std::uint32_t samples = 1;
  std::vector<UnboundRegion> unbound = {};  // of a sparse image

  bool is_texel_buffer() const { return extent[0] == 0; }
  bool operator==(const ImageShape&) const = default;
};

// One level of detail. Coordinates are (x, y, z); z is the layer of an image with layers.
struct LevelLayout {
  std::array<std::uint32_t, 3> extent = {1, 1, 1};
  std::array<std::uint64_t, 3> pitch = {0, 0, 0};  // bytes between texels, rows, slices
  std::uint64_t offset = 0;                        // bytes from the beginning of the image
};

// The levels follow each other, the largest first. Each contains layers (or slices), rows, texels,
// and the samples of a texel.
struct ImageLayout {
  std::vector<LevelLayout> levels;
  bool is_null = false;  // of a null descriptor: no texel exists, and queries give 0
  std::uint32_t samples = 1;
  std::uint32_t sample_pitch = 0;  // bytes: of a texel of one sample
  std::uint64_t size = 0;          // bytes
  std::string_view format_name;
  std::uint32_t coordinates = 3;  // that name a texel of a level
  // The format as kernels query it: enumerants of Image Channel Order and Image Channel Data Type.
  std::uint32_t channel_order = 0;
  std::uint32_t channel_data_type = 0;
  // Vulkan, "Accessing Unbound Regions". Here z is the layer of an image with layers, as in LevelLayout.
  std::vector<UnboundRegion> unbound = {};
  bool unbound_reads_zero = false;  // residencyNonResidentStrict

  // `texel_bytes` must be that of the format. A texel buffer of `buffer_size` bytes has one level.
  static ImageLayout of(const ImageShape& shape, std::uint32_t texel_bytes,
                        std::uint64_t buffer_size);
  static ImageLayout of_null_descriptor();
  // Whether no memory is bound to the texel at (x, y, z) of a level.
  bool is_unbound(std::uint32_t level, const std::array<std::uint32_t, 3>& texel) const;
  // The texel that contains a byte, in words: "texel (3, 0) of level 1".
  std::string text_of_texel(std::uint64_t byte) const;
};

enum class SamplerFilter : std::uint8_t { nearest, linear };

enum class AddressMode : std::uint8_t {
  repeat,
  mirrored_repeat,
  clamp_to_edge,
  clamp_to_border,
  mirror_clamp_to_edge,
  none,  // OpenCL only: reads outside the image are undefined
};

enum class BorderColor : std::uint8_t { transparent_black, opaque_black, opaque_white };

enum class CompareOperation : std::uint8_t {
  never,
  less,
  equal,
  less_or_equal,
  greater,
  not_equal,
  greater_or_equal,
  always,
};

struct SamplerState {
  SamplerFilter magnification = SamplerFilter::nearest;
  SamplerFilter minification = SamplerFilter::nearest;
  SamplerFilter mipmap = SamplerFilter::nearest;
  std::array<AddressMode, 3> address = {AddressMode::repeat, AddressMode::repeat,
                                        AddressMode::repeat};
  BorderColor border = BorderColor::transparent_black;
  float bias = 0;
  float min_lod = 0;
  float max_lod = 1000;
  bool normalized_coordinates = true;
  std::optional<CompareOperation> compare;

  bool operator==(const SamplerState&) const = default;
};

}  // namespace spirv_oracle
