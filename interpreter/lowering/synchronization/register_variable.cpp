#include "interpreter/lowering/synchronization/register_variable.h"

#include <algorithm>

namespace spirv_oracle {

bool is_in_registers(const Module& module, const ModuleAnalysis& analysis, Id variable) {
  const Instruction* definition = module.definition(variable);
  if (definition == nullptr || definition->opcode != spv::Op::OpVariable ||
      definition->literal(2) != static_cast<std::uint32_t>(spv::StorageClass::Function))
    return false;
  return std::ranges::all_of(analysis.uses(variable), [&](const Use& use) {
    const spv::Op opcode = module.instruction(use.instruction).opcode;
    return opcode == spv::Op::OpLoad || (opcode == spv::Op::OpStore && use.operand == 0);
  });
}

}  // namespace spirv_oracle
