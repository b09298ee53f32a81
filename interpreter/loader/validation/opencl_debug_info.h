// OpenCL.DebugInfo.100 in a binary.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace spirv_oracle {

// The words without the instructions of that set. Lines remain, as they are OpLine.
std::vector<std::uint32_t> without_opencl_debug_info(std::span<const std::uint32_t> words);

}  // namespace spirv_oracle
