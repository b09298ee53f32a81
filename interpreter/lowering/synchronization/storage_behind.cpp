#include "interpreter/lowering/synchronization/storage_behind.h"

#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

// Limits the work on hostile modules.
constexpr unsigned most_steps = 16;

// The pointer from which the instruction derives its result; 0: it does something else.
Id pointer_before(const Instruction& instruction) {
  const bool is_cast = instruction.opcode == spv::Op::OpPtrCastToGeneric ||
                       instruction.opcode == spv::Op::OpBitcast ||
                       instruction.opcode == spv::Op::OpCopyObject;
  return is_cast || is_access_chain(instruction.opcode) ? base_of(instruction) : 0;
}

}  // namespace

spv::StorageClass storage_behind(const Module& module, Id pointer) {
  for (unsigned step = 0; step < most_steps; ++step) {
    const Instruction* definition = module.definition(pointer);
    if (definition == nullptr) break;
    const Instruction* type = module.definition(definition->type);
    if (type == nullptr || !is_pointer_type(type->opcode)) break;
    const auto storage = static_cast<spv::StorageClass>(type->literal(1));
    if (storage != spv::StorageClass::Generic) return storage;
    pointer = pointer_before(*definition);
  }
  return spv::StorageClass::Generic;
}

}  // namespace spirv_oracle
