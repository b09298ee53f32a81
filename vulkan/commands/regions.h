// Regions of images: what copies name, and where their bytes are.
#pragma once

#include <algorithm>

#include "vulkan/commands/image_layouts.h"
#include "vulkan/objects/device.h"
#include "vulkan/objects/image.h"

namespace spirv_oracle::vulkan {

// The extent of the region in an image: slices of a volume may become layers of another image, and the other way.
inline VkExtent3D extent_in(const Image& image, const VkImageSubresourceLayers& other_layers,
                            const Image& other, const VkExtent3D& extent) {
  if (image.image_type != VK_IMAGE_TYPE_3D) return {extent.width, extent.height, 1};
  const bool has_layers = other.image_type != VK_IMAGE_TYPE_3D;
  return {extent.width, extent.height, has_layers ? other_layers.layerCount : extent.depth};
}

// With maintenance5, VK_REMAINING_ARRAY_LAYERS is the number of layers from the first one on.
VkImageSubresourceLayers resolved(const Device& device, const Image& image,
                                  VkImageSubresourceLayers layers);

// Whether a region is inside of a level of the image; false after a finding.
bool contains(const Image& image, const VkImageSubresourceLayers& layers, const VkOffset3D& offset,
              const VkExtent3D& extent, const char* vuid);

// The first byte of each row of texels of a region of an image, in the order of rows, slices and layers.
template <class Visit>
void for_each_row(const Image& image, const VkImageSubresourceLayers& layers,
                  const VkOffset3D& offset, const VkExtent3D& extent, Visit visit) {
  const LevelLayout& level = image.layout.levels[layers.mipLevel];
  const std::uint32_t depth = std::max(image.shape.extent[2] >> layers.mipLevel, 1u);
  for (std::uint32_t layer = 0; layer < layers.layerCount; ++layer) {
    for (std::uint32_t z = 0; z < extent.depth; ++z) {
      const std::uint64_t slice = std::uint64_t{layers.baseArrayLayer + layer} * depth +
                                  static_cast<std::uint32_t>(offset.z) + z;
      for (std::uint32_t y = 0; y < extent.height; ++y) {
        visit(image.offset + level.offset + slice * level.pitch[2] +
                  (static_cast<std::uint32_t>(offset.y) + std::uint64_t{y}) * level.pitch[1] +
                  static_cast<std::uint32_t>(offset.x) * level.pitch[0],
              layer * extent.depth + z, y);
      }
    }
  }
}

// The range of a region of an image, for its layouts.
VkImageSubresourceRange range_of(const Image& image, const VkImageSubresourceLayers& layers,
                                 const VkOffset3D& offset, const VkExtent3D& extent);

// The parts of the levels and layers of a range of a barrier.
template <class Visit>
void for_each_part(const Image& image, const VkImageSubresourceRange& range, Visit visit) {
  for_each_level(image, range, [&](std::uint32_t level, std::uint32_t first, std::uint32_t count) {
    if (count == 0) return;
    const LevelLayout& layout = image.layout.levels[level];
    const std::uint64_t of_layer =
        layout.pitch[2] * (image.has_layouts_of_slices ? 1 : image.slices(level));
    visit(MemoryPart{image.memory, image.offset + layout.offset + first * of_layer,
                     count * of_layer});
  });
}

}  // namespace spirv_oracle::vulkan
