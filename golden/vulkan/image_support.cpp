#include "golden/vulkan/image_support.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace spirv_oracle::golden {
namespace {

struct ViewRow {
  std::string_view dimensionality;
  bool arrayed;
  VkImageViewType view;
};
constexpr std::array views = std::to_array<ViewRow>({
    {"1D", false, VK_IMAGE_VIEW_TYPE_1D},
    {"1D", true, VK_IMAGE_VIEW_TYPE_1D_ARRAY},
    {"2D", false, VK_IMAGE_VIEW_TYPE_2D},
    {"2D", true, VK_IMAGE_VIEW_TYPE_2D_ARRAY},
    {"3D", false, VK_IMAGE_VIEW_TYPE_3D},
    {"Cube", false, VK_IMAGE_VIEW_TYPE_CUBE},
    {"Cube", true, VK_IMAGE_VIEW_TYPE_CUBE_ARRAY},
});

struct CapabilityRow {
  std::string_view capability;
  VkBool32 VkPhysicalDeviceFeatures::*feature = nullptr;              // null: a feature of 1.2
  VkBool32 VkPhysicalDeviceVulkan12Features::*feature_1_2 = nullptr;  // both null: always supported
};
using F = VkPhysicalDeviceFeatures;
using F12 = VkPhysicalDeviceVulkan12Features;
constexpr std::array capabilities = std::to_array<CapabilityRow>({
    {"Sampled1D"},
    {"Image1D"},
    {"SampledBuffer"},
    {"ImageBuffer"},
    {"ImageQuery"},
    {"SampledCubeArray", &F::imageCubeArray},
    {"ImageCubeArray", &F::imageCubeArray},
    {"ImageGatherExtended", &F::shaderImageGatherExtended},
    {"MinLod", &F::shaderResourceMinLod},
    {"StorageImageExtendedFormats", &F::shaderStorageImageExtendedFormats},
    {"StorageImageReadWithoutFormat", &F::shaderStorageImageReadWithoutFormat},
    {"StorageImageWriteWithoutFormat", &F::shaderStorageImageWriteWithoutFormat},
    {"SampledImageArrayDynamicIndexing", &F::shaderSampledImageArrayDynamicIndexing},
    {"StorageImageArrayDynamicIndexing", &F::shaderStorageImageArrayDynamicIndexing},
    {"SampledImageArrayNonUniformIndexing", nullptr,
     &F12::shaderSampledImageArrayNonUniformIndexing},
    {"StorageImageArrayNonUniformIndexing", nullptr,
     &F12::shaderStorageImageArrayNonUniformIndexing},
    {"UniformTexelBufferArrayDynamicIndexing", nullptr,
     &F12::shaderUniformTexelBufferArrayDynamicIndexing},
    {"StorageTexelBufferArrayDynamicIndexing", nullptr,
     &F12::shaderStorageTexelBufferArrayDynamicIndexing},
    {"UniformTexelBufferArrayNonUniformIndexing", nullptr,
     &F12::shaderUniformTexelBufferArrayNonUniformIndexing},
    {"StorageTexelBufferArrayNonUniformIndexing", nullptr,
     &F12::shaderStorageTexelBufferArrayNonUniformIndexing},
});

VkFilter filter_of(SamplerFilter filter) {
  return filter == SamplerFilter::linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
}

VkSamplerAddressMode address_of(AddressMode mode) {
  switch (mode) {
    case AddressMode::repeat:
      return VK_SAMPLER_ADDRESS_MODE_REPEAT;
    case AddressMode::mirrored_repeat:
      return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
    case AddressMode::clamp_to_edge:
      return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    case AddressMode::clamp_to_border:
      return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    case AddressMode::mirror_clamp_to_edge:
      return VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE;
    case AddressMode::none:  // only for kernels
      break;
  }
  return VK_SAMPLER_ADDRESS_MODE_REPEAT;
}

VkBorderColor border_of(BorderColor border, bool is_integer) {
  switch (border) {
    case BorderColor::transparent_black:
      return is_integer ? VK_BORDER_COLOR_INT_TRANSPARENT_BLACK
                        : VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
    case BorderColor::opaque_black:
      return is_integer ? VK_BORDER_COLOR_INT_OPAQUE_BLACK : VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK;
    case BorderColor::opaque_white:
      return is_integer ? VK_BORDER_COLOR_INT_OPAQUE_WHITE : VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE;
  }
  return VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
}

std::string missing_of_sampler(const DeviceDescription& device, const std::string& name,
                               const SamplerState& state) {
  if (state.compare)
    return fmt::format("the sampler {} compares, which is not supported yet", name);
  const bool mirrors = std::ranges::count(state.address, AddressMode::mirror_clamp_to_edge) != 0;
  if (mirrors && device.features_1_2.samplerMirrorClampToEdge == 0)
    return "samplerMirrorClampToEdge";
  if (std::abs(state.bias) > device.properties.limits.maxSamplerLodBias) return "maxSamplerLodBias";
  return "";
}

}  // namespace

std::optional<VkImageViewType> view_type(const ImageInfo& image) {
  if (image.multisampled) return std::nullopt;
  for (const ViewRow& row : views) {
    if (row.dimensionality == image.dimensionality && row.arrayed == image.arrayed) return row.view;
  }
  return std::nullopt;
}

// Without normalized coordinates, only the first level can be sampled (VUID-VkSamplerCreateInfo-unnormalizedCoordinates-01074).
VkSamplerCreateInfo sampler_info(const SamplerState& state, bool is_integer) {
  VkSamplerCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
  info.magFilter = filter_of(state.magnification);
  info.minFilter = filter_of(state.minification);
  info.mipmapMode = state.mipmap == SamplerFilter::linear ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                                                          : VK_SAMPLER_MIPMAP_MODE_NEAREST;
  info.addressModeU = address_of(state.address[0]);
  info.addressModeV = address_of(state.address[1]);
  info.addressModeW = address_of(state.address[2]);
  info.mipLodBias = state.bias;
  info.minLod = state.normalized_coordinates ? state.min_lod : 0;
  info.maxLod = state.normalized_coordinates ? state.max_lod : 0;
  info.borderColor = border_of(state.border, is_integer);
  info.unnormalizedCoordinates = state.normalized_coordinates ? VK_FALSE : VK_TRUE;
  return info;
}

std::optional<bool> has_image_capability(const DeviceDescription& device,
                                         std::string_view capability) {
  const auto row = std::ranges::find(capabilities, capability, &CapabilityRow::capability);
  if (row == capabilities.end()) return std::nullopt;
  if (row->feature != nullptr) return device.features.*(row->feature) != 0;
  if (row->feature_1_2 != nullptr) return device.features_1_2.*(row->feature_1_2) != 0;
  return true;
}

std::string missing_image_feature(const DeviceDescription& device, const Bundle& bundle) {
  for (const BundleResource& resource : bundle.resources) {
    if (!is_attachment_kind(resource.kind) && resource.image && resource.image->samples > 1)
      return fmt::format("the image {} is multisampled, which is not supported yet", resource.name);
    if (!resource.sampler) continue;
    if (std::string missing = missing_of_sampler(device, resource.name, *resource.sampler);
        !missing.empty())
      return missing;
  }
  if (bundle.assumptions.robust_image_access && device.features_1_3.robustImageAccess == 0)
    return "robustImageAccess";
  return "";
}

}  // namespace spirv_oracle::golden
