#include "interpreter/checks/pointer_storage.h"

#include "grammar/core.h"
#include "interpreter/checks/accessed_operands.h"
#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/exec/memory_access.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {
namespace {

// The allocation at the address; null for null pointers and for those that another clause covers.
const Allocation* object_at(const AddressSpace& memory, std::uint64_t address) {
  if (address >> AddressSpace::offset_bits == reported_object) return nullptr;
  return memory.find(address).allocation;
}

// A buffer is accessed both through bound storage classes and through physical addresses.
bool may_lie_in(MemoryKind kind, spv::StorageClass storage) {
  switch (storage) {
    case spv::StorageClass::CrossWorkgroup:
    case spv::StorageClass::PhysicalStorageBuffer:
      return kind == MemoryKind::buffer || kind == MemoryKind::physical;
    case spv::StorageClass::UniformConstant:
      return kind == MemoryKind::buffer || kind == MemoryKind::physical ||
             kind == MemoryKind::constant;
    case spv::StorageClass::Workgroup:
      return kind == MemoryKind::workgroup;
    case spv::StorageClass::Function:
    case spv::StorageClass::Private:
      return kind == MemoryKind::lane_private;
    case spv::StorageClass::Generic:
      return kind != MemoryKind::constant && kind != MemoryKind::input;
    default:
      return true;
  }
}

// extra: the storage class of the result.
const Record* convert(Subgroup& subgroup, const Record* record) {
  const auto storage = static_cast<spv::StorageClass>(record->extra);
  const std::uint64_t* number = subgroup.values<std::uint64_t>(record->operand[0]);
  std::uint64_t* result = subgroup.values<std::uint64_t>(record->result);
  for (std::size_t lane = 0; lane < subgroup.padded_lanes; ++lane) result[lane] = number[lane];
  combine_headers(subgroup, record->result, record->operand[0]);
  BrokenClauses broken;
  (subgroup.active & ~subgroup.header(record->result).undefined).for_each([&](unsigned lane) {
    const Allocation* object = object_at(*subgroup.memory, number[lane]);
    if (object != nullptr && !may_lie_in(object->kind, storage))
      broken.add(PointerStorage::converted, lane);
  });
  broken.report(subgroup, *record, [&](const Clause&, unsigned lane) {
    return "the integer is the address of " + object_at(*subgroup.memory, number[lane])->name;
  });
  return record + 1;
}

// operand 0 and 1: pointers to Generic.
const Record* compare_storage(Subgroup& subgroup, const Record* record) {
  const std::uint64_t* pointers[] = {subgroup.values<std::uint64_t>(record->operand[0]),
                                     subgroup.values<std::uint64_t>(record->operand[1])};
  const LaneMask defined = subgroup.active & ~subgroup.header(record->operand[0]).undefined &
                           ~subgroup.header(record->operand[1]).undefined;
  BrokenClauses broken;
  defined.for_each([&](unsigned lane) {
    const spv::StorageClass a = storage_class_at(*subgroup.memory, pointers[0][lane]);
    const spv::StorageClass b = storage_class_at(*subgroup.memory, pointers[1][lane]);
    if (a != b && a != spv::StorageClass::Generic && b != spv::StorageClass::Generic)
      broken.add(PointerStorage::compared, lane);
  });
  broken.report(subgroup, *record, [&](const Clause&, unsigned lane) {
    return "one points to " + object_at(*subgroup.memory, pointers[0][lane])->name +
           ", the other to " + object_at(*subgroup.memory, pointers[1][lane])->name;
  });
  return record + 1;
}

// extra: the operand number of the pointer.
const Record* check_stored_pointer(Subgroup& subgroup, const Record* record) {
  const Slot slot = record->operand[record->extra];
  const std::uint64_t* pointer = subgroup.values<std::uint64_t>(slot);
  BrokenClauses broken;
  (subgroup.active & ~subgroup.header(slot).undefined).for_each([&](unsigned lane) {
    if (storage_class_at(*subgroup.memory, pointer[lane]) == spv::StorageClass::Function)
      broken.add(PointerStorage::function_atomic, lane);
  });
  broken.report(subgroup, *record, [&](const Clause&, unsigned lane) {
    return object_at(*subgroup.memory, pointer[lane])->name;
  });
  return record + 1;
}

void check_comparison(Lowering& lowering, const Instruction& instruction) {
  const Id a = instruction.id(grammar::OpPtrEqual::operand_1);
  const Id b = instruction.id(grammar::OpPtrEqual::operand_2);
  if (lowering.type_of(a).storage_class != spv::StorageClass::Generic) return;
  lowering.emit(&compare_storage, no_slot,
                {lowering.slot(a, 0, ScalarType::pointer()),
                 lowering.slot(b, 0, ScalarType::pointer()), no_slot});
}

void check_atomic_pointer(Lowering& lowering, const Instruction& instruction) {
  for (const MemoryOperand& access : accessed_operands(lowering, instruction)) {
    const Id pointer = instruction.id(access.operand);
    const spv::StorageClass storage = lowering.type_of(pointer).storage_class;
    if (storage != spv::StorageClass::Generic && storage != spv::StorageClass::Function) continue;
    if (Lowering::in_planes(lowering.value(pointer))) continue;
    Slot operands[3] = {no_slot, no_slot, no_slot};
    const unsigned position = access.operand - Lowering::first_operand(instruction);
    operands[position] = lowering.slot(pointer, 0, ScalarType::pointer());
    lowering.emit(&check_stored_pointer, no_slot, {operands[0], operands[1], operands[2]},
                  position);
  }
}

}  // namespace

spv::StorageClass storage_class_at(const AddressSpace& memory, std::uint64_t address) {
  const Allocation* object = object_at(memory, address);
  if (object == nullptr) return spv::StorageClass::Generic;
  switch (object->kind) {
    case MemoryKind::workgroup:
      return spv::StorageClass::Workgroup;
    case MemoryKind::lane_private:
      return spv::StorageClass::Function;
    default:
      return spv::StorageClass::CrossWorkgroup;
  }
}

Slot pointer_from_number(Lowering& lowering, const Instruction& instruction, Slot number) {
  const Slot result = lowering.new_plane(ScalarType::pointer());
  lowering.emit(&convert, result, {number, no_slot, no_slot},
                static_cast<std::uint32_t>(lowering.type(instruction.type).storage_class));
  return result;
}

void check_pointer_storage(Lowering& lowering, const Instruction& instruction) {
  if (instruction.opcode == spv::Op::OpPtrEqual || instruction.opcode == spv::Op::OpPtrNotEqual)
    return check_comparison(lowering, instruction);
  const InstructionDefinition* definition = lowering.registry().find(instruction.opcode);
  if (definition != nullptr &&
      definition->instruction_class == grammar::OpAtomicIAdd::instruction_class)
    check_atomic_pointer(lowering, instruction);
}

}  // namespace spirv_oracle
