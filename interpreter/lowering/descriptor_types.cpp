#include "interpreter/lowering/descriptor_types.h"

#include <map>
#include <string>

#include "interpreter/exec/report/object_name.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/resources.h"

namespace spirv_oracle {
namespace {

// The first variable at each binding.
struct NotedDescriptors {
  std::map<BindingKey, Id> variables;
};

DescriptorType descriptor_type_of(Lowering& lowering, const Instruction& variable) {
  const Type& type = descriptor_type(lowering, variable);
  if (type.is_descriptor()) return descriptor_type_of(type);
  Id block = data_type(lowering.module(), variable);
  while (lowering.type(block).kind == Type::Kind::array ||
         lowering.type(block).kind == Type::Kind::runtime_array)
    block = lowering.type(block).element;
  const bool is_uniform =
      static_cast<spv::StorageClass>(variable.literal(2)) == spv::StorageClass::Uniform &&
      !lowering.module().has_decoration(block, spv::Decoration::BufferBlock);
  return is_uniform ? DescriptorType::uniform_buffer : DescriptorType::storage_buffer;
}

// Whether one descriptor supports both.
bool may_share(DescriptorType a, DescriptorType b) {
  return a == b || (a >= DescriptorType::sampled_image && b >= DescriptorType::sampled_image);
}

}  // namespace

DescriptorType descriptor_type_of(const Type& type) {
  if (type.kind == Type::Kind::sampler) return DescriptorType::sampler;
  if (type.kind == Type::Kind::acceleration_structure)
    return DescriptorType::acceleration_structure;
  const bool is_storage = type.image.sampled == 2;
  if (type.image.dim == spv::Dim::Buffer)
    return is_storage ? DescriptorType::storage_texel_buffer : DescriptorType::uniform_texel_buffer;
  if (type.kind == Type::Kind::sampled_image) return DescriptorType::combined_image_sampler;
  return is_storage ? DescriptorType::storage_image : DescriptorType::sampled_image;
}

void note_descriptor_type(Lowering& lowering, const Instruction& variable) {
  const Module& module = lowering.module();
  BindingKey key;
  key.set = module.decoration(variable.result, spv::Decoration::DescriptorSet).value_or(0);
  key.binding = module.decoration(variable.result, spv::Decoration::Binding).value_or(0);
  const auto [first, is_first] =
      lowering.notes<NotedDescriptors>().variables.try_emplace(key, variable.result);
  if (is_first) return;
  const DescriptorType type = descriptor_type_of(lowering, variable);
  const DescriptorType other = descriptor_type_of(lowering, *module.definition(first->second));
  if (may_share(type, other)) return;
  lowering.fail_input(
      "no descriptor at binding " + binding_name(key) + " can be both " +
      std::string(name_of(other)) + " (" + name_of_declaration(module, first->second) + ") and " +
      std::string(name_of(type)) + " (" + name_of_declaration(module, variable.result) + ")");
}

}  // namespace spirv_oracle
