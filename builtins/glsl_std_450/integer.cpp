#include "builtins/glsl_std_450/integer.h"

#include "builtins/glsl_std_450/lists.h"

namespace spirv_oracle::glsl_std_450 {

template <class Self>
void SAbs::lower(Lowering& lowering, const Instruction& instruction) {
  const bool may_not_wrap =
      lowering.module().has_decoration(instruction.result, spv::Decoration::NoSignedWrap);
  if (may_not_wrap) {
    Componentwise::lower<SAbsNoSignedWrap>(lowering, instruction);
  } else {
    Componentwise::lower<Self>(lowering, instruction);
  }
}

std::span<const InstructionDefinition> integer_instructions() {
  return Chapter<SAbs, SSign, UMin, SMin, UMax, SMax, UClamp, SClamp, FindILsb, FindSMsb,
                 FindUMsb>::definitions;
}

}  // namespace spirv_oracle::glsl_std_450
