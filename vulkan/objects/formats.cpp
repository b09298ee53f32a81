// The formats of images and texel buffers.

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "vulkan/generated/entry_points.h"
#include "vulkan/objects/image.h"
#include "vulkan/objects/instance.h"

namespace spirv_oracle::vulkan {
namespace {

enum class Kind : std::uint8_t {
  storable,      // one of SPIR-V: shaders load and store it
  sampled_only,  // color that shaders only sample
  depth,
  stencil,
};
struct FormatRow {
  VkFormat format;
  std::string_view name;  // for find_texel_format
  Kind kind = Kind::storable;
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
    {VK_FORMAT_R8G8B8A8_SRGB, "srgba/unorm_int8", Kind::sampled_only},
    {VK_FORMAT_B8G8R8A8_UNORM, "bgra/unorm_int8", Kind::sampled_only},
    {VK_FORMAT_B8G8R8A8_SNORM, "bgra/snorm_int8", Kind::sampled_only},
    {VK_FORMAT_B8G8R8A8_UINT, "bgra/unsigned_int8", Kind::sampled_only},
    {VK_FORMAT_B8G8R8A8_SINT, "bgra/signed_int8", Kind::sampled_only},
    {VK_FORMAT_B8G8R8A8_SRGB, "sbgra/unorm_int8", Kind::sampled_only},
    {VK_FORMAT_R5G6B5_UNORM_PACK16, "rgb/unorm_short_565", Kind::sampled_only},
    {VK_FORMAT_D16_UNORM, "depth/unorm_int16", Kind::depth},
    {VK_FORMAT_D32_SFLOAT, "depth/float", Kind::depth},
    {VK_FORMAT_S8_UINT, "R8ui", Kind::stencil},
});

const FormatRow* find_row(VkFormat format) {
  const auto* row = std::ranges::find(formats, format, &FormatRow::format);
  return row == formats.end() ? nullptr : row;
}

bool has_atomics(VkFormat format) {
  return format == VK_FORMAT_R32_UINT || format == VK_FORMAT_R32_SINT;
}

VkFormatProperties properties_of(VkFormat format) {
  return {image_features(format), image_features(format), buffer_features(format)};
}

// What VkFormatFeatureFlags has no bits for.
VkFormatFeatureFlags2 further_features(VkFormatFeatureFlags features, VkFormat format) {
  VkFormatFeatureFlags2 further = features;
  if ((features &
       (VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT | VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT)) != 0) {
    further |= VK_FORMAT_FEATURE_2_STORAGE_READ_WITHOUT_FORMAT_BIT |
               VK_FORMAT_FEATURE_2_STORAGE_WRITE_WITHOUT_FORMAT_BIT;
  }
  if ((image_aspects(format) & VK_IMAGE_ASPECT_DEPTH_BIT) != 0)
    further |= VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_DEPTH_COMPARISON_BIT;
  return further;
}

// The features of the formats of all views that an image with these flags can have.
VkFormatFeatureFlags features_of_views(VkFormat format, VkImageCreateFlags flags) {
  VkFormatFeatureFlags features = image_features(format);
  if ((flags & VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT) == 0) return features;
  for (const FormatRow& row : formats) {
    if (texel_format(row.format)->bytes == texel_format(format)->bytes &&
        image_aspects(row.format) == image_aspects(format))
      features |= image_features(row.format);
  }
  return features;
}

VkResult image_properties(VkFormat format, VkImageType type, VkImageTiling tiling,
                          VkImageUsageFlags usage, VkImageCreateFlags flags,
                          VkImageFormatProperties& properties) {
  properties = {};
  const bool is_volume = type == VK_IMAGE_TYPE_3D;
  VkImageCreateFlags known_flags = VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT |
                                   VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT | VK_IMAGE_CREATE_ALIAS_BIT |
                                   VK_IMAGE_CREATE_EXTENDED_USAGE_BIT;
  if (is_volume) known_flags |= VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT;
  const bool is_known_tiling =
      tiling == VK_IMAGE_TILING_OPTIMAL || tiling == VK_IMAGE_TILING_LINEAR;
  if (find_row(format) == nullptr || !is_known_tiling || (flags & ~known_flags) != 0)
    return VK_ERROR_FORMAT_NOT_SUPPORTED;
  const bool is_extended = (flags & VK_IMAGE_CREATE_EXTENDED_USAGE_BIT) != 0;
  if (!permits(is_extended ? features_of_views(format, flags) : image_features(format), usage))
    return VK_ERROR_FORMAT_NOT_SUPPORTED;
  const VkPhysicalDeviceLimits limits = device_limits();
  const std::uint32_t width = is_volume ? limits.maxImageDimension3D : limits.maxImageDimension2D;
  properties.maxExtent = {width, type == VK_IMAGE_TYPE_1D ? 1 : width, is_volume ? width : 1};
  properties.maxMipLevels = is_volume ? 12 : 15;  // of the largest image
  properties.maxArrayLayers = is_volume ? 1 : limits.maxImageArrayLayers;
  const bool may_have_samples = type == VK_IMAGE_TYPE_2D && tiling == VK_IMAGE_TILING_OPTIMAL &&
                                (flags & VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT) == 0;
  properties.sampleCounts = VK_SAMPLE_COUNT_1_BIT;
  if (may_have_samples) properties.sampleCounts = all_sample_counts;
  properties.maxResourceSize = VkDeviceSize{1} << 32;
  return VK_SUCCESS;
}

}  // namespace

bool permits(VkFormatFeatureFlags features, VkImageUsageFlags usage) {
  constexpr std::array<std::pair<VkImageUsageFlags, VkFormatFeatureFlags>, 4> needs{
      {{VK_IMAGE_USAGE_TRANSFER_SRC_BIT, VK_FORMAT_FEATURE_TRANSFER_SRC_BIT},
       {VK_IMAGE_USAGE_TRANSFER_DST_BIT, VK_FORMAT_FEATURE_TRANSFER_DST_BIT},
       {VK_IMAGE_USAGE_SAMPLED_BIT, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT},
       {VK_IMAGE_USAGE_STORAGE_BIT, VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT}}};
  usage &= ~VkImageUsageFlags{VK_IMAGE_USAGE_HOST_TRANSFER_BIT};
  for (const auto& [use, feature] : needs) {
    if ((usage & use) == 0) continue;
    if ((features & feature) == 0) return false;
    usage &= ~use;
  }
  return usage == 0;
}

std::span<const VkImageLayout> host_copy_layouts() {
  static constexpr std::array layouts{
      VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
      VK_IMAGE_LAYOUT_READ_ONLY_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
      VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL};
  return layouts;
}

const TexelFormat* texel_format(VkFormat format) {
  const FormatRow* row = find_row(format);
  return row == nullptr ? nullptr : find_texel_format(row->name);
}

VkImageAspectFlags image_aspects(VkFormat format) {
  const FormatRow* row = find_row(format);
  if (row != nullptr && row->kind == Kind::depth) return VK_IMAGE_ASPECT_DEPTH_BIT;
  if (row != nullptr && row->kind == Kind::stencil) return VK_IMAGE_ASPECT_STENCIL_BIT;
  return VK_IMAGE_ASPECT_COLOR_BIT;
}

VkFormatFeatureFlags image_features(VkFormat format) {
  const FormatRow* row = find_row(format);
  if (row == nullptr) return 0;
  VkFormatFeatureFlags features = VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT |
                                  VK_FORMAT_FEATURE_TRANSFER_SRC_BIT |
                                  VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
  if (row->kind == Kind::storable) features |= VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT;
  if (!texel_format(format)->is_integer())
    features |= VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
  if (has_atomics(format)) features |= VK_FORMAT_FEATURE_STORAGE_IMAGE_ATOMIC_BIT;
  return features;
}

VkFormatFeatureFlags buffer_features(VkFormat format) {
  const FormatRow* row = find_row(format);
  if (row == nullptr || row->kind != Kind::storable) return 0;
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
    wide->linearTilingFeatures = wide->optimalTilingFeatures =
        further_features(image_features(format), format);
    if (find_row(format) != nullptr) {
      wide->linearTilingFeatures |= VK_FORMAT_FEATURE_2_HOST_IMAGE_TRANSFER_BIT;
      wide->optimalTilingFeatures |= VK_FORMAT_FEATURE_2_HOST_IMAGE_TRANSFER_BIT;
    }
    wide->bufferFeatures = further_features(buffer_features(format), format);
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
  if (auto* query = find_in_chain<VkHostImageCopyDevicePerformanceQuery>(
          properties->pNext, VK_STRUCTURE_TYPE_HOST_IMAGE_COPY_DEVICE_PERFORMANCE_QUERY))
    query->optimalDeviceAccess = query->identicalMemoryLayout = VK_TRUE;
  const auto* external = find_in_chain<VkPhysicalDeviceExternalImageFormatInfo>(
      info->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO);
  if (external != nullptr && external->handleType != 0) {
    const VkExternalMemoryProperties memory = external_memory(external->handleType);
    if (memory.externalMemoryFeatures == 0) return VK_ERROR_FORMAT_NOT_SUPPORTED;
    if (auto* shared = find_in_chain<VkExternalImageFormatProperties>(
            properties->pNext, VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES))
      shared->externalMemoryProperties = memory;
  }
  return image_properties(info->format, info->type, info->tiling, info->usage, info->flags,
                          properties->imageFormatProperties);
}

}  // namespace spirv_oracle::vulkan
