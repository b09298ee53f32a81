// Headers of OpenCL C for extensions that clang does not have.
#pragma once

#include <string_view>

namespace spirv_oracle {

// The text of the files in cli/opencl_headers/, one after the other.
std::string_view opencl_extension_header();

}  // namespace spirv_oracle
