#include "interpreter/images/image_shape.h"

#include <algorithm>
#include <limits>

namespace spirv_oracle {
namespace {

// Only images without slices have layers, which are the third coordinate then.
std::vector<UnboundRegion> unbound_by_coordinate(const ImageShape& shape) {
  std::vector<UnboundRegion> regions = shape.unbound;
  if (shape.extent[2] != 1) return regions;
  for (UnboundRegion& region : regions) region.axes[2] = region.layers;
  return regions;
}

}  // namespace

ImageLayout ImageLayout::of(const ImageShape& shape, std::uint32_t texel_bytes,
                            std::uint64_t buffer_size) {
  ImageLayout layout;
  layout.sample_pitch = texel_bytes;
  if (shape.is_texel_buffer()) {
    LevelLayout level;
    level.extent[0] = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(texel_bytes == 0 ? 0 : buffer_size / texel_bytes,
                                std::numeric_limits<std::uint32_t>::max()));
    level.pitch = {texel_bytes, 0, 0};
    layout.levels.push_back(level);
    layout.size = std::uint64_t{level.extent[0]} * texel_bytes;
    return layout;
  }
  layout.samples = shape.samples;
  layout.unbound = unbound_by_coordinate(shape);
  for (std::uint32_t l = 0; l < shape.levels; ++l) {
    LevelLayout level;
    for (unsigned axis = 0; axis < 3; ++axis)
      level.extent[axis] = std::max(shape.extent[axis] >> l, 1u);
    level.extent[2] *= shape.layers;
    level.pitch[0] = std::uint64_t{texel_bytes} * shape.samples;
    level.pitch[1] = level.pitch[0] * level.extent[0];
    level.pitch[2] = level.pitch[1] * level.extent[1];
    level.offset = layout.size;
    layout.size += level.pitch[2] * level.extent[2];
    layout.levels.push_back(level);
  }
  return layout;
}

ImageLayout ImageLayout::of_null_descriptor() {
  ImageLayout layout;
  layout.levels.push_back({.extent = {0, 0, 0}});
  layout.is_null = true;
  layout.samples = 0;
  return layout;
}

bool ImageLayout::is_unbound(std::uint32_t level, const std::array<std::uint32_t, 3>& texel) const {
  return std::ranges::any_of(unbound, [&](const UnboundRegion& region) {
    return region.levels.contains(level) && region.axes[0].contains(texel[0]) &&
           region.axes[1].contains(texel[1]) && region.axes[2].contains(texel[2]);
  });
}

std::string ImageLayout::text_of_texel(std::uint64_t byte) const {
  std::size_t number = levels.size() - 1;
  while (number > 0 && levels[number].offset > byte) --number;
  const LevelLayout& level = levels[number];
  std::uint64_t rest = byte - level.offset;
  std::array<std::uint64_t, 3> texel = {};
  for (unsigned axis = 3; axis-- > 0;) {
    if (level.pitch[axis] == 0) continue;
    texel[axis] = rest / level.pitch[axis];
    rest %= level.pitch[axis];
  }
  if (coordinates == 2) texel[1] += texel[2];  // only images of one dimension have layers then
  std::string text = "texel (";
  for (std::uint32_t i = 0; i < coordinates; ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(texel[i]);
  text += ")";
  if (samples > 1) text = "sample " + std::to_string(rest / sample_pitch) + " of " + text;
  return levels.size() == 1 ? text : text + " of level " + std::to_string(number);
}

}  // namespace spirv_oracle
