#include "interpreter/instructions/memory/kernel_memory.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "interpreter/checks/write_note.h"
#include "interpreter/instructions/memory/copy_memory_sized.h"
#include "interpreter/instructions/memory/memory.h"
#include "interpreter/lowering/resources.h"

namespace spirv_oracle {
namespace {

Value address_value(Lowering& lowering, std::uint64_t address) {
  Value value;
  value.slots = {lowering.constant_plane(ScalarType::pointer(), address)};
  return value;
}

// The components of a value that lies in memory like `type`: the same for all lanes.
Value value_from_bytes(Lowering& lowering, Id type, const ShadowedBytes& contents) {
  Value value;
  for (const MemoryComponent& component : lowering.memory_components(type, {})) {
    const unsigned bytes = component.type.memory_bytes();
    std::uint64_t bits = 0;
    std::memcpy(&bits, contents.bytes.data() + component.offset, bytes);
    const auto first = contents.shadow.begin() + static_cast<std::ptrdiff_t>(component.offset);
    const bool undefined =
        std::any_of(first, first + bytes, [](Definedness d) { return d != Definedness::defined; });
    value.slots.push_back(lowering.constant_plane(component.type, bits, undefined));
  }
  return value;
}

// One parameter of the kernel, and what the dispatch gives for it.
class Argument {
 public:
  Argument(Lowering& lowering, Id parameter, std::uint32_t number)
      : lowering_(lowering),
        parameter_(parameter),
        number_(number),
        type_(lowering.type_of(parameter)) {}

  Value bind() const;

 private:
  std::string name() const {
    return "argument " + std::to_string(number_) + " (" +
           name_of_memory(lowering_.module(), parameter_) + ")";
  }
  Value missing() const {
    lowering_.fail_input("no value is given for " + name());
    return {};
  }
  Value buffer() const;
  Value local_memory() const;
  Value copied() const;
  // The bytes of the value, if there are as many as `type` has; null otherwise.
  const ShadowedBytes* contents(Id type) const;

  Lowering& lowering_;
  Id parameter_;
  std::uint32_t number_;
  const Type& type_;
};

const ShadowedBytes* Argument::contents(Id type) const {
  const auto& values = lowering_.dispatch().argument_values;
  const auto found = values.find(number_);
  if (found == values.end()) return nullptr;
  if (found->second.size() < lowering_.type(type).size) {
    lowering_.fail_input(name() + " has " + std::to_string(found->second.size()) +
                         " bytes, but takes " + std::to_string(lowering_.type(type).size));
    return nullptr;
  }
  return &found->second;
}

Value Argument::buffer() const {
  const ResourceObjects objects = resource_objects(lowering_.dispatch());
  const auto found = objects.buffers.find({BindingKey::kernel_arguments, number_, 0});
  if (found == objects.buffers.end()) {
    if (const ShadowedBytes* address = contents(lowering_.type_id_of(parameter_));
        address != nullptr) {
      return value_from_bytes(lowering_, lowering_.type_id_of(parameter_), *address);
    }
    return missing();
  }
  if (type_.storage_class == spv::StorageClass::UniformConstant)
    lowering_.memory().object(found->second).allocation->writable = false;
  return address_value(lowering_, AddressSpace::base_of(found->second));
}

Value Argument::local_memory() const {
  const auto& sizes = lowering_.dispatch().local_arguments;
  const auto size = sizes.find(number_);
  if (size == sizes.end()) return missing();
  const std::uint32_t object =
      lowering_.memory().allocate(size->second, MemoryKind::workgroup, name());
  if (object == 0) {
    lowering_.fail({Status::limit, "memory limit reached while allocating " + name()});
    return {};
  }
  lowering_.program().workgroup_variables.push_back({object, size->second});
  return address_value(lowering_, AddressSpace::base_of(object));
}

Value Argument::copied() const {
  const ShadowedBytes* bytes = contents(type_.element);
  if (bytes == nullptr) return missing();
  const std::uint32_t object = lowering_.memory().allocate(*bytes, MemoryKind::constant, name());
  if (object == 0) {
    lowering_.fail({Status::limit, "memory limit reached while allocating " + name()});
    return {};
  }
  return copy_for_callee(lowering_, parameter_,
                         address_value(lowering_, AddressSpace::base_of(object)));
}

Value Argument::bind() const {
  if (type_.kind == Type::Kind::other) {
    lowering_.fail_unsupported("the type of " + name());
    return {};
  }
  if (type_.kind != Type::Kind::pointer) {
    const Id type = lowering_.type_id_of(parameter_);
    const ShadowedBytes* bytes = contents(type);
    return bytes == nullptr ? missing() : value_from_bytes(lowering_, type, *bytes);
  }
  switch (type_.storage_class) {
    case spv::StorageClass::CrossWorkgroup:
    case spv::StorageClass::UniformConstant:
      return buffer();
    case spv::StorageClass::Workgroup:
      return local_memory();
    case spv::StorageClass::Function:
      if (is_by_value(lowering_.module(), parameter_)) return copied();
      break;
    default:
      break;
  }
  lowering_.fail_unsupported("the storage class of " + name());
  return {};
}

// The address that a plane has in all lanes, if it is constant.
std::optional<std::uint64_t> constant_address(Lowering& lowering, Slot slot) {
  for (const ConstantPlane& plane : lowering.program().constants) {
    if (plane.slot == slot) return plane.bits;
  }
  return std::nullopt;
}

void store_bits(const ObjectEntry& object, const MemoryComponent& component, std::uint64_t bits) {
  const unsigned bytes = component.type.memory_bytes();
  std::memcpy(object.bytes + component.offset, &bits, bytes);
  std::fill_n(object.shadow + component.offset, bytes, Definedness::defined);
}

// Before the first invocation: what the variable holds then.
void initialize(Lowering& lowering, const Instruction& variable, const ObjectEntry& object) {
  constexpr unsigned initializer = 3;
  if (!variable.has(initializer)) return;
  const Id type = lowering.type(variable.type).element;
  const std::vector<MemoryComponent> components = lowering.memory_components(type, {});
  if (const ConstantValue* value = lowering.types().constant(variable.id(initializer));
      value != nullptr && value->size() == components.size()) {
    for (std::size_t i = 0; i < components.size(); ++i) {
      if (!(*value)[i].undefined) store_bits(object, components[i], (*value)[i].bits);
    }
    return;
  }
  const Instruction* pointed = lowering.module().definition(variable.id(initializer));
  if (pointed != nullptr && pointed->opcode == spv::Op::OpVariable && components.size() == 1) {
    const auto address = constant_address(lowering, lowering.slot(variable.id(initializer)));
    if (address) return store_bits(object, components.front(), *address);
  }
  lowering.fail_unsupported("the initializer of variable " +
                            lowering.module().display(variable.result));
}

}  // namespace

void bind_kernel_arguments(Lowering& lowering, const Function& kernel) {
  for (std::uint32_t i = 0; i < kernel.parameters.size() && !lowering.failed(); ++i) {
    Value value = Argument(lowering, kernel.parameters[i], i).bind();
    if (lowering.failed()) return;
    lowering.bind(kernel.parameters[i], std::move(value));
  }
}

Value kernel_variable(Lowering& lowering, const Instruction& variable) {
  const Type& pointee = lowering.type(lowering.type(variable.type).element);
  const std::string name = lowering.module().display(variable.result);
  const bool is_constant =
      lowering.type(variable.type).storage_class == spv::StorageClass::UniformConstant;
  if (pointee.kind == Type::Kind::other) {
    lowering.fail_unsupported("the type of variable " + name);
    return {};
  }
  const std::uint32_t object = lowering.memory().allocate(
      pointee.size, is_constant ? MemoryKind::constant : MemoryKind::physical, name);
  if (object == 0) {
    lowering.fail({Status::limit, "memory limit reached while allocating variable " + name});
    return {};
  }
  if (!is_constant) lowering.program().global_variables.push_back(object);
  const ObjectEntry entry = lowering.memory().object(object);
  initialize(lowering, variable, entry);
  entry.allocation->writable = !is_constant;
  return address_value(lowering, AddressSpace::base_of(object));
}

Value copy_for_callee(Lowering& lowering, Id parameter, const Value& argument) {
  const Id pointee = lowering.type_of(parameter).element;
  if (argument.slots.size() != 1) {
    lowering.fail_unsupported("a variable in registers as an argument that is passed by value");
    return {};
  }
  Value copy = create_lane_memory(lowering, parameter, pointee);
  if (lowering.failed()) return copy;
  const ScalarType size = ScalarType::unsigned_integer(8);
  const std::uint32_t alignments[] = {1, 1};
  emit_write_note(lowering, copy.slots[0], lowering.type(pointee).size);
  const std::uint32_t record =
      lowering.emit(copy_memory_handler(size.bytes), no_slot,
                    {copy.slots[0], argument.slots[0],
                     lowering.constant_plane(size, lowering.type(pointee).size)},
                    lowering.add_data(alignments));
  note_copy_accesses(lowering, record, size.bytes, lowering.type(pointee).size);
  return copy;
}

}  // namespace spirv_oracle
