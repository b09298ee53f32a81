#include "builtins/opencl_std/half_and_native.h"

#include "builtins/opencl_std/lists.h"

namespace spirv_oracle::opencl_std {

std::span<const InstructionDefinition> half_and_native_instructions() {
  return FloatChapter<half_cos, half_divide, half_exp, half_exp2, half_exp10, half_log, half_log2,
                      half_log10, half_powr, half_recip, half_rsqrt, half_sin, half_sqrt, half_tan,
                      native_cos, native_divide, native_exp, native_exp2, native_exp10, native_log,
                      native_log2, native_log10, native_powr, native_recip, native_rsqrt,
                      native_sin, native_sqrt, native_tan>::definitions;
}

}  // namespace spirv_oracle::opencl_std
