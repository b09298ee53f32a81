#include "interpreter/checks/accessed_operands.h"

#include "grammar/opencl_std.h"
#include "interpreter/lowering/lowered_function.h"

namespace spirv_oracle {
namespace {

// These extended instructions do not store through their pointers. All others do.
bool loads_through_pointer(const Module& module, const Instruction& instruction) {
  namespace opencl = grammar::opencl_std;
  if (module.extended_set(instruction.id(2)) != "OpenCL.std") return false;
  switch (instruction.literal(3)) {
    case opencl::vloadn::number:
    case opencl::vload_half::number:
    case opencl::vload_halfn::number:
    case opencl::vloada_halfn::number:
    case opencl::prefetch::number:
      return true;
    default:
      return false;
  }
}

// It prints pointers, but does not access what they point to. Its strings are constants.
bool is_printf(const Module& module, const Instruction& instruction) {
  return module.extended_set(instruction.id(2)) == "OpenCL.std" &&
         instruction.literal(3) == grammar::opencl_std::printf::number;
}

// Extended instructions access memory through each pointer operand.
std::vector<MemoryOperand> operands_of_extended(const Module& module,
                                                const Instruction& instruction) {
  if (is_without_semantics(module.extended_set(instruction.id(2))) ||
      is_printf(module, instruction))
    return {};
  const bool loads = loads_through_pointer(module, instruction);
  std::vector<MemoryOperand> operands;
  for (unsigned i = 4; i < instruction.operand_count(); ++i) operands.push_back({i, loads, !loads});
  return operands;
}

std::vector<MemoryOperand> declared_operands(Lowering& lowering, const Instruction& instruction) {
  if (instruction.opcode == spv::Op::OpExtInst)
    return operands_of_extended(lowering.module(), instruction);
  // A load of a descriptor does not access memory.
  if (instruction.opcode == spv::Op::OpLoad && lowering.type(instruction.type).is_descriptor())
    return {};
  const InstructionDefinition* definition = lowering.registry().find(instruction.opcode);
  if (definition == nullptr) return {};
  return {definition->memory_operands.begin(), definition->memory_operands.end()};
}

// A pointer, or a descriptor of an image: the descriptor is the address of the texels.
bool is_bound_pointer(Lowering& lowering, const Instruction& instruction, unsigned operand) {
  if (!instruction.has(operand) ||
      instruction.operands[operand].operand_class != OperandClass::id ||
      !(lowering.type_of(instruction.id(operand)).kind == Type::Kind::pointer ||
        lowering.type_of(instruction.id(operand)).is_descriptor())) {
    return false;
  }
  const Value* local = lowering.function() == nullptr
                           ? nullptr
                           : lowering.function()->local_value(instruction.id(operand));
  return local == nullptr || local->bound;
}

}  // namespace

std::vector<MemoryOperand> accessed_operands(Lowering& lowering, const Instruction& instruction) {
  std::vector<MemoryOperand> accesses = declared_operands(lowering, instruction);
  std::erase_if(accesses, [&](const MemoryOperand& access) {
    return !is_bound_pointer(lowering, instruction, access.operand);
  });
  return accesses;
}

}  // namespace spirv_oracle
