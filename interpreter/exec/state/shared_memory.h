// Memory that other invocations can see.
#pragma once

#include "interpreter/loader/pointers.h"

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
  return type != nullptr && is_pointer_type(type->opcode) &&
         is_shared(static_cast<spv::StorageClass>(type->literal(1)));
}

// Whether it is an image that instructions can write.
inline bool is_storage_image(const Module& module, Id image) {
  constexpr unsigned sampled = 6, with_sampler = 1;
  const Instruction* definition = module.definition(image);
  const Instruction* type = definition == nullptr ? nullptr : module.definition(definition->type);
  return type != nullptr && type->opcode == spv::Op::OpTypeImage &&
         type->literal(sampled) != with_sampler;
}

}  // namespace spirv_oracle
