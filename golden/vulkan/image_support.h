// Images and samplers of bundles in terms of Vulkan.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "golden/vulkan/device.h"
#include "golden/vulkan/device_memory.h"

namespace spirv_oracle::golden {

// The view type for an image type of SPIR-V; none for multisampled images, or if Vulkan lacks it.
std::optional<VkImageViewType> view_type(const ImageInfo& image);

// `is_integer`: the format has integers, and so do borders.
VkSamplerCreateInfo sampler_info(const SamplerState& state, bool is_integer);

// Whether the device supports an image capability; none if the capability does not concern images.
std::optional<bool> has_image_capability(const DeviceDescription& device,
                                         std::string_view capability);

// What the device lacks for images and samplers, or the program cannot provide; "" if nothing.
std::string missing_image_feature(const DeviceDescription& device, const Bundle& bundle);

}  // namespace spirv_oracle::golden
