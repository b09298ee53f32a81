// OpenCL C headers for extensions that clang does not support.
#pragma once

#include <span>
#include <string_view>

namespace spirv_oracle {

struct OpenClHeader {
  std::string_view extension;  // for a header of pragmas, with enable_ or disable_ before it
  std::string_view text;
};

// The files in frontend/opencl/headers/.
std::span<const OpenClHeader> opencl_extension_headers();

}  // namespace spirv_oracle
