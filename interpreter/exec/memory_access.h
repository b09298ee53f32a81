// Finds the memory at an address, and checks the access.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/outside_accesses.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/findings/clause.h"
#include "memory/address_space.h"

namespace spirv_oracle {

// Clauses that any access to memory may break; each names the range that the address is outside of.
namespace memory_clauses {
extern const Clause null_pointer;
extern const Clause out_of_bounds;
extern const Clause misaligned;
extern const Clause not_writable;
extern const Clause undefined_pointer;
// Vulkan, "Robust Buffer Access": outside a descriptor; replaces out_of_bounds.
extern const Clause robust_read;
extern const Clause robust_write;
extern const Clause robust_atomic;
}  // namespace memory_clauses

// The bytes at an address, for one lane. `bytes` is null if the access is not possible. It is discarded if robust buffer
// access defines it, or if the descriptor is null.
struct LaneAccess {
  std::byte* bytes = nullptr;
  Definedness* shadow = nullptr;
  Allocation* allocation = nullptr;
  bool discarded = false;
  // Of the zeros that a load gives if `bytes` is null.
  Definedness zeros = Definedness::undefined;
};

// A pointer that was already reported, such as an index out of bounds in an access chain, and
// pointers computed from it. Accesses through it do nothing and give undefined values, without a
// report. No object has so great a number, and its addresses are far from null in both directions and
// from the patterns that programs use for invalid pointers.
inline constexpr std::uint64_t reported_object = 0xB3C5A97;
inline constexpr std::uint64_t reported_address =
    (reported_object << AddressSpace::offset_bits) +
    (std::uint64_t{1} << (AddressSpace::offset_bits - 1));

// Finds `size` bytes at `address`, which must be a multiple of `alignment`, and checks the access.
// Adds broken clauses to `broken`.
LaneAccess resolve(const Subgroup& subgroup, std::uint64_t address, std::uint32_t size,
                   std::uint32_t alignment, AccessKind kind, unsigned lane, BrokenClauses& broken);

// The access that broke one of the clauses above, as the detail of a finding: "4-byte load at byte offset 40 of buffer
// 0.0, which has 40 bytes". "" for other clauses.
[[gnu::cold, gnu::noinline]] std::string describe_access(const Subgroup& subgroup,
                                                         const Clause& clause, AccessKind kind,
                                                         std::uint64_t address, std::uint64_t bytes,
                                                         std::uint32_t alignment);

}  // namespace spirv_oracle
