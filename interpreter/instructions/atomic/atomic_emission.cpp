#include "interpreter/instructions/atomic/atomic_emission.h"

#include "interpreter/checks/atomics/atomic_attempts.h"
#include "interpreter/checks/atomics/look_back_check.h"
#include "interpreter/checks/race_check.h"
#include "interpreter/checks/write_note.h"

namespace spirv_oracle {
namespace {

// Notes the memory order of the record with this index. One that is not known is assumed to acquire and to release.
void note_memory_order(Lowering& lowering, const Instruction& instruction, bool has_semantics,
                       std::uint32_t index) {
  using Mask = spv::MemorySemanticsMask;
  OrderedAtomic atomic{index};
  if (!has_semantics) return lowering.builder().add(atomic);
  const unsigned first = Lowering::first_operand(instruction) + 2;
  const bool may_fail = instruction.opcode == spv::Op::OpAtomicCompareExchange;
  for (unsigned operand = first; operand <= first + (may_fail ? 1 : 0); ++operand) {
    const auto value = lowering.types().integer(instruction.id(operand));
    const auto has = [&](Mask bits) {
      const Mask both = bits | Mask::AcquireRelease | Mask::SequentiallyConsistent;
      return !value || (*value & static_cast<std::uint32_t>(both)) != 0;
    };
    atomic.acquires |= has(Mask::Acquire);
    atomic.releases |= has(Mask::Release);
  }
  lowering.builder().add(atomic);
}

}  // namespace

void emit_atomic(Lowering& lowering, const Instruction& instruction, const AtomicRecord& record) {
  const AccessedAtomically& accessed = record.accessed;
  const auto operand = [](Slot slot) { return slot == no_slot ? 0 : slot; };
  emit_attempt(lowering, instruction, accessed);
  emit_look_back_begin(lowering, instruction, accessed);
  const Slot place =
      mark_near_outside(lowering, accessed.address, record.robust_part, record.access_kind);
  if (record.may_change_value) emit_write_note(lowering, accessed.address, accessed.bytes);
  const std::uint32_t index =
      lowering.emit(record.handler, accessed.result,
                    {place, operand(accessed.value), operand(accessed.comparator)}, record.extra);
  note_memory_order(lowering, instruction, accessed.has_semantics, index);
  if (lowering.request().debug) {
    DebugAccess access;
    access.address = place;
    access.bytes_each = accessed.bytes;
    access.reads = accessed.reads;
    access.writes = record.may_change_value;
    access.is_atomic = true;
    lowering.builder().note_access(index, access);
  }
  emit_atomic_note_end(lowering, accessed.address, record.may_change_value ? accessed.bytes : 0,
                       accessed.result);
  emit_race_check(lowering, instruction, accessed);
}

Slot original_plane(Lowering& lowering, ScalarType type) {
  return lowering.request().check_races ? lowering.new_plane(type) : no_slot;
}

bool private_to_workgroup(Lowering& lowering, Id pointer) {
  const spv::StorageClass storage = lowering.type_of(pointer).storage_class;
  return storage == spv::StorageClass::Workgroup || storage == spv::StorageClass::Function ||
         storage == spv::StorageClass::Private;
}

}  // namespace spirv_oracle
