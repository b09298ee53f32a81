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
  for_each_level(image, range,
                 [&visit](std::uint32_t level, std::uint32_t first, std::uint32_t count) {
                   for (std::uint32_t layer = first; layer < first + count; ++layer)
                     visit(level, layer);
                 });
}

}  // namespace

std::string name_of_layout(VkImageLayout layout) {
  const auto* found = std::ranges::find(names, layout, &LayoutName::layout);
  return found == std::end(names) ? fmt::format("layout {}", static_cast<int>(layout))
                                  : found->name;
}

std::string OtherLayout::text() const {
  return fmt::format("level {} of {} {} is in {}", level, is_slice ? "slice" : "layer", layer,
                     name_of_layout(layout));
}

VkImageSubresourceRange slices_of(const Image& image, const VkImageSubresourceRange& range,
                                  std::uint32_t first, std::uint32_t count) {
  VkImageSubresourceRange slices = range;
  if (!image.has_layouts_of_slices) return slices;
  slices.baseArrayLayer = first;
  slices.layerCount = count;
  return slices;
}

std::optional<OtherLayout> find_other_layout(const Image& image,
                                             const VkImageSubresourceRange& range,
                                             VkImageLayout expected) {
  std::optional<OtherLayout> found;
  for_each_subresource(image, range, [&](std::uint32_t level, std::uint32_t layer) {
    const VkImageLayout layout = image.layout_at(level, layer);
    if (!found && layout != expected) found = {level, layer, image.has_layouts_of_slices, layout};
  });
  return found;
}

void set_layout(Image& image, const VkImageSubresourceRange& range, VkImageLayout layout) {
  for_each_subresource(image, range, [&](std::uint32_t level, std::uint32_t layer) {
    image.layout_at(level, layer) = layout;
  });
}

}  // namespace spirv_oracle::vulkan
