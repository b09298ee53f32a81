// Images, views of them, and samplers.
#pragma once

#include <algorithm>

#include "interpreter/images/image_shape.h"
#include "vulkan/objects/memory.h"

namespace spirv_oracle::vulkan {

// The texels of a format; null if the device does not support it.
const TexelFormat* texel_format(VkFormat format);
// The only aspect of images of a format.
VkImageAspectFlags image_aspects(VkFormat format);
// What images and buffer views of a supported format can be used for.
VkFormatFeatureFlags image_features(VkFormat format);
VkFormatFeatureFlags buffer_features(VkFormat format);
// Whether images or views with these features can have the usage. The host can copy all of them.
bool permits(VkFormatFeatureFlags features, VkImageUsageFlags usage);

// The layouts in which the host copies images.
std::span<const VkImageLayout> host_copy_layouts();

struct Sampler : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_SAMPLER;
  Sampler() : Object(object_type) {}

  SamplerState state;
};

// The contents are the levels one after the other, as ImageLayout lays them out, from `offset` on.
struct Image : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_IMAGE;
  Image() : Object(object_type) {}

  VkImageType image_type = VK_IMAGE_TYPE_2D;
  VkFormat format = VK_FORMAT_UNDEFINED;
  ImageShape shape;
  ImageLayout layout;
  VkImageUsageFlags usage = 0;
  VkImageCreateFlags flags = 0;
  bool is_linear = false;

  // With maintenance9, the slices of a volume with VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT have layouts and barriers of their
  // own, as layers have.
  bool has_layouts_of_slices = false;

  std::uint32_t slices(std::uint32_t level) const { return std::max(shape.extent[2] >> level, 1u); }
  // The layers of the level that have layouts and barriers of their own.
  std::uint32_t layout_layers(std::uint32_t level) const {
    return has_layouts_of_slices ? slices(level) : shape.layers;
  }
  VkImageLayout& layout_at(std::uint32_t level, std::uint32_t layer) {
    return layouts[std::size_t{level} * layout_layers(0) + layer];
  }
  VkImageLayout layout_at(std::uint32_t level, std::uint32_t layer) const {
    return layouts[std::size_t{level} * layout_layers(0) + layer];
  }
  // The bytes between texels: those of all samples of one.
  std::uint64_t texel_bytes() const { return std::uint64_t{shape.format->bytes} * shape.samples; }
  // By level and then one of layout_layers(0): what the commands that have executed left them in. Needs Device::execution.
  std::vector<VkImageLayout> layouts;
  std::shared_ptr<DeviceMemory> memory;  // null: not bound
  std::uint64_t offset = 0;              // in the memory
};

struct ImageView : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_IMAGE_VIEW;
  ImageView() : Object(object_type) {}

  // Where the levels and layers of the view are.
  std::vector<MemoryPart> parts() const;
  VkImageSubresourceRange range() const {
    return {VK_IMAGE_ASPECT_COLOR_BIT, first_level, shape.levels, first_layer, shape.layers};
  }

  std::shared_ptr<Image> image;
  VkImageViewType view_type = VK_IMAGE_VIEW_TYPE_2D;
  VkImageUsageFlags usage = 0;  // that of the image, or less
  ImageShape shape;             // of the view
  std::uint32_t first_level = 0, first_layer = 0;
  bool is_swizzled = false;
};

struct SamplerYcbcrConversion : Object {
  static constexpr VkObjectType object_type = VK_OBJECT_TYPE_SAMPLER_YCBCR_CONVERSION;
  SamplerYcbcrConversion() : Object(object_type) {}
};

}  // namespace spirv_oracle::vulkan
