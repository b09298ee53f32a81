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
  VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;  // that it is in

  // "level 0 of layer 1 is in VK_IMAGE_LAYOUT_GENERAL"
  std::string text() const;
};

// The levels and layers of a range that the image has.
VkImageSubresourceRange inside(const Image& image, const VkImageSubresourceRange& range);
// The first subresource of the range that is in another layout; none: there is none. Needs Device::execution.
std::optional<OtherLayout> find_other_layout(const Image& image,
                                             const VkImageSubresourceRange& range,
                                             VkImageLayout expected);
void set_layout(Image& image, const VkImageSubresourceRange& range, VkImageLayout layout);

}  // namespace spirv_oracle::vulkan
