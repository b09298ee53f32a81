// OpenCL C headers for extensions that clang does not support.
#pragma once

#include <string_view>

namespace spirv_oracle {

// The concatenated files of cli/opencl_headers/.
std::string_view opencl_extension_header();

}  // namespace spirv_oracle
