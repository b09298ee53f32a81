// Arrays of descriptors as objects.
#include <algorithm>

#include "debugger/engine/program/object.h"
#include "interpreter/ir/program_request.h"
#include "interpreter/lowering/resources.h"

namespace spirv_oracle {
namespace {

BindingKey binding_of(const Module& module, Id variable) {
  BindingKey key;
  key.set = module.decoration(variable, spv::Decoration::DescriptorSet).value_or(0);
  key.binding = module.decoration(variable, spv::Decoration::Binding).value_or(0);
  return key;
}

}  // namespace

const ResourceObjects& Objects::resources() const {
  if (!resources_) resources_ = std::make_shared<ResourceObjects>(resource_objects(*shapes_));
  return *resources_;
}

// An array without a size has as many elements as the user has bound.
std::uint64_t Objects::descriptor_count(const Object& array) const {
  const Type& type = types_.type(array.type);
  if (type.kind == Type::Kind::array || shapes_ == nullptr) return type.count;
  const BindingKey key = binding_of(types_.module(), array.variable);
  std::uint64_t count = 0;
  for (const auto& [bound, object] : objects_of_type(resources(), types_.type(type.element))) {
    if (bound.set == key.set && bound.binding == key.binding)
      count = std::max<std::uint64_t>(count, std::uint64_t{bound.element} + 1);
  }
  return count;
}

Object Objects::descriptor(const Object& array, std::uint64_t index) const {
  const Id element = types_.type(array.type).element;
  const Type::Kind kind = types_.type(element).kind;
  if (kind == Type::Kind::sampler) return unavailable(element, "it is a sampler");
  if (kind == Type::Kind::acceleration_structure)
    return unavailable(element, "it is an acceleration structure");
  if (kind == Type::Kind::array || kind == Type::Kind::runtime_array)
    return unavailable(element, "it is an array of descriptors in another one");
  BindingKey key = binding_of(types_.module(), array.variable);
  key.element = static_cast<std::uint32_t>(index);
  if (shapes_ == nullptr) return unavailable(element, "the run has no resources");
  const auto bound = resources().buffers.find(key);
  if (bound == resources().buffers.end()) return unavailable(element, "nothing is bound to it");
  Object result;
  result.where = Object::Where::memory;
  result.type = element;
  result.address = AddressSpace::base_of(bound->second);
  result.subgroup = array.subgroup;
  result.lane = array.lane;
  if (is_image(result) && !texels(result))
    return unavailable(element, "no image with a known format is bound to it");
  return result;
}

}  // namespace spirv_oracle
