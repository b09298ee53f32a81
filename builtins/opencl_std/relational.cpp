#include "builtins/opencl_std/relational.h"

#include "builtins/opencl_std/lists.h"

namespace spirv_oracle::opencl_std {
namespace {

// Emits `Kernel` for the bits of components of any type. The last operand has a type of the same width.
template <class Kernel>
void emit_on_bits(Lowering& lowering, const Instruction& instruction) {
  const ScalarType type = lowering.type(instruction.type).scalar;
  const ScalarType chooser = internal::operand_scalar(lowering, instruction, 2);
  if (chooser.bytes != type.bytes) return internal::fail_no_handler(lowering);
  const Handler handler = internal::for_storage(
      UnsignedInt{}, ScalarType::unsigned_integer(type.bytes), false,
      []<class T>() -> Handler { return internal::component_handler<Kernel, T, T, T, T>(); });
  internal::emit_components<3>(lowering, instruction, handler, {type, {type, type, chooser}});
}

}  // namespace

template <class Self>
void bitselect::lower(Lowering& lowering, const Instruction& instruction) {
  emit_on_bits<Self>(lowering, instruction);
}

template <class Self>
void select::lower(Lowering& lowering, const Instruction& instruction) {
  if (lowering.type(instruction.type).kind == Type::Kind::vector) {
    emit_on_bits<select_by_sign>(lowering, instruction);
  } else {
    emit_on_bits<select_by_value>(lowering, instruction);
  }
}

std::span<const InstructionDefinition> relational_instructions() {
  return InstructionList<bitselect, select>::definitions;
}

}  // namespace spirv_oracle::opencl_std
