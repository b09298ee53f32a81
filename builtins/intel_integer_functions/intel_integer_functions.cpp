#include "builtins/intel_integer_functions/intel_integer_functions.h"

namespace spirv_oracle {

void register_intel_integer_functions(InstructionRegistry& registry) {
  namespace intel = intel_integer_functions;
  registry.add(
      InstructionList<intel::OpUCountLeadingZerosINTEL, intel::OpUCountTrailingZerosINTEL,
                      intel::OpAbsISubINTEL, intel::OpAbsUSubINTEL, intel::OpIAddSatINTEL,
                      intel::OpUAddSatINTEL, intel::OpIAverageINTEL, intel::OpUAverageINTEL,
                      intel::OpIAverageRoundedINTEL, intel::OpUAverageRoundedINTEL,
                      intel::OpISubSatINTEL, intel::OpUSubSatINTEL, intel::OpIMul32x16INTEL,
                      intel::OpUMul32x16INTEL>::definitions);
}

}  // namespace spirv_oracle
