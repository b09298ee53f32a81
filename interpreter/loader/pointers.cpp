#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

// Module texts can nest access chains to any depth.
constexpr unsigned deepest_chain = 64;

// The Type of an OpTypePointer; 0: another type.
Id typed_pointee(const Module& module, Id pointer) {
  const Instruction* definition = module.definition(pointer);
  const Instruction* type = definition == nullptr ? nullptr : module.definition(definition->type);
  return type != nullptr && type->opcode == spv::Op::OpTypePointer ? type->id(2) : 0;
}

// The type of a part of a composite; 0: it has no such part.
Id part_type(const Module& module, Id composite, Id index) {
  const Instruction* type = module.definition(composite);
  if (type == nullptr) return 0;
  switch (type->opcode) {
    case spv::Op::OpTypeStruct: {
      const Instruction* constant = module.definition(index);
      const bool is_constant = constant != nullptr && constant->opcode == spv::Op::OpConstant;
      return is_constant && constant->number(2) < type->operand_count() - 1
                 ? type->id(1 + static_cast<unsigned>(constant->number(2)))
                 : 0;
    }
    case spv::Op::OpTypeArray:
    case spv::Op::OpTypeRuntimeArray:
    case spv::Op::OpTypeVector:
    case spv::Op::OpTypeVectorIdEXT:
    case spv::Op::OpTypeMatrix:
    case spv::Op::OpTypeCooperativeMatrixKHR:
      return type->id(1);
    default:
      return 0;
  }
}

// What an untyped access chain selects from its Base Type.
Id selected_type(const Module& module, const Instruction& chain) {
  Id type = base_type(module, chain);
  for (unsigned i = first_index_operand(chain.opcode); i < chain.operand_count() && type != 0; ++i)
    type = part_type(module, type, chain.id(i));
  return type;
}

// The type of the texels that an untyped pointer to one points to.
Id sampled_type(const Module& module, const Instruction& texel_pointer) {
  constexpr unsigned image_type_operand = 2;
  const Instruction* image = module.definition(texel_pointer.id(image_type_operand));
  return image != nullptr && image->opcode == spv::Op::OpTypeImage ? image->id(1) : 0;
}

Id type_of_value(const Module& module, Id value) {
  const Instruction* definition = module.definition(value);
  return definition == nullptr ? 0 : definition->type;
}

// A cooperative matrix is accessed component by component.
Id component_type(const Module& module, Id type) {
  const Instruction* declaration = module.definition(type);
  return declaration != nullptr && declaration->opcode == spv::Op::OpTypeCooperativeMatrixKHR
             ? declaration->id(1)
             : type;
}

}  // namespace

std::optional<spv::BuiltIn> heap_built_in(const Module& module, Id variable) {
  for (const Decoration& decoration : module.decorations(variable)) {
    if (decoration.kind != spv::Decoration::BuiltIn || decoration.literals.empty()) continue;
    const auto built_in = static_cast<spv::BuiltIn>(decoration.literals[0]);
    if (built_in == spv::BuiltIn::ResourceHeapEXT || built_in == spv::BuiltIn::SamplerHeapEXT)
      return built_in;
  }
  return std::nullopt;
}

Id data_type(const Module& module, const Instruction& variable) {
  constexpr unsigned data_type_operand = 3;
  if (variable.opcode == spv::Op::OpUntypedVariableKHR) return variable.id(data_type_operand);
  return typed_pointee(module, variable.result);
}

Id base_type(const Module& module, const Instruction& chain) {
  constexpr unsigned base_type_operand = 2;
  return is_untyped_access_chain(chain.opcode) ? chain.id(base_type_operand)
                                               : pointee_type(module, base_of(chain));
}

Id pointee_type(const Module& module, Id pointer) {
  for (unsigned steps = 0; steps < deepest_chain; ++steps) {
    if (const Id type = typed_pointee(module, pointer); type != 0) return type;
    const Instruction* definition = module.definition(pointer);
    if (definition == nullptr) return 0;
    if (definition->opcode == spv::Op::OpUntypedVariableKHR) return data_type(module, *definition);
    if (is_untyped_access_chain(definition->opcode)) return selected_type(module, *definition);
    if (definition->opcode == spv::Op::OpUntypedImageTexelPointerEXT)
      return sampled_type(module, *definition);
    if (definition->opcode != spv::Op::OpCopyObject) return 0;
    pointer = base_of(*definition);
  }
  return 0;
}

Id accessed_type(const Module& module, const Instruction& access, Id pointer) {
  if (const Id type = typed_pointee(module, pointer); type != 0) return type;
  switch (access.opcode) {
    case spv::Op::OpStore:
    case spv::Op::OpCooperativeMatrixStoreKHR:
      return component_type(module, type_of_value(module, access.id(1)));
    case spv::Op::OpAtomicStore:
      return type_of_value(module, access.id(3));
    // At least one of the pointers has an OpTypePointer.
    case spv::Op::OpCopyMemory:
      return typed_pointee(module, access.id(access.id(0) == pointer ? 1 : 0));
    case spv::Op::OpCopyMemorySized:
    case spv::Op::OpAtomicFlagTestAndSet:
      return 0;
    default:
      return component_type(module, access.type);
  }
}

}  // namespace spirv_oracle
