// The end of the program.
#pragma once

namespace spirv_oracle::opencl {

// At the end of the program, the commands that can execute are executed, and the objects that are not released are reported.
void watch_end();

}  // namespace spirv_oracle::opencl
