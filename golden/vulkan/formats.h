// Our formats of texels and vertices as those of Vulkan.
#pragma once

#include "golden/vulkan/loader.h"
#include "interpreter/images/texel_format.h"

namespace spirv_oracle::golden {

// VK_FORMAT_UNDEFINED if Vulkan lacks the format. Formats of vertices may be scaled, and the size of a texel does not matter
// for them.
VkFormat vulkan_format(const TexelFormat& format);
VkFormat vulkan_vertex_format(const TexelFormat& format, bool is_scaled);
// Of an attachment: red is depth, and green is stencil.
VkFormat vulkan_depth_format(const TexelFormat& format);

}  // namespace spirv_oracle::golden
