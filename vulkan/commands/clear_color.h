// The texel of a color.
#pragma once

#include <vector>

#include "interpreter/images/texel_format.h"
#include "vulkan/api/api.h"

namespace spirv_oracle::vulkan {

// Converts the color to a texel of the format, which has no packed floats but those of B10G11R11 (section "Format
// Conversion").
std::vector<std::byte> texel_of(const TexelFormat& format, const VkClearColorValue& color);

}  // namespace spirv_oracle::vulkan
