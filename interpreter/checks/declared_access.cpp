#include "interpreter/checks/declared_access.h"

#include <algorithm>
#include <set>
#include <span>

#include "interpreter/checks/accessed_operands.h"
#include "interpreter/checks/pointer_origins.h"
#include "interpreter/exec/memory_access.h"
#include "interpreter/exec/report/element_name.h"
#include "interpreter/exec/report/object_name.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/exec/report/report_always.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/lowered_function.h"
#include "interpreter/lowering/resources.h"

namespace spirv_oracle {
namespace {

// Whether a value of the type has a member with the decoration.
bool has_member(Lowering& lowering, Id type_id, spv::Decoration decoration) {
  const Type& type = lowering.type(type_id);
  if (type.component_count > SpecializedModule::max_components) return false;
  if (type.kind == Type::Kind::array) return has_member(lowering, type.element, decoration);
  if (type.kind != Type::Kind::structure) return false;
  for (std::uint32_t i = 0; i < type.members.size(); ++i) {
    if (lowering.module().member_decoration(type_id, i, decoration) ||
        has_member(lowering, type.members[i].type, decoration)) {
      return true;
    }
  }
  return false;
}

// Whether the variable, or each of its members, has the decoration.
bool is_decorated(Lowering& lowering, const Instruction& variable, spv::Decoration decoration) {
  if (lowering.module().has_decoration(variable.result, decoration)) return true;
  Id block = data_type(lowering.module(), variable);
  while (lowering.type(block).kind == Type::Kind::array ||
         lowering.type(block).kind == Type::Kind::runtime_array) {
    block = lowering.type(block).element;
  }
  const std::size_t members = lowering.type(block).members.size();
  for (std::uint32_t i = 0; i < members; ++i) {
    if (!lowering.module().member_decoration(block, i, decoration)) return false;
  }
  return members > 0;
}

// The objects of the buffers that are only reached through variables with the decoration.
std::set<std::uint32_t> decorated_buffers(Lowering& lowering, spv::Decoration decoration) {
  std::set<std::uint32_t> decorated, others;
  const Module& module = lowering.module();
  const ResourceObjects objects = resource_objects(lowering.request());
  for (const Instruction& variable : module.instructions()) {
    if (variable.opcode == spv::Op::OpFunction) break;
    if (!is_variable(variable.opcode) ||
        static_cast<spv::StorageClass>(variable.literal(2)) != spv::StorageClass::StorageBuffer) {
      continue;
    }
    const auto set = module.decoration(variable.result, spv::Decoration::DescriptorSet).value_or(0);
    const auto binding = module.decoration(variable.result, spv::Decoration::Binding).value_or(0);
    auto& group = is_decorated(lowering, variable, decoration) ? decorated : others;
    for (const auto& [key, object] : objects.buffers) {
      if (key.set == set && key.binding == binding) group.insert(object);
    }
  }
  std::erase_if(decorated, [&](std::uint32_t object) { return others.contains(object); });
  return decorated;
}

// A variable, or the structure that a pointer without a known variable points to; 0: one without a name.
std::string name_of_whole(const Module& module, Id id) {
  if (id == 0) return "a structure";
  return module.definition(id)->opcode == spv::Op::OpTypeStruct
             ? "block " + std::string(module.name(id))
             : name_of_declaration(module, id);
}

// Reports an access that a decoration forbids. extra: in Program::data { what is decorated, or what
// name_of_whole names if a member is; whether a member is }.
template <const Clause& clause>
const Record* report_decorated(Subgroup& subgroup, const Record* record) {
  const std::uint32_t* words = subgroup.data + record->extra;
  const std::string name = name_of_whole(*subgroup.program->module, words[0]);
  report(subgroup, *record, clause, subgroup.active, words[1] != 0 ? "a member of " + name : name);
  return record + 1;
}

// extra: in Program::data { the pointer's operand number, count, object * count }: the objects that must not be accessed.
template <const Clause& clause>
const Record* check_objects(Subgroup& subgroup, const Record* record) {
  const std::uint32_t* words = subgroup.data + record->extra;
  const Slot slot = record->operand[words[0]];
  const std::uint64_t* address = subgroup.values<std::uint64_t>(slot);
  const std::span objects(words + 2, words[1]);
  BrokenClauses broken;
  (subgroup.active & ~subgroup.header(slot).undefined).for_each([&](unsigned lane) {
    const auto object = static_cast<std::uint32_t>(address[lane] >> AddressSpace::offset_bits);
    if (std::ranges::binary_search(objects, object)) broken.add(clause, lane);
  });
  broken.report(subgroup, *record, [&](const Clause&, unsigned lane) {
    return name_in_source(*subgroup.memory->find(address[lane]).allocation);
  });
  return record + 1;
}

// operand 0: addresses; extra: { alignment, bytes to add to the address, id of the pointer }. Ignores pointers that another clause covers.
template <const Clause& clause>
const Record* check_alignment(Subgroup& subgroup, const Record* record) {
  const std::uint64_t* address = subgroup.values<std::uint64_t>(record->operand[0]);
  const std::uint32_t* words = subgroup.data + record->extra;
  BrokenClauses broken;
  (subgroup.active & ~subgroup.header(record->operand[0]).undefined).for_each([&](unsigned lane) {
    if ((address[lane] + words[1]) % words[0] != 0 &&
        address[lane] >> AddressSpace::offset_bits != reported_object) {
      broken.add(clause, lane);
    }
  });
  broken.report(subgroup, *record, [&](const Clause&, unsigned lane) {
    // An argument that is a part of memory is an object of its own: its name is not that of the memory.
    const Allocation* allocation = subgroup.memory->find(address[lane]).allocation;
    const bool is_part = words[1] != 0 || allocation == nullptr;
    const std::uint64_t offset = AddressSpace::offset(address[lane]) + words[1];
    return name_of_declaration(*subgroup.program->module, words[2]) + " points to " +
           (is_part ? "byte offset " + std::to_string(offset)
                    : place_inside(*subgroup.program, *subgroup.memory, address[lane], 1).text) +
           "; the offset must be a multiple of " + std::to_string(words[0]);
  });
  return record + 1;
}

// operand 0: pointers; operand 1: their bases, at most `extra` bytes before them.
const Record* check_distance(Subgroup& subgroup, const Record* record) {
  const std::uint64_t* address = subgroup.values<std::uint64_t>(record->operand[0]);
  const std::uint64_t* begin = subgroup.values<std::uint64_t>(record->operand[1]);
  const auto distance = [&](unsigned lane) {
    return static_cast<std::int64_t>(address[lane] - begin[lane]);
  };
  const PlaneHeader header =
      subgroup.header(record->operand[0]) | subgroup.header(record->operand[1]);
  BrokenClauses broken;
  (subgroup.active & ~header.undefined).for_each([&](unsigned lane) {
    if (address[lane] >> AddressSpace::offset_bits != reported_object &&
        distance(lane) > std::int64_t{record->extra}) {
      broken.add(DeclaredAccess::moved_too_far, lane);
    }
  });
  broken.report(subgroup, *record, [&](const Clause&, unsigned lane) {
    return "the access is " + std::to_string(distance(lane)) +
           " bytes from the parameter, but MaxByteOffset is " + std::to_string(record->extra);
  });
  return record + 1;
}

// Lanes whose address, without its lowest `shift` bits, differs from that of the lowest lane of `lanes`. `lanes`
// receives those that have an address. Another clause covers the pointers of the others.
template <unsigned shift>
LaneMask lanes_that_differ(const Subgroup& subgroup, Slot slot, LaneMask& lanes) {
  const std::uint64_t* address = subgroup.values<std::uint64_t>(slot);
  lanes = {};
  (subgroup.active & ~subgroup.header(slot).undefined).for_each([&](unsigned lane) {
    const std::uint64_t object = address[lane] >> AddressSpace::offset_bits;
    if (object != 0 && object != reported_object) lanes.set(lane);
  });
  LaneMask others;
  if (lanes.none()) return others;
  const unsigned first = lanes.lowest();
  lanes.for_each([&](unsigned lane) {
    if (address[lane] >> shift != address[first] >> shift) others.set(lane);
  });
  return others;
}

// Requires the same address in all lanes. extra: in Program::data { the operand with the addresses, plane of the
// samplers or no_slot }.
template <const Clause& clause, unsigned shift>
const Record* compare_addresses(Subgroup& subgroup, const Record* record) {
  const std::uint32_t* words = subgroup.data + record->extra;
  for (const Slot slot : {record->operand[words[0]], words[1]}) {
    if (slot == no_slot) continue;
    LaneMask lanes;
    const LaneMask others = lanes_that_differ<shift>(subgroup, slot, lanes);
    if (others.none()) [[likely]]
      continue;
    const std::uint64_t* address = subgroup.values<std::uint64_t>(slot);
    BrokenClauses broken;
    broken.add(clause, lanes);
    broken.report(subgroup, *record, [&](const Clause&, unsigned) {
      const unsigned other = others.lowest();
      const auto describe = [&](unsigned lane) {
        const ObjectEntry& object = subgroup.memory->find(address[lane]);
        const std::string name =
            object.allocation == nullptr ? "no descriptor" : object.allocation->name;
        const std::string place =
            shift != 0
                ? std::string()
                : "byte offset " + std::to_string(AddressSpace::offset(address[lane])) + " of ";
        return "lane " + std::to_string(lane) + " accesses " + place + name;
      };
      return describe(lanes.lowest()) + ", and " + describe(other);
    });
    break;
  }
  return record + 1;
}

// An access of the current instruction through one of its operands.
class AccessCheck {
 public:
  AccessCheck(Lowering& lowering, const Instruction& instruction, const MemoryOperand& access)
      : lowering_(lowering),
        pointer_(instruction.id(access.operand)),
        position_(std::min(access.operand - Lowering::first_operand(instruction), 2u)),
        access_(access) {}

  void emit();

 private:
  void emit_decorations(const PointerValue& pointer);
  void emit_decorated(Handler handler, spv::Decoration decoration, const PointerValue& pointer);
  Id named_structure() const;
  void emit_attributes(const PointerValue& pointer);
  // For `report_decorated`.
  void emit_report(Handler handler, Id declaration, bool is_member);
  void emit_distance(const PointerValue& pointer);
  // Emits a check of a decoration, for a pointer whose variable is only known at run time.
  void emit_objects(Handler handler, spv::Decoration decoration);
  // Whether the variable belongs to a function that has returned.
  bool is_dangling(const PointerValue& pointer) const;
  void emit_descriptor(const Value& value);
  void emit_comparison(Handler handler, const Value& value);
  spv::Capability non_uniform_capability(const PointerValue& pointer) const;
  // Emits a record that has the pointer at the position of its operand, so that reports name it.
  std::uint32_t emit_with_pointer(Handler handler, std::uint32_t extra);

  Lowering& lowering_;
  Id pointer_;
  unsigned position_;
  MemoryOperand access_;
};

void AccessCheck::emit() {
  const Value value = lowering_.value(pointer_);
  const PointerValue& pointer = value.pointer;
  const bool in_planes = Lowering::in_planes(value);
  // A load of a descriptor does not access memory.
  if (pointer.heap != DescriptorHeap::none)
    lowering_.fail_unsupported("an access to a descriptor heap as data");
  if (is_dangling(pointer)) lowering_.emit(&report_always<DeclaredAccess::lifetime_ended>, no_slot);
  emit_decorations(pointer);
  if (in_planes) return;
  emit_distance(pointer);
  if (pointer.declaration == 0 &&
      lowering_.type_of(pointer_).storage_class == spv::StorageClass::StorageBuffer) {
    if (access_.writes)
      emit_objects(&check_objects<DeclaredAccess::non_writable>, spv::Decoration::NonWritable);
    if (access_.reads)
      emit_objects(&check_objects<DeclaredAccess::non_readable>, spv::Decoration::NonReadable);
  }
  emit_descriptor(value);
  if (pointer.push_constant_varies && lowering_.request().vulkan_environment)
    emit_comparison(&compare_addresses<DeclaredAccess::push_constant_not_uniform, 0>, value);
}

bool AccessCheck::is_dangling(const PointerValue& pointer) const {
  const Instruction* variable = lowering_.module().definition(pointer.declaration);
  if (lowering_.function() == nullptr || variable == nullptr ||
      static_cast<spv::StorageClass>(variable->literal(2)) != spv::StorageClass::Function) {
    return false;
  }
  return std::ranges::none_of(lowering_.function()->calls(), [&](const Function* function) {
    return variable->result >= function->first_local && variable->result < function->last_local;
  });
}

void AccessCheck::emit_objects(Handler handler, spv::Decoration decoration) {
  const std::set<std::uint32_t> objects = decorated_buffers(lowering_, decoration);
  if (objects.empty()) return;
  std::vector<std::uint32_t> words = {position_, static_cast<std::uint32_t>(objects.size())};
  words.insert(words.end(), objects.begin(), objects.end());
  emit_with_pointer(handler, lowering_.add_data(words));
}

void AccessCheck::emit_decorations(const PointerValue& pointer) {
  const Id pointee = pointee_type(lowering_.module(), pointer_);
  if (access_.writes &&
      (pointer.non_writable || has_member(lowering_, pointee, spv::Decoration::NonWritable))) {
    emit_decorated(&report_decorated<DeclaredAccess::non_writable>, spv::Decoration::NonWritable,
                   pointer);
  }
  if (access_.reads &&
      (pointer.non_readable || has_member(lowering_, pointee, spv::Decoration::NonReadable))) {
    emit_decorated(&report_decorated<DeclaredAccess::non_readable>, spv::Decoration::NonReadable,
                   pointer);
  }
  emit_attributes(pointer);
}

// The decoration belongs to a parameter through which the pointer was passed, to its variable or
// to a member.
void AccessCheck::emit_decorated(Handler handler, spv::Decoration decoration,
                                 const PointerValue& pointer) {
  Id decorated = pointer.declaration != 0 ? pointer.declaration : pointer_;
  bool is_member = !lowering_.module().has_decoration(decorated, decoration);
  for (const Id id : lowering_.notes<OriginSets>().at(pointer.origins)) {
    if (!is_member || !lowering_.module().has_decoration(id, decoration)) continue;
    decorated = id;
    is_member = false;
  }
  if (is_member && pointer.declaration == 0) decorated = named_structure();
  emit_report(handler, decorated, is_member);
}

// The structure to which the pointer points, or from which an access chain selects its target; 0 if it has no name.
Id AccessCheck::named_structure() const {
  const Instruction& definition = *lowering_.module().definition(pointer_);
  const bool is_chain = is_plain_access_chain(definition.opcode);
  const Id whole = is_chain ? base_type(lowering_.module(), definition)
                            : pointee_type(lowering_.module(), pointer_);
  const bool has_name = lowering_.type(whole).kind == Type::Kind::structure &&
                        !lowering_.module().name(whole).empty();
  return has_name ? whole : 0;
}

// Checks the parameters through which the pointer was passed.
void AccessCheck::emit_attributes(const PointerValue& pointer) {
  using Attribute = spv::FunctionParameterAttribute;
  Id no_write = 0, no_access = 0;
  for (const Id id : lowering_.notes<OriginSets>().at(pointer.origins)) {
    if (has_parameter_attribute(lowering_.module(), id, Attribute::NoWrite)) no_write = id;
    if (has_parameter_attribute(lowering_.module(), id, Attribute::NoReadWrite)) no_access = id;
  }
  if (access_.writes && (no_write != 0 || no_access != 0)) {
    emit_report(&report_decorated<DeclaredAccess::parameter_written>,
                no_write != 0 ? no_write : no_access, false);
  }
  if (access_.reads && no_access != 0)
    emit_report(&report_decorated<DeclaredAccess::parameter_read>, no_access, false);
}

void AccessCheck::emit_report(Handler handler, Id declaration, bool is_member) {
  const std::uint32_t words[] = {declaration, is_member ? 1u : 0u};
  lowering_.emit(handler, no_slot, {}, lowering_.add_data(words));
}

// Checks the distance from the parameters of the current function.
void AccessCheck::emit_distance(const PointerValue& pointer) {
  for (const Id id : lowering_.notes<OriginSets>().at(pointer.origins)) {
    const auto most = lowering_.module().decoration(id, spv::Decoration::MaxByteOffset);
    const Value* parameter =
        lowering_.function() == nullptr ? nullptr : lowering_.function()->local_value(id);
    if (!most || parameter == nullptr || !parameter->bound) continue;
    const Slot begin = lowering_.slot(id, 0, ScalarType::pointer());
    const Slot address = lowering_.slot(pointer_, 0, ScalarType::pointer());
    lowering_.emit(&check_distance, no_slot, {address, begin, no_slot}, *most);
  }
}

// The capability that permits a non-uniform index, by the kind of descriptor.
spv::Capability AccessCheck::non_uniform_capability(const PointerValue& pointer) const {
  if (pointer.declaration != 0) {
    const Instruction& variable = *lowering_.module().definition(pointer.declaration);
    const Type& type = descriptor_type(lowering_, variable);
    const bool is_texel_buffer = type.image.dim == spv::Dim::Buffer;
    const bool is_storage = type.image.sampled == 2;
    if (type.kind == Type::Kind::image && is_texel_buffer) {
      return is_storage ? spv::Capability::StorageTexelBufferArrayNonUniformIndexing
                        : spv::Capability::UniformTexelBufferArrayNonUniformIndexing;
    }
    if (type.kind == Type::Kind::sampled_image && is_texel_buffer)
      return spv::Capability::UniformTexelBufferArrayNonUniformIndexing;
    if (type.kind == Type::Kind::image && is_storage)
      return spv::Capability::StorageImageArrayNonUniformIndexing;
    if (type.is_descriptor()) return spv::Capability::SampledImageArrayNonUniformIndexing;
  }
  bool is_storage_buffer =
      lowering_.type_of(pointer_).storage_class == spv::StorageClass::StorageBuffer;
  if (!is_storage_buffer && pointer.declaration != 0) {
    const Id array = pointee_type(lowering_.module(), pointer.declaration);
    is_storage_buffer = lowering_.module().has_decoration(lowering_.type(array).element,
                                                          spv::Decoration::BufferBlock);
  }
  return is_storage_buffer ? spv::Capability::StorageBufferArrayNonUniformIndexing
                           : spv::Capability::UniformBufferArrayNonUniformIndexing;
}

// In Vulkan, a variable pointer selects a buffer, as an index does.
void AccessCheck::emit_descriptor(const Value& value) {
  const PointerValue& pointer = value.pointer;
  const Module& module = lowering_.module();
  const spv::StorageClass storage = lowering_.type_of(pointer_).storage_class;
  const bool is_variable_pointer =
      pointer.declaration == 0 && storage == spv::StorageClass::StorageBuffer;
  // Vulkan, "Descriptor Heap Interface": heaps can be accessed non-uniformly. With their capability, NonUniform is not needed
  // for other descriptors either, and a variable pointer may come from a heap.
  const bool has_heaps =
      std::ranges::find(module.capabilities(), spv::Capability::DescriptorHeapEXT) !=
      module.capabilities().end();
  if (pointer.is_of_heap || (has_heaps && is_variable_pointer)) return;
  if (!pointer.descriptor_varies &&
      !(is_variable_pointer && lowering_.request().vulkan_environment)) {
    return;
  }
  if (!has_heaps && !module.has_decoration(pointer_, spv::Decoration::NonUniform)) {
    return emit_comparison(
        &compare_addresses<DeclaredAccess::descriptor_not_uniform, AddressSpace::offset_bits>,
        value);
  }
  const spv::Capability needed = non_uniform_capability(pointer);
  if (std::ranges::find(module.capabilities(), needed) != module.capabilities().end()) return;
  emit_comparison(&compare_addresses<DeclaredAccess::non_uniform_indexing_not_declared,
                                     AddressSpace::offset_bits>,
                  value);
}

// A sampled image has two descriptors: one of its image, and one of its sampler.
void AccessCheck::emit_comparison(Handler handler, const Value& value) {
  const bool has_sampler = lowering_.type_of(pointer_).kind == Type::Kind::sampled_image &&
                           value.slots.size() > 1 && value.slots[1] != value.slots[0];
  const std::uint32_t words[] = {position_, has_sampler ? value.slots[1] : no_slot};
  lowering_.describe(emit_with_pointer(handler, lowering_.add_data(words)), {.reads = {words[1]}});
}

std::uint32_t AccessCheck::emit_with_pointer(Handler handler, std::uint32_t extra) {
  Slot operands[3] = {no_slot, no_slot, no_slot};
  operands[position_] = lowering_.slot(pointer_, 0, ScalarType::pointer());
  return lowering_.emit(handler, no_slot, {operands[0], operands[1], operands[2]}, extra);
}

void emit_alignment_check(Lowering& lowering, Handler handler, Id pointer, std::uint32_t alignment,
                          std::uint64_t offset) {
  // Objects lie at multiples of a page.
  if (alignment < 2 || alignment > AddressSpace::guard ||
      lowering.type_of(pointer).kind != Type::Kind::pointer) {
    return;
  }
  const Value value = lowering.value(pointer);
  if (Lowering::in_planes(value)) return;
  const Slot address = lowering.slot(pointer, 0, ScalarType::pointer());
  const std::uint32_t words[] = {alignment, static_cast<std::uint32_t>(offset % alignment),
                                 pointer};
  lowering.emit(handler, no_slot, {address, no_slot, no_slot}, lowering.add_data(words));
}

}  // namespace

void note_member_decorations(const Module& module, Id structure, std::uint32_t member,
                             PointerValue& pointer) {
  for (const Decoration& decoration : module.member_decorations(structure, member)) {
    pointer.non_writable |= decoration.kind == spv::Decoration::NonWritable;
    pointer.non_readable |= decoration.kind == spv::Decoration::NonReadable;
  }
}

bool has_parameter_attribute(const Module& module, Id parameter,
                             spv::FunctionParameterAttribute attribute) {
  return std::ranges::any_of(module.decorations(parameter), [&](const Decoration& decoration) {
    return decoration.kind == spv::Decoration::FuncParamAttr && !decoration.literals.empty() &&
           decoration.literals[0] == static_cast<std::uint32_t>(attribute);
  });
}

void check_declared_alignment(Lowering& lowering, Id pointer) {
  const auto alignment = lowering.module().decoration(pointer, spv::Decoration::Alignment);
  if (alignment)
    emit_alignment_check(lowering, &check_alignment<DeclaredAccess::misaligned>, pointer,
                         *alignment, 0);
}

void check_parameter_alignment(Lowering& lowering, Id parameter, std::uint64_t offset) {
  const auto declared = lowering.module().decoration(parameter, spv::Decoration::Alignment);
  if (declared) {
    emit_alignment_check(lowering, &check_alignment<DeclaredAccess::misaligned>, parameter,
                         *declared, offset);
  } else if (lowering.program().is_kernel()) {
    // OpenCL, "Alignment of Types".
    const Id pointee = lowering.type_of(parameter).element;
    emit_alignment_check(lowering, &check_alignment<DeclaredAccess::parameter_misaligned>,
                         parameter, lowering.type(pointee).alignment, offset);
  }
}

void check_declared_accesses(Lowering& lowering, const Instruction& instruction) {
  if (instruction.result != 0 && !is_variable(instruction.opcode))
    check_declared_alignment(lowering, instruction.result);
  for (const MemoryOperand& access : accessed_operands(lowering, instruction)) {
    AccessCheck(lowering, instruction, access).emit();
  }
}

}  // namespace spirv_oracle
