// Memory that other invocations can see.
#pragma once

#include "interpreter/loader/module.h"

namespace spirv_oracle {

inline bool is_shared(spv::StorageClass storage) {
  switch (storage) {
    case spv::StorageClass::StorageBuffer:
    case spv::StorageClass::Uniform:
    case spv::StorageClass::PhysicalStorageBuffer:
    case spv::StorageClass::CrossWorkgroup:
    case spv::StorageClass::Generic:
    case spv::StorageClass::Workgroup:
    case spv::StorageClass::Image:
      return true;
    default:
      return false;
  }
}

inline bool points_to_shared_memory(const Module& module, Id pointer) {
  const Instruction* definition = module.definition(pointer);
  const Instruction* type = definition == nullptr ? nullptr : module.definition(definition->type);
  return type != nullptr && type->opcode == spv::Op::OpTypePointer &&
         is_shared(static_cast<spv::StorageClass>(type->literal(1)));
}

}  // namespace spirv_oracle
