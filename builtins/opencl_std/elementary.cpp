#include "builtins/opencl_std/elementary.h"

#include "builtins/opencl_std/lists.h"

namespace spirv_oracle::opencl_std {

std::span<const InstructionDefinition> elementary_instructions() {
  return FloatChapter<sin, cos, tan, asin, acos, atan, atan2, sinpi, cospi, tanpi, asinpi, acospi,
                      atanpi, atan2pi, sinh, cosh, tanh, asinh, acosh, atanh, exp, exp2, exp10,
                      expm1, log, log2, log10, log1p, sqrt, rsqrt, cbrt, hypot, pow, powr, pown,
                      rootn, tgamma, lgamma, erf, erfc>::definitions;
}

}  // namespace spirv_oracle::opencl_std
