#include "interpreter/ir/memory_operands.h"

#include "interpreter/ir/imported_functions.h"

namespace spirv_oracle {
namespace {

// Before the operands of an extended instruction, or the arguments of a function: Result Type, Result <id>, Set and Instruction, or Function.
unsigned operands_before(const Instruction& instruction) {
  switch (instruction.opcode) {
    case spv::Op::OpExtInst:
      return 4;
    case spv::Op::OpFunctionCall:
      return 3;
    default:
      return 0;
  }
}

}  // namespace

std::vector<MemoryOperand> memory_operands_of(const InstructionRegistry& registry,
                                              const Module& module,
                                              const Instruction& instruction) {
  const InstructionDefinition* definition = definition_of(registry, module, instruction);
  if (definition == nullptr) return {};
  std::vector<MemoryOperand> operands;
  const unsigned before = operands_before(instruction);
  for (MemoryOperand operand : definition->memory_operands) {
    operand.operand += before;
    if (operand.size) *operand.size += before;
    if (instruction.has(operand.operand)) operands.push_back(operand);
  }
  return operands;
}

}  // namespace spirv_oracle
