#include "interpreter/semantics/non_uniform.h"
namespace spirv_oracle {
#define S(n) [[gnu::weak]] std::span<const InstructionDefinition> n() { return {}; }
S(non_uniform_integer_arithmetic_instructions)
S(non_uniform_integer_min_max_instructions)
S(non_uniform_bitwise_instructions)
S(non_uniform_float_arithmetic_instructions)
S(non_uniform_float_min_max_instructions)
S(non_uniform_logical_instructions)
S(non_uniform_partition_instructions)
}
