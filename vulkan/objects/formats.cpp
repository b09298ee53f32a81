// The formats of images and texel buffers.

#include <algorithm>
#include <array>
#include <string_view>

#include "vulkan/generated/entry_points.h"
#include "vulkan/objects/image.h"
#include "vulkan/objects/instance.h"

namespace spirv_oracle::vulkan {
namespace {

struct FormatRow {
  VkFormat format;
  std::string_view name;  // for find_texel_format
};
constexpr std::array formats = std::to_array<FormatRow>({
    {VK_FORMAT_R32G32B32A32_SFLOAT, "Rgba32f"},
    {VK_FORMAT_R16G16B16A16_SFLOAT, "Rgba16f"},
    {VK_FORMAT_R32_SFLOAT, "R32f"},
    {VK_FORMAT_R8G8B8A8_UNORM, "Rgba8"},
    {VK_FORMAT_R8G8B8A8_SNORM, "Rgba8Snorm"},
    {VK_FORMAT_R32G32_SFLOAT, "Rg32f"},
    {VK_FORMAT_R16G16_SFLOAT, "Rg16f"},
    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, "R11fG11fB10f"},
    {VK_FORMAT_R16_SFLOAT, "R16f"},
    {VK_FORMAT_R16G16B16A16_UNORM, "Rgba16"},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, "Rgb10A2"},
    {VK_FORMAT_R16G16_UNORM, "Rg16"},
    {VK_FORMAT_R8G8_UNORM, "Rg8"},
    {VK_FORMAT_R16_UNORM, "R16"},
    {VK_FORMAT_R8_UNORM, "R8"},
    {VK_FORMAT_R16G16B16A16_SNORM, "Rgba16Snorm"},
    {VK_FORMAT_R16G16_SNORM, "Rg16Snorm"},
    {VK_FORMAT_R8G8_SNORM, "Rg8Snorm"},
    {VK_FORMAT_R16_SNORM, "R16Snorm"},
    {VK_FORMAT_R8_SNORM, "R8Snorm"},
    {VK_FORMAT_R32G32B32A32_SINT, "Rgba32i"},
    {VK_FORMAT_R16G16B16A16_SINT, "Rgba16i"},
    {VK_FORMAT_R8G8B8A8_SINT, "Rgba8i"},
    {VK_FORMAT_R32_SINT, "R32i"},
    {VK_FORMAT_R32G32_SINT, "Rg32i"},
    {VK_FORMAT_R16G16_SINT, "Rg16i"},
    {VK_FORMAT_R8G8_SINT, "Rg8i"},
    {VK_FORMAT_R16_SINT, "R16i"},
    {VK_FORMAT_R8_SINT, "R8i"},
    {VK_FORMAT_R32G32B32A32_UINT, "Rgba32ui"},
    {VK_FORMAT_R16G16B16A16_UINT, "Rgba16ui"},
    {VK_FORMAT_R8G8B8A8_UINT, "Rgba8ui"},
    {VK_FORMAT_R32_UINT, "R32ui"},
    {VK_FORMAT_A2B10G10R10_UINT_PACK32, "Rgb10a2ui"},
    {VK_FORMAT_R32G32_UINT, "Rg32ui"},
    {VK_FORMAT_R16G16_UINT, "Rg16ui"},
    {VK_FORMAT_R8G8_UINT, "Rg8ui"},
    {VK_FORMAT_R16_UINT, "R16ui"},
    {VK_FORMAT_R8_UINT, "R8ui"},
});

bool has_atomics(VkFormat format) {
  return format == VK_FORMAT_R32_UINT || format == VK_FORMAT_R32_SINT;
}

VkFormatProperties properties_of(VkFormat format) {
  return {0, image_features(format), buffer_features(format)};
}

VkResult image_properties(VkFormat format, VkImageType type, VkImageTiling tiling,
                          VkImageUsageFlags usage, VkImageCreateFlags flags,
                          VkImageFormatProperties& properties) {
  properties = {};
  constexpr VkImageUsageFlags usages = VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                                       VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                                       VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT;
  constexpr VkImageCreateFlags known_flags =
      VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT | VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
  if (texel_format(format) == nullptr || tiling != VK_IMAGE_TILING_OPTIMAL ||
      (usage & ~usages) != 0 || (flags & ~known_flags) != 0)
    return VK_ERROR_FORMAT_NOT_SUPPORTED;
  const VkPhysicalDeviceLimits limits = device_limits();
  const bool is_volume = type == VK_IMAGE_TYPE_3D;
  const std::uint32_t width = is_volume ? limits.maxImageDimension3D : limits.maxImageDimension2D;
  properties.maxExtent = {width, type == VK_IMAGE_TYPE_1D ? 1 : width, is_volume ? width : 1};
  properties.maxMipLevels = is_volume ? 12 : 15;  // of the largest image
  properties.maxArrayLayers = is_volume ? 1 : limits.maxImageArrayLayers;
  properties.sampleCounts = VK_SAMPLE_COUNT_1_BIT;
  properties.maxResourceSize = VkDeviceSize{1} << 32;
  return VK_SUCCESS;
}

}  // namespace

const TexelFormat* texel_format(VkFormat format) {
  const auto* row = std::ranges::find(formats, format, &FormatRow::format);
  return row == formats.end() ? nullptr : find_texel_format(row->name);
}

VkFormatFeatureFlags image_features(VkFormat format) {
  const TexelFormat* texels = texel_format(format);
  if (texels == nullptr) return 0;
  VkFormatFeatureFlags features =
      VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT |
      VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
  if (!texels->is_integer()) features |= VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
  if (has_atomics(format)) features |= VK_FORMAT_FEATURE_STORAGE_IMAGE_ATOMIC_BIT;
  return features;
}

VkFormatFeatureFlags buffer_features(VkFormat format) {
  if (texel_format(format) == nullptr) return 0;
  VkFormatFeatureFlags features =
      VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT | VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT;
  if (has_atomics(format)) features |= VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_ATOMIC_BIT;
  return features;
}

VKAPI_ATTR void VKAPI_CALL get_physical_device_format_properties(
    VkPhysicalDevice /*physical_device*/, VkFormat format, VkFormatProperties* properties) {
  *properties = properties_of(format);
}

VKAPI_ATTR void VKAPI_CALL get_physical_device_format_properties2(
    VkPhysicalDevice /*physical_device*/, VkFormat format, VkFormatProperties2* properties) {
  properties->formatProperties = properties_of(format);
  if (auto* wide = find_in_chain<VkFormatProperties3>(properties->pNext,
                                                      VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3)) {
    wide->linearTilingFeatures = 0;
    wide->optimalTilingFeatures = image_features(format);
    wide->bufferFeatures = buffer_features(format);
  }
}

VKAPI_ATTR VkResult VKAPI_CALL get_physical_device_image_format_properties(
    VkPhysicalDevice /*physical_device*/, VkFormat format, VkImageType type, VkImageTiling tiling,
    VkImageUsageFlags usage, VkImageCreateFlags flags, VkImageFormatProperties* properties) {
  return image_properties(format, type, tiling, usage, flags, *properties);
}

VKAPI_ATTR VkResult VKAPI_CALL get_physical_device_image_format_properties2(
    VkPhysicalDevice /*physical_device*/, const VkPhysicalDeviceImageFormatInfo2* info,
    VkImageFormatProperties2* properties) {
  return image_properties(info->format, info->type, info->tiling, info->usage, info->flags,
                          properties->imageFormatProperties);
}

}  // namespace spirv_oracle::vulkan
