#include "builtins/glsl_std_450/common.h"

#include "builtins/glsl_std_450/lists.h"

namespace spirv_oracle::glsl_std_450 {

std::span<const InstructionDefinition> common_instructions() {
  return Chapter<Round, RoundEven, Trunc, Floor, Ceil, Fract, FAbs, FSign, FMin, FMax, FClamp, NMin,
                 NMax, NClamp, FMix, Step, SmoothStep, Fma>::definitions;
}

}  // namespace spirv_oracle::glsl_std_450
