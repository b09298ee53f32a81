#include "builtins/glsl_std_450/trigonometry.h"

#include "builtins/glsl_std_450/lists.h"

namespace spirv_oracle::glsl_std_450 {

std::span<const InstructionDefinition> trigonometry_instructions() {
  return Chapter<Radians, Degrees, Sin, Cos, Tan, Asin, Acos, Atan, Sinh, Cosh, Tanh, Asinh, Acosh,
                 Atanh, Atan2>::definitions;
}

}  // namespace spirv_oracle::glsl_std_450
