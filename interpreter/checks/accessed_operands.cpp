#include "interpreter/checks/accessed_operands.h"

#include <algorithm>

#include "interpreter/ir/memory_operands.h"
#include "interpreter/lowering/lowered_function.h"

namespace spirv_oracle {
namespace {

std::vector<MemoryOperand> declared_operands(Lowering& lowering, const Instruction& instruction) {
  // A load of a descriptor does not access memory.
  if (instruction.opcode == spv::Op::OpLoad && lowering.type(instruction.type).is_descriptor())
    return {};
  return memory_operands_of(lowering.registry(), lowering.module(), instruction);
}

// Whether `bytes`, a constant, covers all that the pointer points to.
bool covers_pointee(Lowering& lowering, Id bytes, Id pointer) {
  const auto size = lowering.types().integer(bytes);
  if (!size) return false;
  const auto components =
      memory_components(lowering.types(), lowering.type_of(pointer).element, {});
  return !components.empty() &&
         std::ranges::all_of(components, [&](const MemoryComponent& component) {
           return component.offset + component.type.memory_bytes() <=
                  static_cast<std::uint64_t>(*size);
         });
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
  for (MemoryOperand& access : accesses) {
    if (access.size)
      access.only_pointee =
          covers_pointee(lowering, instruction.id(*access.size), instruction.id(access.operand));
  }
  return accesses;
}

}  // namespace spirv_oracle
