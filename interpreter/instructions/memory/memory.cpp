// Memory Instructions

#include "interpreter/instructions/memory/memory.h"

#include <algorithm>
#include <utility>

#include "grammar/core.h"
#include "interpreter/checks/declared_access.h"
#include "interpreter/checks/race_check.h"
#include "interpreter/checks/robust_access.h"
#include "interpreter/checks/write_note.h"
#include "interpreter/exec/lanes/copy.h"
#include "interpreter/exec/state/no_operation.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/instructions/memory/access.h"
#include "interpreter/instructions/memory/component_access.h"
#include "interpreter/instructions/memory/heap_descriptor.h"
#include "interpreter/instructions/memory/lifetime.h"
#include "interpreter/instructions/memory/small_pointers.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/emit_copy.h"
#include "interpreter/lowering/lowered_function.h"
#include "interpreter/lowering/resources.h"
#include "interpreter/observe/enclosures.h"
#include "interpreter/observe/provenance.h"

namespace spirv_oracle {
namespace {

// Whether access chains lead to what the pointer points to through a packed structure.
bool is_in_packed_structure(Lowering& lowering, Id pointer) {
  for (;;) {
    const Instruction* chain = lowering.module().definition(pointer);
    if (chain == nullptr) return false;
    if (!is_access_chain(chain->opcode)) return false;
    pointer = base_of(*chain);
    Id type = base_type(lowering.module(), *chain);
    for (unsigned i = first_index_operand(chain->opcode); i < chain->operand_count(); ++i) {
      if (lowering.module().has_decoration(type, spv::Decoration::CPacked)) return true;
      const Type& whole = lowering.type(type);
      if (whole.kind != Type::Kind::structure) {
        type = whole.element;
        continue;
      }
      const auto member = lowering.types().integer(chain->id(i));
      if (!member || *member < 0 || static_cast<std::size_t>(*member) >= whole.members.size())
        return false;
      type = whole.members[static_cast<std::size_t>(*member)].type;
    }
  }
}

// The alignment of an access to a `type` through `pointer` according to its memory operands. Without Aligned, it is that of the type in a
// kernel, and 1 in a shader, in which each component must be aligned to its size anyway.
std::uint32_t access_alignment(Lowering& lowering, Id pointer, Id type,
                               const MemoryAccessOperands& operands) {
  const std::optional<std::uint32_t> stated = operands.alignment();
  if (!lowering.program().is_kernel()) return stated.value_or(1);
  // OpenCL, "Alignment of Types".
  const bool is_natural = !stated && !is_in_packed_structure(lowering, pointer);
  return exact_alignment | (is_natural ? lowering.type(type).alignment : stated.value_or(1));
}

// The end of the last component of a value.
std::uint64_t extent_of(std::span<const MemoryComponent> components) {
  std::uint64_t end = 0;
  for (const MemoryComponent& component : components)
    end = std::max(end, component.offset + component.type.memory_bytes());
  return end;
}

bool is_generic(Lowering& lowering, Id pointer) {
  return lowering.type_of(pointer).storage_class == spv::StorageClass::Generic;
}

// The plane of addresses for an access to a `type` through the pointer.
Slot accessed_address(Lowering& lowering, Id pointer, Id type) {
  if (!lowering.program().is_kernel()) return lowering.slot(pointer);
  const std::uint64_t end = extent_of(memory_components(lowering.types(), type, {}));
  return own_copy_address(lowering, pointer, static_cast<std::uint32_t>(end));
}

// The properties of an access according to its memory operands and its pointer.
struct AccessProperties {
  std::uint32_t alignment = 1;
  std::optional<RaceSite> race = std::nullopt;
  bool is_generic = false;
};

AccessProperties properties_of(Lowering& lowering, Id pointer, Id type,
                               const MemoryAccessOperands& operands, bool store) {
  return {access_alignment(lowering, pointer, type, operands),
          race_site(lowering, pointer, operands.memory_model(), store),
          is_generic(lowering, pointer)};
}

// The layout of the matrices in a `type` that is accessed through a pointer. Only what the pointer was made to point to may
// contain some ("Validation Rules for Shader Capabilities", Untyped pointers).
MatrixLayout accessed_matrix(Lowering& lowering, Id pointer, Id type) {
  const Id pointee = pointee_type(lowering.module(), pointer);
  const bool is_laid_out =
      type == pointee || lowering.type(type).kind == lowering.type(pointee).kind;
  return is_laid_out ? lowering.value(pointer).pointer.matrix : MatrixLayout{};
}

// "Memory Location": an access to a whole aggregate may also access the padding between its parts, but not the
// padding after the last one.
void check_padding(Lowering& lowering, Slot address, Id type,
                   std::vector<MemoryComponent> components, const AccessProperties& properties) {
  const Type::Kind kind = lowering.type(type).kind;
  if (!properties.race || (kind != Type::Kind::structure && kind != Type::Kind::array)) return;
  std::ranges::sort(components, {}, &MemoryComponent::offset);
  // Runs of gaps of one size at equal distances.
  AccessedComponents gaps{address, 0, 0, 0, 0, properties.is_generic};
  const auto emit = [&] {
    if (gaps.count != 0) emit_race_check(lowering, *properties.race, gaps);
  };
  // Longer gaps contain data of other blocks, which no implementation writes.
  constexpr std::uint64_t longest = 4096;
  std::uint64_t end = components.empty() ? 0 : components.front().offset;
  for (const MemoryComponent& component : components) {
    const std::uint64_t begin = std::exchange(
        end, std::max<std::uint64_t>(end, component.offset + component.type.memory_bytes()));
    if (component.offset <= begin || component.offset - begin > longest) continue;
    const auto bytes = static_cast<unsigned>(component.offset - begin);
    const std::uint64_t stride = gaps.count == 1 ? begin - gaps.offset : gaps.stride;
    const bool continues =
        gaps.bytes == bytes && gaps.count != 0 && begin == gaps.offset + gaps.count * stride;
    if (continues) {
      gaps.stride = stride;
      ++gaps.count;
      continue;
    }
    emit();
    gaps.offset = begin;
    gaps.stride = gaps.bytes = bytes;
    gaps.count = 1;
  }
  emit();
}

bool is_pointer(const MemoryComponent& component) {
  return component.type.scalar_class == ScalarType::Class::pointer;
}

// Emits one record for each run of components of the same width at equal distances.
// `components`: those of the type, as stored in memory.
void emit_component_accesses(Lowering& lowering, bool store, Slot address, Id type,
                             const std::vector<MemoryComponent>& components,
                             std::span<const Slot> slots, const AccessProperties& properties);

void emit_accesses(Lowering& lowering, bool store, Slot address, Id type,
                   const MatrixLayout& matrix, std::span<const Slot> slots,
                   const AccessProperties& properties) {
  std::vector<MemoryComponent> components = memory_components(lowering.types(), type, matrix);
  const bool has_pointers = has_small_pointers(lowering) && components.size() == slots.size() &&
                            std::ranges::any_of(components, is_pointer);
  if (!has_pointers)
    return emit_component_accesses(lowering, store, address, type, components, slots, properties);
  std::vector<Slot> in_memory(slots.begin(), slots.end());
  std::vector<std::size_t> pointers;
  for (std::size_t i = 0; i < components.size(); ++i) {
    if (!is_pointer(components[i])) continue;
    pointers.push_back(i);
    components[i].type = ScalarType::unsigned_integer(4);
    in_memory[i] =
        store ? emit_small_pointer(lowering, slots[i]) : lowering.new_plane(components[i].type);
  }
  emit_component_accesses(lowering, store, address, type, components, in_memory, properties);
  if (store) return;
  for (const std::size_t i : pointers) {
    const Slot loaded = emit_address_of_small_pointer(lowering, in_memory[i]);
    emit_copy(lowering, slots[i], loaded, ScalarType::pointer());
  }
}

void emit_component_accesses(Lowering& lowering, bool store, Slot address, Id type,
                             const std::vector<MemoryComponent>& components,
                             std::span<const Slot> slots, const AccessProperties& properties) {
  if (components.size() != slots.size()) lowering.fail_input("wrong number of components");
  lowering.check_width(address, ScalarType::pointer().bytes);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    lowering.check_width(slots[i], components[i].type.bytes);
  }
  check_padding(lowering, address, type, components, properties);
  const std::uint64_t whole_end = extent_of(components);
  const bool each_alone = lowering.request().knows_outside_accesses;
  for (std::size_t begin = 0; begin < components.size();) {
    const MemoryComponent& first = components[begin];
    std::size_t end = begin + 1;
    const std::uint64_t stride =
        end < components.size() ? components[end].offset - first.offset : first.type.memory_bytes();
    while (!each_alone && end < components.size() &&
           components[end].type.bytes == first.type.bytes &&
           components[end].offset == first.offset + (end - begin) * stride) {
      ++end;
    }
    emit_component_access(
        lowering, {.store = store,
                   .address = address,
                   .offset = first.offset,
                   .stride = stride,
                   .bytes = first.type.bytes,
                   .alignment = begin == 0 ? properties.alignment
                                           : 1u | (properties.alignment & exact_alignment),
                   .planes = slots.subspan(begin, end - begin),
                   .robust_part = AccessedPart{first.offset, first.type.memory_bytes(), whole_end},
                   .race = properties.race,
                   .is_generic = properties.is_generic});
    begin = end;
  }
}

// Loads or stores the components of a `type` in memory.
void access_memory(Lowering& lowering, bool store, Id pointer, Id type, std::span<const Slot> slots,
                   const MemoryAccessOperands& operands) {
  const MatrixLayout matrix = accessed_matrix(lowering, pointer, type);
  emit_accesses(lowering, store, accessed_address(lowering, pointer, type), type, matrix, slots,
                properties_of(lowering, pointer, type, operands, store));
}

// A pointer to a descriptor in a heap is an address there. Every other pointer to a descriptor is the descriptor itself; for a
// combined image sampler, it is both descriptors.
void load_descriptor(Lowering& lowering, const Instruction& instruction, Value pointer) {
  if (pointer.pointer.heap != DescriptorHeap::none) {
    Value value;
    value.pointer.is_of_heap = true;
    value.slots = {
        emit_heap_read(lowering, instruction.id(grammar::OpLoad::pointer), instruction.type)};
    return lowering.bind(instruction.result, std::move(value));
  }
  if (pointer.pointer.descriptors != 0)
    lowering.fail_unsupported("a whole array of descriptors as a value");
  if (lowering.type(instruction.type).kind == Type::Kind::sampled_image)
    pointer.slots.push_back(pointer.slots[0]);
  lowering.bind(instruction.result, std::move(pointer));
}

// The object of the descriptor that is loaded from a variable, if it is known: only one store to the variable exists,
// before the first branch of the function. 0: not known.
std::uint32_t stored_object(Lowering& lowering, const Instruction& load) {
  const Id variable = load.id(grammar::OpLoad::pointer);
  const Instruction* store = nullptr;
  std::uint32_t place = 0;
  for (const Use& use : lowering.analysis().uses(variable)) {
    const Instruction& user = lowering.module().instructions()[use.instruction];
    if (user.opcode == spv::Op::OpLoad) continue;
    if (user.opcode != spv::Op::OpStore || store != nullptr) return 0;
    store = &user;
    place = use.instruction;
  }
  if (store == nullptr || lowering.analysis().place(place).block != 0 ||
      place > lowering.analysis().index_of(load)) {
    return 0;
  }
  return lowering.value(store->id(grammar::OpStore::object)).pointer.object;
}

// A descriptor in a variable of a function. Kernels store their parameters in this way.
void load_held_descriptor(Lowering& lowering, const Instruction& instruction,
                          std::span<const Slot> variable) {
  Value value;
  value.pointer.object = stored_object(lowering, instruction);
  value.slots = lowering.new_planes(instruction.type);
  if (value.slots.size() != variable.size()) lowering.fail_input("wrong number of components");
  for (std::size_t i = 0; i < value.slots.size(); ++i)
    emit_copy(lowering, value.slots[i], variable[i], ScalarType::pointer());
  lowering.bind(instruction.result, std::move(value));
}

// Where a debugger can stop, and copies the values.
void emit_no_operations(Lowering& lowering, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) lowering.emit(&no_operation, no_slot);
}

struct OpVariable : Arrangement<grammar::OpVariable> {
  static constexpr bool only_moves = true;
  static void arrange(Lowering& lowering, const Instruction& variable);
};
struct OpUntypedVariableKHR : Arrangement<grammar::OpUntypedVariableKHR> {
  static constexpr bool only_moves = true;
  static void arrange(Lowering& lowering, const Instruction& variable) {
    OpVariable::arrange(lowering, variable);
  }
};

struct OpLoad : Arrangement<grammar::OpLoad> {
  static constexpr bool shares_planes = false;
  static constexpr auto enclosure = &enclosures::accesses;
  static constexpr bool only_moves = true;
  static constexpr MemoryOperand memory_operands[] = {{Grammar::pointer, true, false}};
  static constexpr auto clauses = clause_list(
      memory_clauses::null_pointer, memory_clauses::out_of_bounds, memory_clauses::misaligned,
      memory_clauses::undefined_pointer, memory_clauses::robust_read, heap_clauses::out_of_heap,
      heap_clauses::misaligned, heap_clauses::never_written, heap_clauses::wrong_type);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    with_memory_access(
        lowering, instruction, grammar::OpLoad::memory_access,
        [&](const MemoryAccessOperands& operands) { load(lowering, instruction, operands); });
  }

 private:
  static void load(Lowering& lowering, const Instruction& instruction,
                   const MemoryAccessOperands& operands) {
    const Id pointer_id = instruction.id(grammar::OpLoad::pointer);
    const Value& pointer = lowering.value(pointer_id);
    const bool is_descriptor = lowering.type(instruction.type).is_descriptor();
    if (!is_descriptor && !Lowering::in_planes(pointer)) {
      const std::vector<Slot> results = lowering.new_planes(instruction.type);
      lowering.bind(instruction.result, results);
      return access_memory(lowering, false, pointer_id, instruction.type, results, operands);
    }
    operands.take_for_registers();
    if (!Lowering::in_planes(pointer)) return load_descriptor(lowering, instruction, pointer);
    load_from_planes(lowering, instruction, pointer_id);
  }

  static void load_from_planes(Lowering& lowering, const Instruction& instruction, Id pointer_id) {
    const Value& pointer = lowering.value(pointer_id);
    const auto variable =
        lowering.variable_slots(pointer.pointer, pointee_type(lowering.module(), pointer_id));
    if (lowering.type(instruction.type).is_descriptor())
      return load_held_descriptor(lowering, instruction, variable);
    if (lowering.analysis().load_may_share(lowering.registry(), instruction)) {
      lowering.bind(instruction.result, std::vector<Slot>(variable.begin(), variable.end()));
      if (lowering.request().debug) emit_no_operations(lowering, variable.size());
      return;
    }
    const std::vector<Slot> results = lowering.new_planes(instruction.type);
    lowering.bind(instruction.result, results);
    const auto scalars = lowering.components(instruction.type);
    if (results.size() != variable.size()) lowering.fail_input("wrong number of components");
    for (std::size_t i = 0; i < results.size(); ++i) {
      emit_copy(lowering, results[i], variable[i], scalars[i]);
    }
  }
};

struct OpStore : Arrangement<grammar::OpStore> {
  static constexpr auto enclosure = &enclosures::accesses;
  static constexpr MemoryOperand memory_operands[] = {{Grammar::pointer, false, true}};
  static constexpr auto clauses =
      clause_list(memory_clauses::null_pointer, memory_clauses::out_of_bounds,
                  memory_clauses::misaligned, memory_clauses::undefined_pointer,
                  memory_clauses::not_writable, memory_clauses::robust_write);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Id pointer = instruction.id(grammar::OpStore::pointer);
    const std::vector<Slot> object = lowering.value(instruction.id(grammar::OpStore::object)).slots;
    with_memory_access(lowering, instruction, grammar::OpStore::memory_access,
                       [&](const MemoryAccessOperands& operands) {
                         store_to_pointer(lowering, pointer,
                                          accessed_type(lowering.module(), instruction, pointer),
                                          object, operands);
                       });
  }
};

struct OpCopyMemory : Arrangement<grammar::OpCopyMemory> {
  static constexpr auto enclosure = &enclosures::accesses;
  static constexpr MemoryOperand memory_operands[] = {{Grammar::target, false, true},
                                                      {Grammar::source, true, false}};
  static void arrange(Lowering& lowering, const Instruction& instruction);
};

// The number of elements of the runtime array at the end of a block, from the rest of the buffer.
template <class Grammar>
struct LengthOfRuntimeArray : Arrangement<Grammar> {
  static void emit(Lowering& lowering, const Instruction& instruction, Id pointer, Id structure) {
    const Type& block = lowering.type(structure);
    const std::uint32_t member = instruction.literal(Grammar::array_member);
    if (member >= block.members.size())
      lowering.fail_input("member " + std::to_string(member) +
                          " does not exist: the structure has " +
                          std::to_string(block.members.size()));
    const std::uint64_t offset = block.members[member].offset;
    const std::uint64_t stride = lowering.type(block.members[member].type).stride;
    if (stride == 0) lowering.fail_input("the member is not a runtime array");
    const std::uint32_t words[] = {static_cast<std::uint32_t>(offset),
                                   static_cast<std::uint32_t>(stride)};
    const Slot result = lowering.define(instruction).slots[0];
    const unsigned bytes = lowering.type(instruction.type).scalar.bytes == 8 ? 8 : 4;
    lowering.check_width(result, bytes);
    lowering.emit(array_length_handler(bytes), result,
                  {lowering.slot(pointer, 0, ScalarType::pointer())}, lowering.add_data(words));
  }
};

struct OpArrayLength : LengthOfRuntimeArray<grammar::OpArrayLength> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Id pointer = instruction.id(grammar::OpArrayLength::structure);
    emit(lowering, instruction, pointer, pointee_type(lowering.module(), pointer));
  }
};
struct OpUntypedArrayLengthKHR : LengthOfRuntimeArray<grammar::OpUntypedArrayLengthKHR> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    emit(lowering, instruction, instruction.id(grammar::OpUntypedArrayLengthKHR::pointer),
         instruction.id(grammar::OpUntypedArrayLengthKHR::structure));
  }
};

// --- variables of functions ---

}  // namespace

// Gives every lane its own copy. The pitch leaves a gap between copies.
Value create_lane_memory(Lowering& lowering, Id variable, Id pointee) {
  const Dim3& size = lowering.program().local_size;
  const std::uint64_t alignment = std::max<std::uint64_t>(
      {16, lowering.type(pointee).alignment,
       lowering.module().decoration(variable, spv::Decoration::Alignment).value_or(1)});
  const std::uint64_t pitch =
      (lowering.type(pointee).size + alignment - 1) / alignment * alignment + alignment;
  const std::uint64_t invocations =
      (std::uint64_t{size[0]} * size[1] * size[2] + lowering.program().subgroup_size - 1) /
      lowering.program().subgroup_size * lowering.program().subgroup_size;
  // Variables of different functions may have the same name.
  const std::string_view name = lowering.module().name(variable);
  const std::uint32_t object = lowering.memory().allocate(
      pitch * invocations, MemoryKind::lane_private,
      name.empty() ? lowering.module().display(variable) : std::string("%").append(name));
  if (object == 0) {
    lowering.fail({Status::limit, "memory limit reached while allocating variable " +
                                      lowering.module().display(variable)});
  }
  lowering.memory().object(object).allocation->copies = {pitch, lowering.type(pointee).size};
  lowering.builder().set_contents(object, {pointee});
  Value value;
  value.slots = {lowering.new_plane(ScalarType::pointer())};
  lowering.builder().add(LaneAddressPlane{value.slots[0], AddressSpace::base_of(object), pitch});
  return value;
}

Value create_private_variable(Lowering& lowering, const Instruction& variable) {
  const Id pointee = data_type(lowering.module(), variable);
  const bool small = lowering.type(pointee).component_count <= max_components_in_planes &&
                     lowering.type(pointee).component_count > 0;
  if (!small || !lowering.analysis().only_loaded_and_stored(variable.result)) {
    return create_lane_memory(lowering, variable.result, pointee);
  }
  Value value;
  value.pointer.variable = lowering.add_variable(lowering.new_planes(pointee));
  return value;
}

Value create_input_memory(Lowering& lowering, const Instruction& variable,
                          std::span<const Slot> planes) {
  const Id pointee = data_type(lowering.module(), variable);
  Value value = create_lane_memory(lowering, variable.result, pointee);
  emit_accesses(lowering, true, value.slots[0], pointee, {}, planes, {});
  return value;
}

void undefine_private_variable(Lowering& lowering, const Instruction& variable,
                               const Value& value) {
  const Id pointee = data_type(lowering.module(), variable);
  if (Lowering::in_planes(value)) {
    for (const Slot slot : lowering.variable_slots(value.pointer, pointee)) {
      lowering.describe(lowering.emit(undefine_handler(), slot), {.reads_result = true});
      if (lowering.request().record_provenance) lowering.emit(&note_unset, slot);
      if (lowering.request().record_enclosures) lowering.emit(&enclose_unset, slot);
    }
    return;
  }
  const std::uint64_t size = lowering.type(pointee).size;
  emit_write_note(lowering, value.slots[0], size);
  lowering.emit(undefine_memory_handler(), no_slot, {value.slots[0]},
                static_cast<std::uint32_t>(size));
}

void initialize_private_variable(Lowering& lowering, const Instruction& variable,
                                 const Value& value) {
  const unsigned initializer = initializer_operand(variable.opcode);
  if (!variable.has(initializer)) return undefine_private_variable(lowering, variable, value);
  const Id pointee = data_type(lowering.module(), variable);
  lowering.value(variable.id(initializer));
  if (Lowering::in_planes(value)) {
    const auto slots = lowering.variable_slots(value.pointer, pointee);
    const auto scalars = lowering.components(pointee);
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const Slot initial = lowering.slot(variable.id(initializer), i);
      emit_masked_copy(lowering, slots[i], initial, scalars[i]);
    }
    return;
  }
  const std::vector<Slot> slots = lowering.value(variable.id(initializer)).slots;
  emit_accesses(lowering, true, value.slots[0], pointee, {}, slots, {});
}

namespace {

void OpVariable::arrange(Lowering& lowering, const Instruction& variable) {
  Value value = create_private_variable(lowering, variable);
  value.pointer.declaration = variable.result;
  note_decorations(lowering.module(), variable.result, value.pointer);
  lowering.bind(variable.result, value);
  initialize_private_variable(lowering, variable, value);
  begin_lifetime(lowering, variable, value);
}

}  // namespace

Slot own_copy_address(Lowering& lowering, Id pointer, std::uint32_t bytes) {
  const Slot address = lowering.slot(pointer);
  if (!lowering.program().is_kernel()) return address;
  switch (lowering.type_of(pointer).storage_class) {
    case spv::StorageClass::Function:
    case spv::StorageClass::Private:
    case spv::StorageClass::Input:
    case spv::StorageClass::Generic:
      break;
    default:
      return address;
  }
  const std::uint64_t size = lowering.type(pointee_type(lowering.module(), pointer)).size;
  if (bytes <= size && lowering.analysis().stays_in_variable(pointer)) return address;
  const Slot checked = lowering.new_plane(ScalarType::pointer());
  lowering.check_width(address, ScalarType::pointer().bytes);
  lowering.emit(own_copy_handler(), checked, {address}, bytes);
  return checked;
}

std::vector<Slot> load_from_pointer(Lowering& lowering, Id pointer_id, Id type,
                                    const MemoryAccessOperands& operands) {
  const Value& pointer = lowering.value(pointer_id);
  std::vector<Slot> results = lowering.new_planes(type);
  if (Lowering::in_planes(pointer)) {
    operands.take_for_registers();
    const auto variable = lowering.variable_slots(pointer.pointer, type);
    const auto scalars = lowering.components(type);
    for (std::size_t i = 0; i < results.size(); ++i) {
      emit_copy(lowering, results[i], variable[i], scalars[i]);
    }
  } else {
    access_memory(lowering, false, pointer_id, type, results, operands);
  }
  return results;
}

void store_to_pointer(Lowering& lowering, Id pointer_id, Id type, std::span<const Slot> components,
                      const MemoryAccessOperands& operands) {
  const Value& pointer = lowering.value(pointer_id);
  if (!Lowering::in_planes(pointer))
    return access_memory(lowering, true, pointer_id, type, components, operands);
  operands.take_for_registers();
  const auto variable = lowering.variable_slots(pointer.pointer, type);
  const auto scalars = lowering.components(type);
  if (variable.size() != components.size()) lowering.fail_input("wrong number of components");
  for (std::size_t i = 0; i < components.size(); ++i) {
    lowering.check_width(components[i], scalars[i].bytes);
  }
  emit_masked_copies(lowering, variable, components, scalars);
}

namespace {

// If there are two lists of memory operands, the first one is for the target.
void OpCopyMemory::arrange(Lowering& lowering, const Instruction& instruction) {
  const auto copy = [&](const MemoryAccessOperands& of_target,
                        const MemoryAccessOperands& of_source) {
    const Id target = instruction.id(Grammar::target), source = instruction.id(Grammar::source);
    const Id type = accessed_type(lowering.module(), instruction, target);
    const std::vector<Slot> value =
        load_from_pointer(lowering, source, type, of_source.is_present() ? of_source : of_target);
    store_to_pointer(lowering, target, type, value, of_target);
  };
  with_memory_access(
      lowering, instruction, Grammar::memory_access, [&](const MemoryAccessOperands& of_target) {
        with_memory_access(
            lowering, instruction, of_target.end(),
            [&](const MemoryAccessOperands& of_source) { copy(of_target, of_source); });
      });
}

}  // namespace

std::span<const InstructionDefinition> memory_instructions() {
  return InstructionList<OpVariable, OpUntypedVariableKHR, OpLoad, OpStore, OpCopyMemory,
                         OpArrayLength, OpUntypedArrayLengthKHR>::definitions;
}

}  // namespace spirv_oracle
