// Image formats of OpenCL: a channel order and a channel data type.
#pragma once

#include <optional>
#include <string_view>

#include "interpreter/images/texel_format.h"

namespace spirv_oracle {

// The format ORDER/TYPE, for example "bgra/unorm_int8" or "CL_BGRA/CL_UNORM_INT8", in upper or lower
// case; null if OpenCL does not define it.
const TexelFormat* find_opencl_format(std::string_view name);

// SPIR-V "Image Channel Data Type", as the number of its enumerant; none if the format has no counterpart.
std::optional<std::uint32_t> channel_data_type(const TexelFormat& format);

// Whether the alpha of the border color is 0 although the format has no alpha: the orders with an x.
bool has_transparent_border(ChannelOrder order);

}  // namespace spirv_oracle
