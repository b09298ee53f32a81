// Memory Instructions for kernels

#include "interpreter/instructions/memory/copy_memory_sized.h"

#include <cstring>

#include "grammar/core.h"
#include "interpreter/checks/race_check.h"
#include "interpreter/checks/write_note.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/instructions/memory/memory.h"
#include "interpreter/ir/program.h"
#include "interpreter/kernels/for_width.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/memory_access_operands.h"
#include "interpreter/observe/enclosures.h"

namespace spirv_oracle {
namespace {

// Whether a lane may access the bytes. False if they belong to another invocation's copy of
// a variable.
bool is_own(const Subgroup& subgroup, unsigned lane, std::uint64_t address, std::uint64_t size) {
  const ObjectEntry& object = subgroup.memory->find(address);
  if (object.allocation == nullptr || object.allocation->copies.pitch == 0) return true;
  const LaneCopies& copies = object.allocation->copies;
  const SubgroupLayout& layout = subgroup.program->layout_of(subgroup.workgroup_index);
  const std::uint64_t first = layout.invocation(subgroup.id, lane) * copies.pitch;
  const std::uint64_t offset = AddressSpace::offset(address) - first;
  return size <= copies.size && offset <= copies.size - size;
}

}  // namespace

// One side of a copy. Reports errors in its accesses.
LaneAccess side_of_copy(const Subgroup& subgroup, Slot slot, std::uint32_t alignment,
                        std::uint32_t size, AccessKind kind, unsigned lane, BrokenClauses& broken) {
  if (subgroup.header(slot).undefined.test(lane)) {
    broken.add(memory_clauses::undefined_pointer, lane);
    return {};
  }
  const std::uint64_t address = subgroup.values<std::uint64_t>(slot)[lane];
  if (!is_own(subgroup, lane, address, size)) {
    broken.add(memory_clauses::out_of_bounds, lane);
    return {};
  }
  return resolve(subgroup, address, size, alignment, kind, lane, broken);
}

namespace {

template <class Size>
std::uint32_t size_of_copy(const Subgroup& subgroup, const Record& record, unsigned lane) {
  const std::uint64_t size = subgroup.values<Size>(record.operand[2])[lane];
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(size, 0xFFFFFFFF));
}

// The access that breaks the clause.
template <class Size>
std::string describe_copy(const Subgroup& subgroup, const Record& record, const Clause& clause,
                          unsigned lane) {
  const std::uint32_t size = size_of_copy<Size>(subgroup, record, lane);
  for (const AccessKind kind : {AccessKind::store, AccessKind::load}) {
    const unsigned side = kind == AccessKind::store ? 0 : 1;
    const std::uint32_t alignment = subgroup.data[record.extra + side];
    BrokenClauses broken;
    side_of_copy(subgroup, record.operand[side], alignment, size, kind, lane, broken);
    if (broken.lanes_of(clause).test(lane))
      return describe_access(subgroup, clause, kind,
                             subgroup.values<std::uint64_t>(record.operand[side])[lane], size,
                             alignment);
  }
  return {};
}

template <class Size>
const Record* copy_memory(Subgroup& subgroup, const Record* record) {
  const std::uint32_t* alignments = subgroup.data + record->extra;
  BrokenClauses broken;
  subgroup.active.for_each([&](unsigned lane) {
    if (subgroup.header(record->operand[2]).undefined.test(lane)) {
      broken.add(copy_clauses::size_undefined, lane);
      return;
    }
    const std::uint32_t size = size_of_copy<Size>(subgroup, *record, lane);
    if (size == 0) return;
    const LaneAccess target = side_of_copy(subgroup, record->operand[0], alignments[0], size,
                                           AccessKind::store, lane, broken);
    const LaneAccess source = side_of_copy(subgroup, record->operand[1], alignments[1], size,
                                           AccessKind::load, lane, broken);
    if (target.bytes == nullptr || source.bytes == nullptr) return;
    std::memmove(target.bytes, source.bytes, size);
    if (Enclosures* enclosures = enclosures_of(subgroup); enclosures != nullptr)
      enclosures->note_copied_bytes(target, source, size);
    for (std::uint32_t i = 0; i < size; ++i) target.shadow[i] = value_state(source.shadow[i]);
    target.allocation->written.store(true, std::memory_order_relaxed);
  });
  broken.report(subgroup, *record, [&](const Clause& clause, unsigned lane) {
    return describe_copy<Size>(subgroup, *record, clause, lane);
  });
  return record + 1;
}

struct OpCopyMemorySized : Arrangement<grammar::OpCopyMemorySized> {
  static constexpr MemoryOperand memory_operands[] = {
      {.operand = Grammar::target, .writes = true, .only_pointee = false, .size = Grammar::size},
      {.operand = Grammar::source, .reads = true, .only_pointee = false, .size = Grammar::size}};
  static constexpr auto clauses =
      clause_list(memory_clauses::null_pointer, memory_clauses::out_of_bounds,
                  memory_clauses::misaligned, memory_clauses::undefined_pointer,
                  memory_clauses::not_writable, copy_clauses::size_undefined);

  // One side of a copy.
  static void check_races(Lowering& lowering, const Instruction& instruction, unsigned operand,
                          const MemoryAccessOperands& operands) {
    const Id pointer = instruction.id(operand);
    const auto size = lowering.types().integer(instruction.id(Grammar::size));
    const auto site =
        race_site(lowering, pointer, operands.memory_model(), operand == Grammar::target);
    if (!site) return;
    const Slot address = lowering.slot(pointer, 0, ScalarType::pointer());
    const bool is_generic = lowering.type_of(pointer).storage_class == spv::StorageClass::Generic;
    if (!size || *size <= 0 || *size > 0xFFFF) {
      const Id number = instruction.id(Grammar::size);
      const ScalarType type = lowering.type_of(number).scalar;
      return emit_sized_race_check(lowering, *site, address, {lowering.slot(number, 0, type), type},
                                   is_generic);
    }
    const auto bytes = static_cast<std::uint32_t>(*size);
    const unsigned unit = operands.alignment().value_or(1) % 4 == 0 && bytes % 4 == 0 ? 4 : 1;
    emit_race_check(lowering, *site, {address, 0, unit, bytes / unit, unit, is_generic});
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    with_memory_access(lowering, instruction, Grammar::memory_access,
                       [&](const MemoryAccessOperands& of_target) {
                         with_memory_access(lowering, instruction, of_target.end(),
                                            [&](const MemoryAccessOperands& of_source) {
                                              copy(lowering, instruction, of_target,
                                                   of_source.is_present() ? of_source : of_target);
                                            });
                       });
  }

  static void copy(Lowering& lowering, const Instruction& instruction,
                   const MemoryAccessOperands& of_target, const MemoryAccessOperands& of_source) {
    const ScalarType size = lowering.type_of(instruction.id(Grammar::size)).scalar;
    if (size.scalar_class != ScalarType::Class::integer)
      lowering.fail_input("Size is not an integer");
    check_races(lowering, instruction, Grammar::target, of_target);
    check_races(lowering, instruction, Grammar::source, of_source);
    const auto bytes = lowering.types().integer(instruction.id(Grammar::size));
    if (bytes && *bytes > 0) {
      emit_write_note(lowering, lowering.slot(instruction.id(Grammar::target)),
                      static_cast<std::uint64_t>(*bytes));
    } else {
      emit_unknown_write_note(lowering);
    }
    const std::uint32_t words[] = {of_target.alignment().value_or(1),
                                   of_source.alignment().value_or(1)};
    const std::uint32_t record_index =
        lowering.emit(copy_memory_handler(size.bytes), no_slot,
                      {lowering.slot(instruction.id(Grammar::target), 0, ScalarType::pointer()),
                       lowering.slot(instruction.id(Grammar::source), 0, ScalarType::pointer()),
                       lowering.slot(instruction.id(Grammar::size), 0, size)},
                      lowering.add_data(words));
    note_copy_accesses(lowering, record_index, size.bytes,
                       static_cast<std::uint64_t>(bytes.value_or(0)));
    emit_race_check_end(lowering);
  }
};

// It does not affect the functionality of the module.
struct OpUntypedPrefetchKHR : Arrangement<grammar::OpUntypedPrefetchKHR> {
  static constexpr MemoryOperand memory_operands[] = {{Grammar::pointer_type, true, false, false}};
  static void arrange(Lowering&, const Instruction&) {}
};

// The size of the type that Pointer points to.
struct OpSizeOf : Arrangement<grammar::OpSizeOf> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Id pointee = pointee_type(lowering.module(), instruction.id(Grammar::pointer));
    if (pointee == 0) lowering.fail_unsupported("an untyped pointer whose variable is not known");
    const ScalarType type = lowering.type(instruction.type).scalar;
    lowering.bind(instruction.result,
                  std::vector<Slot>{lowering.constant_plane(type, lowering.type(pointee).size)});
  }
};

}  // namespace

void note_copy_accesses(Lowering& lowering, std::uint32_t record_index, unsigned size_bytes,
                        std::uint64_t bytes) {
  if (!lowering.request().debug) return;
  const Record record = lowering.program().records[record_index];
  DebugAccess access;
  access.bytes_each = bytes;
  if (bytes == 0) access.byte_count = record.operand[2];
  access.count_bytes = size_bytes;
  access.address = record.operand[0];
  access.writes = true;
  lowering.builder().note_access(record_index, access);
  access.address = record.operand[1];
  access.reads = true;
  access.writes = false;
  lowering.builder().note_access(record_index, access);
}

namespace copy_clauses {
constinit const Clause size_undefined{"OpCopyMemorySized.size-undefined", "undefined-operand",
                                      Effect::undefined_behavior, "Size has an undefined value"};
}  // namespace copy_clauses

Handler copy_memory_handler(unsigned size_bytes) {
  return for_width(size_bytes, []<class T>() -> Handler {
    if constexpr (std::is_same_v<T, bool>) {
      return nullptr;
    } else {
      return &copy_memory<T>;
    }
  });
}

std::span<const InstructionDefinition> kernel_memory_instructions() {
  return InstructionList<OpCopyMemorySized, OpUntypedPrefetchKHR, OpSizeOf>::definitions;
}

}  // namespace spirv_oracle
