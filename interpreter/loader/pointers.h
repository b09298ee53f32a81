// Pointers: what declares them, what derives them from each other, and the types of what they point to.
#pragma once

#include "interpreter/loader/module.h"

namespace spirv_oracle {

// A "Variable" of the glossary.
constexpr bool is_variable(spv::Op opcode) {
  return opcode == spv::Op::OpVariable || opcode == spv::Op::OpUntypedVariableKHR;
}

// A "Pointer Type" of the glossary.
constexpr bool is_pointer_type(spv::Op opcode) {
  return opcode == spv::Op::OpTypePointer || opcode == spv::Op::OpTypeUntypedPointerKHR;
}

// An access chain that names its Base Type.
constexpr bool is_untyped_access_chain(spv::Op opcode) {
  return opcode == spv::Op::OpUntypedAccessChainKHR ||
         opcode == spv::Op::OpUntypedInBoundsAccessChainKHR ||
         opcode == spv::Op::OpUntypedPtrAccessChainKHR ||
         opcode == spv::Op::OpUntypedInBoundsPtrAccessChainKHR;
}

// An access chain whose Element moves Base.
constexpr bool is_ptr_access_chain(spv::Op opcode) {
  return opcode == spv::Op::OpPtrAccessChain || opcode == spv::Op::OpInBoundsPtrAccessChain ||
         opcode == spv::Op::OpUntypedPtrAccessChainKHR ||
         opcode == spv::Op::OpUntypedInBoundsPtrAccessChainKHR;
}

// An access chain without an Element.
constexpr bool is_plain_access_chain(spv::Op opcode) {
  return opcode == spv::Op::OpAccessChain || opcode == spv::Op::OpInBoundsAccessChain ||
         opcode == spv::Op::OpUntypedAccessChainKHR ||
         opcode == spv::Op::OpUntypedInBoundsAccessChainKHR;
}

constexpr bool is_access_chain(spv::Op opcode) {
  return is_plain_access_chain(opcode) || is_ptr_access_chain(opcode);
}

// The number of the operand Base of an access chain. Element follows it, if the chain has one, and then Indexes.
constexpr unsigned base_operand(spv::Op chain) { return is_untyped_access_chain(chain) ? 3 : 2; }
constexpr unsigned first_index_operand(spv::Op chain) {
  return base_operand(chain) + (is_ptr_access_chain(chain) ? 2 : 1);
}

// The pointer that an access chain, a copy or a cast derives its result from.
inline Id base_of(const Instruction& derived) { return derived.id(base_operand(derived.opcode)); }

// The pointer from which an OpSpecConstantOp derives an address; 0: it has no such operand.
inline Id specialized_base(const Instruction& operation) {
  return operation.id(base_operand(static_cast<spv::Op>(operation.literal(2))) + 1);
}

// The built-in ResourceHeapEXT or SamplerHeapEXT that a variable is decorated with; none for other variables.
std::optional<spv::BuiltIn> heap_built_in(const Module& module, Id variable);

// The number of the operand Initializer of a variable.
constexpr unsigned initializer_operand(spv::Op variable) {
  return variable == spv::Op::OpUntypedVariableKHR ? 4 : 3;
}

// The type of the object in memory that a variable declares; 0: an untyped variable without Data Type.
Id data_type(const Module& module, const Instruction& variable);

// The type whose parts the indexes of an access chain select; 0: not known.
Id base_type(const Module& module, const Instruction& chain);

// The type of what a pointer was made to point to: the Type of its OpTypePointer. The type of an untyped pointer does not say
// it, but the Data Type of its variable does, and so do the Base Type and indexes of its access chain. 0: not known.
Id pointee_type(const Module& module, Id pointer);

// The type as which an instruction accesses what `pointer`, one of its operands, points to ("Untyped Pointers"). 0: not known, or
// bytes.
Id accessed_type(const Module& module, const Instruction& access, Id pointer);

}  // namespace spirv_oracle
