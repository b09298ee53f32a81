#include "interpreter/exec/shared_access.h"

#include <algorithm>

#include "grammar/core.h"
#include "interpreter/exec/state/shared_memory.h"
#include "interpreter/ir/memory_operands.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle {

SharedAccess shared_access_of(const Program& program, const Instruction& instruction) {
  const InstructionDefinition* definition = program.registry->find(instruction.opcode);
  if (definition != nullptr &&
      definition->instruction_class == grammar::OpAtomicIAdd::instruction_class)
    return SharedAccess::atomic;
  const Module& module = *program.module;
  const auto operands = memory_operands_of(*program.registry, module, instruction);
  const bool is_shared = std::ranges::any_of(operands, [&](const MemoryOperand& operand) {
    const Id id = instruction.id(operand.operand);
    return points_to_shared_memory(module, id) || is_storage_image(module, id);
  });
  return is_shared ? SharedAccess::access : SharedAccess::none;
}

}  // namespace spirv_oracle
