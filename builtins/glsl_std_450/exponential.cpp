#include "builtins/glsl_std_450/exponential.h"

#include "builtins/glsl_std_450/lists.h"

namespace spirv_oracle::glsl_std_450 {

std::span<const InstructionDefinition> exponential_instructions() {
  return Chapter<Pow, Exp, Log, Exp2, Log2, Sqrt, InverseSqrt>::definitions;
}

}  // namespace spirv_oracle::glsl_std_450
