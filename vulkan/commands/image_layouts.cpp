#include "vulkan/commands/image_layouts.h"

#include <fmt/format.h>

#include <algorithm>

namespace spirv_oracle::vulkan {
namespace {

struct LayoutName {
  VkImageLayout layout;
  const char* name;
};
constexpr LayoutName names[] = {
    {VK_IMAGE_LAYOUT_UNDEFINED, "VK_IMAGE_LAYOUT_UNDEFINED"},
    {VK_IMAGE_LAYOUT_PREINITIALIZED, "VK_IMAGE_LAYOUT_PREINITIALIZED"},
    {VK_IMAGE_LAYOUT_GENERAL, "VK_IMAGE_LAYOUT_GENERAL"},
    {VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, "VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL"},
    {VK_IMAGE_LAYOUT_READ_ONLY_OPTIMAL, "VK_IMAGE_LAYOUT_READ_ONLY_OPTIMAL"},
    {VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, "VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL"},
    {VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, "VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL"},
    {VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL,
     "VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL"},
    {VK_IMAGE_LAYOUT_DEPTH_READ_ONLY_OPTIMAL, "VK_IMAGE_LAYOUT_DEPTH_READ_ONLY_OPTIMAL"},
    {VK_IMAGE_LAYOUT_STENCIL_READ_ONLY_OPTIMAL, "VK_IMAGE_LAYOUT_STENCIL_READ_ONLY_OPTIMAL"},
};

template <class Visit>
void for_each_subresource(const Image& image, const VkImageSubresourceRange& range, Visit visit) {
  const VkImageSubresourceRange clipped = inside(image, range);
  for (std::uint32_t l = 0; l < clipped.levelCount; ++l) {
    for (std::uint32_t a = 0; a < clipped.layerCount; ++a)
      visit(clipped.baseMipLevel + l, clipped.baseArrayLayer + a);
  }
}

}  // namespace

std::string name_of_layout(VkImageLayout layout) {
  const auto* found = std::ranges::find(names, layout, &LayoutName::layout);
  return found == std::end(names) ? fmt::format("layout {}", static_cast<int>(layout))
                                  : found->name;
}

std::string OtherLayout::text() const {
  return fmt::format("level {} of layer {} is in {}", level, layer, name_of_layout(layout));
}

VkImageSubresourceRange inside(const Image& image, const VkImageSubresourceRange& range) {
  VkImageSubresourceRange clipped = range;
  const std::uint32_t levels = image.shape.levels, layers = image.shape.layers;
  clipped.levelCount = std::min(range.levelCount, levels - std::min(range.baseMipLevel, levels));
  clipped.layerCount = std::min(range.layerCount, layers - std::min(range.baseArrayLayer, layers));
  return clipped;
}

std::optional<OtherLayout> find_other_layout(const Image& image,
                                             const VkImageSubresourceRange& range,
                                             VkImageLayout expected) {
  std::optional<OtherLayout> found;
  for_each_subresource(image, range, [&](std::uint32_t level, std::uint32_t layer) {
    const VkImageLayout layout = image.layouts[level * image.shape.layers + layer];
    if (!found && layout != expected) found = {level, layer, layout};
  });
  return found;
}

void set_layout(Image& image, const VkImageSubresourceRange& range, VkImageLayout layout) {
  for_each_subresource(image, range, [&](std::uint32_t level, std::uint32_t layer) {
    image.layouts[level * image.shape.layers + layer] = layout;
  });
}

}  // namespace spirv_oracle::vulkan
