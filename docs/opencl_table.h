// docs/opencl_extensions.md: the extensions of OpenCL C with their functions.
#pragma once

#include <iosfwd>

namespace spirv_oracle {

void print_opencl_extensions(std::ostream& out);

}  // namespace spirv_oracle
