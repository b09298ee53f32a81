#include "interpreter/lowering/synchronization/register_variable.h"

#include <algorithm>
#include <vector>

#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

// Limits the work on hostile modules.
constexpr std::size_t most_pointers = 16;

bool is_cast(spv::Op opcode) {
  return opcode == spv::Op::OpPtrCastToGeneric || opcode == spv::Op::OpBitcast;
}

}  // namespace

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

Id variable_behind(const Module& module, const ModuleAnalysis& analysis, Id pointer) {
  const Instruction* variable = module.definition(pointer);
  for (std::size_t casts = 0; variable != nullptr && is_cast(variable->opcode); ++casts) {
    if (casts == most_pointers) return 0;
    variable = module.definition(variable->id(2));
  }
  if (variable == nullptr || variable->opcode != spv::Op::OpVariable ||
      variable->literal(2) != static_cast<std::uint32_t>(spv::StorageClass::Function))
    return 0;
  const Id type = pointee_type(module, variable->result);
  std::vector<Id> pointers{variable->result};
  for (std::size_t i = 0; i < pointers.size(); ++i) {
    for (const Use& use : analysis.uses(pointers[i])) {
      const Instruction& user = module.instruction(use.instruction);
      const bool is_access = (user.opcode == spv::Op::OpLoad && user.type == type) ||
                             (user.opcode == spv::Op::OpStore && use.operand == 0 &&
                              module.definition(user.id(1))->type == type);
      if (is_access || user.opcode == spv::Op::OpLifetimeStart ||
          user.opcode == spv::Op::OpLifetimeStop)
        continue;
      if (!is_cast(user.opcode) || pointers.size() == most_pointers) return 0;
      pointers.push_back(user.result);
    }
  }
  return variable->result;
}

}  // namespace spirv_oracle
