// Writes docs/opencl_extensions.md, the table of the extensions of OpenCL C and their functions.
#pragma once

#include <iosfwd>

namespace spirv_oracle {

void print_opencl_extensions(std::ostream& out);

}  // namespace spirv_oracle
