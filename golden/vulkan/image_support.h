// Images and samplers of bundles in Vulkan's terms.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "golden/vulkan/device.h"
#include "golden/vulkan/device_memory.h"

namespace spirv_oracle::golden {

// Vulkan's format with the same texels; VK_FORMAT_UNDEFINED if there is none.
VkFormat vulkan_format(const TexelFormat& format);

// The view that an image type of SPIR-V needs; none for a multisampled image or one that Vulkan lacks.
std::optional<VkImageViewType> view_type(const ImageInfo& image);

// Of an integer format, borders have integers.
VkSamplerCreateInfo sampler_info(const SamplerState& state, bool is_integer);

// Whether the device has what a capability about images needs; none: the capability is not about images.
std::optional<bool> has_image_capability(const DeviceDescription& device,
                                         std::string_view capability);

// What of images and samplers the device lacks or the program cannot give it; "": nothing.
std::string missing_image_feature(const DeviceDescription& device, const Bundle& bundle);

}  // namespace spirv_oracle::golden
