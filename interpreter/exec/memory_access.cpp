#include "interpreter/exec/memory_access.h"

#include <algorithm>
#include <iterator>

#include "interpreter/exec/report/element_name.h"
#include "interpreter/exec/workgroup.h"

namespace spirv_oracle {

namespace memory_clauses {
constinit const Clause null_pointer{"memory.null-pointer", "null-pointer",
                                    Effect::undefined_behavior, "access through a null pointer"};
constinit const Clause out_of_bounds{"memory.out-of-bounds", "out-of-bounds",
                                     Effect::undefined_behavior, "out-of-bounds access"};
constinit const Clause misaligned{"memory.misaligned", "misaligned-access",
                                  Effect::undefined_behavior, "misaligned access"};
constinit const Clause not_writable{"memory.not-writable", "write-to-read-only",
                                    Effect::undefined_behavior, "write to a read-only object"};
constinit const Clause undefined_pointer{"memory.undefined-pointer", "undefined-address",
                                         Effect::undefined_behavior,
                                         "the pointer has an undefined value"};
constinit const Clause robust_read{
    "memory.robust-read", "robust-access", Effect::implementation_defined,
    "out-of-bounds read, which may return zero, any value in the buffer, or the value last stored"};
constinit const Clause robust_write{
    "memory.robust-write", "robust-access", Effect::implementation_defined,
    "out-of-bounds write, which may be discarded or may change any value in the buffer"};
constinit const Clause robust_atomic{
    "memory.robust-atomic", "robust-access", Effect::undefined_result,
    "out-of-bounds atomic, which may be discarded or may change any value in the buffer"};
}  // namespace memory_clauses

namespace {

// Whether an access outside its object still has a meaning. Only descriptors of buffers have one, and
// offsets beyond 32 bits wrap around without 64-bit indexing.
bool is_robust(const Subgroup& subgroup, const ObjectEntry& object, std::uint64_t offset) {
  return subgroup.workgroup != nullptr && subgroup.program->request.robust_buffer_access &&
         object.allocation != nullptr && object.allocation->kind == MemoryKind::buffer &&
         (offset <= 0xFFFFFFFF || subgroup.program->indexes_64_bits);
}

// Accesses to null descriptors are never out of bounds (Vulkan, "Robust Buffer Access").
bool is_null_descriptor(const ObjectEntry& object) {
  return object.allocation != nullptr && object.allocation->kind == MemoryKind::null_descriptor;
}

// A null pointer plus or minus the offset of an element or a member: no object is at such an address.
bool is_near_null(std::uint64_t address) {
  constexpr std::uint64_t most_offset = 4096;
  return address + most_offset < 2 * most_offset;
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
    if (is_null_descriptor(object)) return {.discarded = true, .zeros = Definedness::defined};
    if (is_robust(subgroup, object, offset)) {
      broken.add(robust_clause(kind), lane);
      subgroup.workgroup->knowledge().found.outside_accesses.add(
          static_cast<std::uint32_t>(address >> AddressSpace::offset_bits), kind, offset);
      return {.discarded = true, .zeros = Definedness::implementation_dependent};
    }
    broken.add(is_near_null(address) ? memory_clauses::null_pointer : memory_clauses::out_of_bounds,
               lane);
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

namespace {

const char* name_of(AccessKind kind) {
  switch (kind) {
    case AccessKind::load:
      return "-byte load";
    case AccessKind::store:
      return "-byte store";
    case AccessKind::atomic:
      break;
  }
  return "-byte atomic access";
}

}  // namespace

std::string describe_access(const Subgroup& subgroup, const Clause& clause, AccessKind kind,
                            std::uint64_t address, std::uint64_t bytes, std::uint32_t alignment) {
  namespace clauses = memory_clauses;
  const Clause* const described[] = {&clauses::null_pointer, &clauses::out_of_bounds,
                                     &clauses::misaligned,   &clauses::not_writable,
                                     &clauses::robust_read,  &clauses::robust_write,
                                     &clauses::robust_atomic};
  if (std::ranges::find(described, &clause) == std::end(described)) return {};
  const std::string access = std::to_string(bytes) + name_of(kind);
  if (&clause == &clauses::null_pointer)
    return address == 0
               ? access
               : access + " at address " + std::to_string(static_cast<std::int64_t>(address));
  const ObjectEntry& object = subgroup.memory->find(address);
  if (object.allocation == nullptr) return access + " at an address that belongs to no object";
  const char* preposition = kind == AccessKind::load ? " from " : " to ";
  const auto inside = [&] {
    return access +
           place_inside(*subgroup.program, *subgroup.memory, address, bytes).after(preposition);
  };
  if (&clause == &clauses::not_writable) return inside();
  if (&clause == &clauses::misaligned)
    return inside() + "; the offset must be a multiple of " + std::to_string(alignment);
  const AccessDescription outside =
      place_outside(*subgroup.program, *subgroup.memory,
                    static_cast<std::uint32_t>(address >> AddressSpace::offset_bits),
                    static_cast<std::int64_t>(AddressSpace::offset(address)), object.size, bytes);
  return access + outside.after(preposition) + outside.extent;
}

}  // namespace spirv_oracle
