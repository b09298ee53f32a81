// Debug information of kernels: OpenCL.DebugInfo.100, as llvm-spirv writes it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "interpreter/result.h"

namespace spirv_oracle {

// `module` with the debug information of `detailed`, which was compiled from the same source, but with debug information.
// The instructions of `module` keep their ids. Errors: bad_input where the functions of the modules differ in more than debug information.
Result<std::vector<std::uint32_t>> with_debug_information(std::span<const std::uint32_t> module,
                                                          std::span<const std::uint32_t> detailed);

}  // namespace spirv_oracle
