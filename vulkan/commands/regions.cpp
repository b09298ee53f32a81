#include "vulkan/commands/regions.h"

#include <array>

#include "vulkan/findings/rules.h"

namespace spirv_oracle::vulkan {

VkImageSubresourceLayers resolved(const Device& device, const Image& image,
                                  VkImageSubresourceLayers layers) {
  if (layers.layerCount == VK_REMAINING_ARRAY_LAYERS && device.has_feature("maintenance5") &&
      layers.baseArrayLayer < image.shape.layers)
    layers.layerCount = image.shape.layers - layers.baseArrayLayer;
  return layers;
}

VkImageSubresourceRange range_of(const Image& image, const VkImageSubresourceLayers& layers,
                                 const VkOffset3D& offset, const VkExtent3D& extent) {
  return slices_of(
      image, {layers.aspectMask, layers.mipLevel, 1, layers.baseArrayLayer, layers.layerCount},
      static_cast<std::uint32_t>(offset.z), extent.depth);
}

bool contains(const Image& image, const VkImageSubresourceLayers& layers, const VkOffset3D& offset,
              const VkExtent3D& extent, const char* vuid) {
  bool is_inside = layers.mipLevel < image.shape.levels &&
                   layers.baseArrayLayer < image.shape.layers &&
                   layers.layerCount <= image.shape.layers - layers.baseArrayLayer;
  const std::array<std::int64_t, 3> begin{offset.x, offset.y, offset.z};
  const std::array<std::uint32_t, 3> size{extent.width, extent.height, extent.depth};
  for (std::size_t axis = 0; axis < 3 && is_inside; ++axis) {
    const std::int64_t whole = std::max(image.shape.extent[axis] >> layers.mipLevel, 1u);
    is_inside = begin[axis] >= 0 && begin[axis] + size[axis] <= whole;
  }
  if (!is_inside)
    complain(rules::range_outside, image, "does not contain the region of the command", vuid);
  return is_inside;
}

}  // namespace spirv_oracle::vulkan
