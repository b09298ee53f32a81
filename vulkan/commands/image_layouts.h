// The layouts of the subresources of images.
#pragma once

#include <optional>
#include <string>

#include "vulkan/objects/image.h"

namespace spirv_oracle::vulkan {

// "VK_IMAGE_LAYOUT_GENERAL"
std::string name_of_layout(VkImageLayout layout);

// A subresource that is not in the layout that a command expects.
struct OtherLayout {
  std::uint32_t level = 0, layer = 0;
  bool is_slice = false;                             // the layer is a slice of a volume
  VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;  // that it is in

  // "level 0 of layer 1 is in VK_IMAGE_LAYOUT_GENERAL"
  std::string text() const;
};

// Ranges are those of barriers: their layers are the slices of an image with has_layouts_of_slices.
VkImageSubresourceRange slices_of(const Image& image, const VkImageSubresourceRange& range,
                                  std::uint32_t first, std::uint32_t count);
// A range of a command or view, which contains all slices.
inline VkImageSubresourceRange with_all_slices(const Image& image,
                                               const VkImageSubresourceRange& range) {
  return slices_of(image, range, 0, VK_REMAINING_ARRAY_LAYERS);
}
// Calls `visit(level, first, count)` for each level of a range that the image has, with the layers of the range that it has.
template <class Visit>
void for_each_level(const Image& image, const VkImageSubresourceRange& range, Visit visit) {
  const std::uint32_t levels = image.shape.levels;
  const std::uint32_t first_level = std::min(range.baseMipLevel, levels);
  const std::uint32_t count = std::min(range.levelCount, levels - first_level);
  for (std::uint32_t level = first_level; level < first_level + count; ++level) {
    const std::uint32_t layers = image.layout_layers(level);
    const std::uint32_t first = std::min(range.baseArrayLayer, layers);
    visit(level, first, std::min(range.layerCount, layers - first));
  }
}
// The first subresource of the range that is in another layout; none: there is none. Needs Device::execution.
std::optional<OtherLayout> find_other_layout(const Image& image,
                                             const VkImageSubresourceRange& range,
                                             VkImageLayout expected);
void set_layout(Image& image, const VkImageSubresourceRange& range, VkImageLayout layout);

}  // namespace spirv_oracle::vulkan
