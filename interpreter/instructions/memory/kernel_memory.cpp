#include "interpreter/instructions/memory/kernel_memory.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "interpreter/checks/write_note.h"
#include "interpreter/exec/state/pipe_state.h"
#include "interpreter/instructions/memory/copy_memory_sized.h"
#include "interpreter/instructions/memory/memory.h"
#include "interpreter/instructions/memory/small_pointers.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/kernel_images.h"
#include "interpreter/lowering/resources.h"
#include "interpreter/pipe_argument.h"

namespace spirv_oracle {

Value address_value(Lowering& lowering, std::uint64_t address) {
  Value value;
  value.slots = {lowering.constant_plane(ScalarType::pointer(), address)};
  return value;
}

namespace {

// The components of a value with the memory layout of `type`, the same for all lanes.
Value value_from_bytes(Lowering& lowering, Id type, const ShadowedBytes& contents) {
  Value value;
  for (const MemoryComponent& component : memory_components(lowering.types(), type, {})) {
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

// One parameter of the kernel, and its argument in the request.
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
  Value missing() const { lowering_.fail_input("no value is given for " + name()); }
  Value buffer() const;
  Value local_memory() const;
  Value copied() const;
  Value pipe(const Instruction& type) const;
  // The bytes of the value if their number is the size of `type`; otherwise null.
  const ShadowedBytes* contents(Id type) const;

  Lowering& lowering_;
  Id parameter_;
  std::uint32_t number_;
  const Type& type_;
};

const ShadowedBytes* Argument::contents(Id type) const {
  const auto& values = lowering_.request().argument_values;
  const auto found = values.find(number_);
  if (found == values.end()) return nullptr;
  if (found->second.size() < lowering_.type(type).size) {
    lowering_.fail_input(name() + " has " + std::to_string(found->second.size()) +
                         " bytes, but takes " + std::to_string(lowering_.type(type).size));
  }
  return &found->second;
}

Value Argument::buffer() const {
  const ResourceObjects objects = resource_objects(lowering_.request());
  const auto found = objects.buffers.find({BindingKey::kernel_arguments, number_, 0});
  if (found == objects.buffers.end()) {
    if (const ShadowedBytes* address = contents(lowering_.type_id_of(parameter_));
        address != nullptr) {
      return value_from_bytes(lowering_, lowering_.type_id_of(parameter_), *address);
    }
    return missing();
  }
  Allocation& allocation = *lowering_.memory().object(found->second).allocation;
  if (type_.storage_class == spv::StorageClass::UniformConstant) allocation.writable = false;
  allocation.name = "buffer " + binding_name(found->first) + " (" +
                    name_of_memory(lowering_.module(), parameter_) + ")";
  lowering_.builder().set_contents(found->second, {type_.element, true});
  return address_value(lowering_, AddressSpace::base_of(found->second));
}

Value Argument::local_memory() const {
  const auto& sizes = lowering_.request().local_arguments;
  const auto size = sizes.find(number_);
  if (size == sizes.end()) return missing();
  const std::uint32_t object =
      lowering_.memory().allocate(size->second, MemoryKind::workgroup, name());
  if (object == 0) {
    lowering_.fail({Status::limit, "memory limit reached while allocating " + name()});
  }
  lowering_.builder().add(WorkgroupVariable{object, size->second});
  lowering_.builder().set_contents(object, {type_.element, true});
  return address_value(lowering_, AddressSpace::base_of(object));
}

Value Argument::copied() const {
  const ShadowedBytes* bytes = contents(type_.element);
  if (bytes == nullptr) return missing();
  const std::uint32_t object = lowering_.memory().allocate(*bytes, MemoryKind::constant, name());
  if (object == 0) {
    lowering_.fail({Status::limit, "memory limit reached while allocating " + name()});
  }
  return copy_for_callee(lowering_, parameter_,
                         address_value(lowering_, AddressSpace::base_of(object)));
}

Value Argument::pipe(const Instruction& type) const {
  const ProgramRequest& request = lowering_.request();
  const auto given = request.argument_values.find(number_);
  if (given == request.argument_values.end()) return missing();
  const ResourceObjects objects = resource_objects(request);
  const auto packets = objects.buffers.find({BindingKey::kernel_arguments, number_, 0});
  // A placeholder (compile/placeholders.h) has no packets.
  if (packets == objects.buffers.end()) return address_value(lowering_, 0);
  const PipeArgument argument = pipe_argument_of(given->second);
  const std::uint64_t size = request.buffers.at(packets->first);
  const bool is_written =
      static_cast<spv::AccessQualifier>(type.literal(1)) == spv::AccessQualifier::WriteOnly;
  if (argument.packet_size == 0 || size % argument.packet_size != 0 ||
      size / argument.packet_size > argument.max_packets) {
    lowering_.fail_input(name() + " has packets that do not fit into the pipe");
    return {};
  }
  PipeState state;
  state.packet_size = argument.packet_size;
  state.max_packets = argument.max_packets;
  state.limit = is_written ? state.max_packets : size / argument.packet_size;
  state.taken = is_written ? size / argument.packet_size : 0;
  state.argument = number_;
  state.is_written = is_written ? 1 : 0;
  if (const auto known = request.pipes.find(number_); known != request.pipes.end())
    state.known = known->second;
  state.store_in(lowering_.memory().object(packets->second));
  return address_value(lowering_, AddressSpace::base_of(packets->second));
}

Value Argument::bind() const {
  if (type_.kind == Type::Kind::other) {
    lowering_.fail_unsupported("the type of " + name());
  }
  if (type_.is_descriptor())
    return lower_descriptor_argument(lowering_, parameter_, number_, name());
  const Instruction* declaration = lowering_.module().definition(lowering_.type_id_of(parameter_));
  if (declaration != nullptr && declaration->opcode == spv::Op::OpTypePipe)
    return pipe(*declaration);
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
}

// The address in a plane, if it is constant.
std::optional<std::uint64_t> constant_address(Lowering& lowering, Slot slot) {
  for (const ConstantPlane& plane : lowering.program().registers.constants) {
    if (plane.slot == slot) return plane.bits;
  }
  return std::nullopt;
}

void store_bits(const ObjectEntry& object, const MemoryComponent& component, std::uint64_t bits) {
  const unsigned bytes = component.type.memory_bytes();
  std::memcpy(object.bytes + component.offset, &bits, bytes);
  std::fill_n(object.shadow + component.offset, bytes, Definedness::defined);
}

// The type whose parts the indices of a constant access chain select.
Id constant_base_type(const Lowering& lowering, const Instruction& chain) {
  constexpr unsigned base_type_operand = 3;
  const auto opcode = static_cast<spv::Op>(chain.literal(2));
  return is_untyped_access_chain(opcode) ? chain.id(base_type_operand)
                                         : pointee_type(lowering.module(), specialized_base(chain));
}

// The offset in what Base of a constant access chain points to of the part that the indices from operand `first` on select.
std::optional<std::uint64_t> constant_offset(const Lowering& lowering, const Instruction& chain) {
  Id type = constant_base_type(lowering, chain);
  const auto opcode = static_cast<spv::Op>(chain.literal(2));
  std::uint64_t offset = 0;
  for (unsigned i = first_index_operand(opcode) + 1; i < chain.operand_count(); ++i) {
    const Type& whole = lowering.type(type);
    const auto index = lowering.types().integer(chain.id(i));
    if (!index || *index < 0) return std::nullopt;
    const auto position = static_cast<std::uint64_t>(*index);
    if (whole.kind == Type::Kind::structure) {
      if (position >= whole.members.size()) return std::nullopt;
      offset += whole.members[position].offset;
      type = whole.members[position].type;
    } else if (whole.kind == Type::Kind::array || whole.kind == Type::Kind::vector) {
      const std::uint64_t natural = lowering.type(whole.element).size;
      offset += position * (whole.stride != 0 ? whole.stride : natural);
      type = whole.element;
    } else {
      return std::nullopt;
    }
  }
  // The validator checks it only in functions. Translators are known to write a chain from an array that counts bytes.
  const Id declared = lowering.type(chain.type).element;
  if (declared != 0 && declared != type)
    lowering.fail_input("the type of " + lowering.module().display(chain.result) +
                        " is not a pointer to what the access chain selects");
  return offset;
}

// The address that a constant expression of pointers computes; none if it is not known.
std::optional<std::uint64_t> constant_pointer(Lowering& lowering, Id id) {
  const Instruction* definition = lowering.module().definition(id);
  if (definition == nullptr) return std::nullopt;
  if (const ConstantValue* value = lowering.types().constant(id);
      value != nullptr && value->size() == 1 && !value->front().undefined)
    return value->front().bits;
  if (is_variable(definition->opcode)) return constant_address(lowering, lowering.slot(id));
  if (definition->opcode != spv::Op::OpSpecConstantOp || definition->operand_count() < 4)
    return std::nullopt;
  const Id base = specialized_base(*definition);
  const auto address = constant_pointer(lowering, base);
  if (!address) return std::nullopt;
  switch (static_cast<spv::Op>(definition->literal(2))) {
    case spv::Op::OpBitcast:
    case spv::Op::OpPtrCastToGeneric:
      return address;
    case spv::Op::OpAccessChain:
    case spv::Op::OpInBoundsAccessChain:
    case spv::Op::OpUntypedAccessChainKHR:
    case spv::Op::OpUntypedInBoundsAccessChainKHR: {
      const auto offset = constant_offset(lowering, *definition);
      return offset ? std::optional(*address + *offset) : std::nullopt;
    }
    case spv::Op::OpPtrAccessChain:
    case spv::Op::OpInBoundsPtrAccessChain:
    case spv::Op::OpUntypedPtrAccessChainKHR:
    case spv::Op::OpUntypedInBoundsPtrAccessChainKHR: {
      const unsigned first_index =
          first_index_operand(static_cast<spv::Op>(definition->literal(2))) + 1;
      if (definition->operand_count() < first_index) return std::nullopt;
      const auto element = lowering.types().integer(definition->id(first_index - 1));
      const auto offset = constant_offset(lowering, *definition);
      if (!element || !offset) return std::nullopt;
      const std::uint64_t size = lowering.type(constant_base_type(lowering, *definition)).size;
      return *address + *offset + static_cast<std::uint64_t>(*element) * size;
    }
    default:
      return std::nullopt;
  }
}

// Stores a constant of `type` at `offset`. False if its value is not known.
bool store_constant(Lowering& lowering, const ObjectEntry& object, Id constant, Id type,
                    std::uint64_t offset) {
  std::vector<MemoryComponent> components = memory_components(lowering.types(), type, {});
  for (MemoryComponent& component : components) {
    component.offset += offset;
  }
  if (const ConstantValue* value = lowering.types().constant(constant); value != nullptr) {
    if (value->size() != components.size()) return false;
    for (std::size_t i = 0; i < components.size(); ++i) {
      // A null pointer.
      if (has_small_pointers(lowering) &&
          components[i].type.scalar_class == ScalarType::Class::pointer)
        components[i].type = ScalarType::unsigned_integer(4);
      if (!(*value)[i].undefined) store_bits(object, components[i], (*value)[i].bits);
    }
    return true;
  }
  const Instruction* definition = lowering.module().definition(constant);
  if (definition == nullptr) return false;
  if (definition->opcode != spv::Op::OpConstantComposite) {
    const auto address = constant_pointer(lowering, constant);
    if (!address || components.size() != 1) return false;
    if (!has_small_pointers(lowering)) {
      store_bits(object, components.front(), *address);
      return true;
    }
    components.front().type = ScalarType::unsigned_integer(4);
    store_bits(object, components.front(), small_pointer(*address));
    return true;
  }
  const Type& whole = lowering.type(type);
  for (unsigned i = 2; i < definition->operand_count(); ++i) {
    const std::uint32_t part = i - 2;
    const bool is_structure = whole.kind == Type::Kind::structure;
    if (is_structure && part >= whole.members.size()) return false;
    const Id part_type = is_structure ? whole.members[part].type : whole.element;
    const std::uint64_t stride = whole.stride != 0 ? whole.stride : lowering.type(part_type).size;
    const std::uint64_t place = is_structure ? whole.members[part].offset : part * stride;
    if (!store_constant(lowering, object, definition->id(i), part_type, offset + place))
      return false;
  }
  return true;
}

// Sets the initial contents of the variable.
void initialize(Lowering& lowering, const Instruction& variable, const ObjectEntry& object) {
  const unsigned initializer = initializer_operand(variable.opcode);
  if (!variable.has(initializer)) return;
  const Id type = data_type(lowering.module(), variable);
  if (!store_constant(lowering, object, variable.id(initializer), type, 0)) {
    lowering.fail_unsupported("the initializer of variable " +
                              lowering.module().display(variable.result));
  }
}

}  // namespace

void bind_kernel_arguments(Lowering& lowering, const Function& kernel) {
  for (std::uint32_t i = 0; i < kernel.parameters.size(); ++i) {
    Value value = Argument(lowering, kernel.parameters[i], i).bind();
    lowering.bind(kernel.parameters[i], std::move(value));
  }
}

std::uint64_t offset_in_memory(const ProgramRequest& request, std::uint32_t number) {
  const auto range = request.memory_buffers.find({BindingKey::kernel_arguments, number, 0});
  return range == request.memory_buffers.end() ? 0 : range->second.begin;
}

Value lower_constant_pointer(Lowering& lowering, const Instruction& constant) {
  const auto address = constant_pointer(lowering, constant.result);
  if (address) return address_value(lowering, *address);
  lowering.fail_unsupported("the constant " + lowering.module().display(constant.result));
}

Value kernel_variable(Lowering& lowering, const Instruction& variable) {
  const Type& pointee = lowering.type(data_type(lowering.module(), variable));
  const std::string name = lowering.module().display(variable.result);
  const bool is_constant =
      lowering.type(variable.type).storage_class == spv::StorageClass::UniformConstant;
  if (pointee.kind == Type::Kind::other) {
    lowering.fail_unsupported("variable " + name + " of the type " +
                              lowering.type_text(variable.type));
  }
  const std::uint32_t object = lowering.memory().allocate(
      pointee.size, is_constant ? MemoryKind::constant : MemoryKind::physical, name);
  if (object == 0) {
    lowering.fail({Status::limit, "memory limit reached while allocating variable " + name});
  }
  if (!is_constant) lowering.builder().add_global_variable(object);
  lowering.builder().set_contents(object, {data_type(lowering.module(), variable)});
  const ObjectEntry entry = lowering.memory().object(object);
  initialize(lowering, variable, entry);
  entry.allocation->writable = !is_constant;
  return address_value(lowering, AddressSpace::base_of(object));
}

Value copy_for_callee(Lowering& lowering, Id parameter, const Value& argument) {
  const Id pointee = lowering.type_of(parameter).element;
  if (pointee == 0) lowering.fail_unsupported("an untyped pointer that is passed by value");
  if (argument.slots.size() != 1) {
    lowering.fail_unsupported("a variable in registers as an argument that is passed by value");
  }
  Value copy = create_lane_memory(lowering, parameter, pointee);
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
