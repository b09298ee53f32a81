// Images.
#pragma once

#include "opencl/objects/memory.h"

namespace spirv_oracle::opencl {

// The format of the interpreter; null if the device does not support it.
const TexelFormat* texel_format_of(const cl_image_format& format);

// A box in texels, as commands give it. CL_SUCCESS, or what the call returns.
cl_int check_box(const Memory& image, const size_t* origin, const size_t* region);

}  // namespace spirv_oracle::opencl
