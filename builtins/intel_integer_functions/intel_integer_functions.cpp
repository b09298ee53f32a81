#include "builtins/intel_integer_functions/intel_integer_functions.h"

namespace spirv_oracle {

void register_intel_integer_functions(InstructionRegistry& registry) {
  using namespace intel_integer_functions;
  registry.add(InstructionList<OpUCountLeadingZerosINTEL, OpUCountTrailingZerosINTEL,
                               OpAbsISubINTEL, OpAbsUSubINTEL, OpIAddSatINTEL, OpUAddSatINTEL,
                               OpIAverageINTEL, OpUAverageINTEL, OpIAverageRoundedINTEL,
                               OpUAverageRoundedINTEL, OpISubSatINTEL, OpUSubSatINTEL,
                               OpIMul32x16INTEL, OpUMul32x16INTEL>::definitions);
}

}  // namespace spirv_oracle
