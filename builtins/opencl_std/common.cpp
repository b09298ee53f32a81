#include "builtins/opencl_std/common.h"

#include "builtins/opencl_std/lists.h"

namespace spirv_oracle::opencl_std {

std::span<const InstructionDefinition> common_instructions() {
  return FloatChapter<fclamp, degrees, fmax_common, fmin_common, mix, radians, step, smoothstep,
                      sign>::definitions;
}

}  // namespace spirv_oracle::opencl_std
