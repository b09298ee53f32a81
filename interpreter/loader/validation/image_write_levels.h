// Levels of images that kernels write (cl_khr_mipmap_image_writes).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace spirv_oracle {

// The module without the Image Operand Lod of OpImageWrite if it is for kernels. The OpenCL environment of SPIR-V permits
// it with cl_khr_mipmap_image_writes, but the validator does not know that.
std::vector<std::uint32_t> without_levels_of_writes(std::span<const std::uint32_t> words);

}  // namespace spirv_oracle
