#include "interpreter/exec/memory_access.h"

#include "interpreter/exec/workgroup.h"

namespace spirv_oracle {

namespace memory_clauses {
constinit const Clause null_pointer{"memory.null-pointer", "null-pointer",
                                    Effect::undefined_behavior, "The pointer is null"};
constinit const Clause out_of_bounds{"memory.out-of-bounds", "out-of-bounds",
                                     Effect::undefined_behavior,
                                     "The access is not inside an object"};
constinit const Clause misaligned{"memory.misaligned", "misaligned-access",
                                  Effect::undefined_behavior,
                                  "The address is not a multiple of the alignment"};
constinit const Clause not_writable{"memory.not-writable", "write-to-read-only",
                                    Effect::undefined_behavior, "The object may not be written"};
constinit const Clause undefined_pointer{"memory.undefined-pointer", "undefined-address",
                                         Effect::undefined_behavior,
                                         "The pointer has an undefined value"};
constinit const Clause robust_read{
    "memory.robust-read", "robust-access", Effect::implementation_defined,
    "Out of the bounds of the descriptor, zero, anything in the buffer or what was stored is read"};
constinit const Clause robust_write{
    "memory.robust-write", "robust-access", Effect::implementation_defined,
    "Out of the bounds of the descriptor, a write is discarded or changes anything in the buffer"};
constinit const Clause robust_atomic{"memory.robust-atomic", "robust-access",
                                     Effect::undefined_result,
                                     "Out of the bounds of the descriptor, an atomic is discarded "
                                     "or changes anything in the buffer"};
}  // namespace memory_clauses

namespace {

// Whether an access that is not inside its object has a meaning nevertheless. Descriptors have buffers;
// offsets beyond 32 bits wrap somewhere.
bool is_robust(const Subgroup& subgroup, const ObjectEntry& object, std::uint64_t offset) {
  return subgroup.workgroup != nullptr && subgroup.workgroup->dispatch().robust_buffer_access &&
         object.allocation != nullptr && object.allocation->kind == MemoryKind::buffer &&
         offset <= 0xFFFFFFFF;
}

const Clause& robust_clause(AccessKind kind) {
  switch (kind) {
    case AccessKind::load:
      return memory_clauses::robust_read;
    case AccessKind::store:
      return memory_clauses::robust_write;
    case AccessKind::atomic:
      break;
  }
  return memory_clauses::robust_atomic;
}

}  // namespace

LaneAccess resolve(const Subgroup& subgroup, std::uint64_t address, std::uint32_t size,
                   std::uint32_t alignment, AccessKind kind, unsigned lane, BrokenClauses& broken) {
  if (address >> AddressSpace::offset_bits == reported_object) return {};
  const ObjectEntry& object = subgroup.memory->find(address);
  const std::uint64_t offset = AddressSpace::offset(address);
  if (object.allocation == nullptr || size > object.size || offset > object.size - size) {
    if (is_robust(subgroup, object, offset)) {
      broken.add(robust_clause(kind), lane);
      subgroup.workgroup->learned().outside_accesses.add(
          static_cast<std::uint32_t>(address >> AddressSpace::offset_bits), kind, offset);
      return {.discarded = true};
    }
    broken.add(address == 0 ? memory_clauses::null_pointer : memory_clauses::out_of_bounds, lane);
    return {};
  }
  if (offset % alignment != 0) {
    broken.add(memory_clauses::misaligned, lane);
    if (kind == AccessKind::atomic) return {};
  }
  if (kind != AccessKind::load && !object.allocation->writable) {
    broken.add(memory_clauses::not_writable, lane);
    return {};
  }
  return {object.bytes + offset, object.shadow + offset, object.allocation};
}

}  // namespace spirv_oracle
