// What an access to memory finds behind an address, and what it may break.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "interpreter/exec/outside_accesses.h"
#include "interpreter/exec/report.h"
#include "interpreter/exec/subgroup.h"
#include "interpreter/findings/clause.h"
#include "memory/address_space.h"

namespace spirv_oracle {

// Conditions that any access to memory may break; each names what the address is no part of.
namespace memory_clauses {
extern const Clause null_pointer;
extern const Clause out_of_bounds;
extern const Clause misaligned;
extern const Clause not_writable;
extern const Clause undefined_pointer;
// "Robust Buffer Access": out of the bounds of a descriptor, instead of out_of_bounds.
extern const Clause robust_read;
extern const Clause robust_write;
extern const Clause robust_atomic;
}  // namespace memory_clauses

// The bytes behind an address, for one lane. `bytes` is null when the access is not possible; it is
// discarded where robust buffer access gives that a meaning.
struct LaneAccess {
  std::byte* bytes = nullptr;
  Definedness* shadow = nullptr;
  Allocation* allocation = nullptr;
  bool discarded = false;
};

// A pointer that was already reported (an index out of bounds in an access chain), and what is computed
// from it: accesses do nothing and give undefined values, silently.
inline constexpr std::uint64_t reported_object = 0xFFFFFFF;
inline constexpr std::uint64_t reported_address =
    (reported_object << AddressSpace::offset_bits) +
    (std::uint64_t{1} << (AddressSpace::offset_bits - 1));

// Finds `size` bytes at `address`, which must be a multiple of `alignment`, and checks the access; what is
// wrong goes to `broken`.
LaneAccess resolve(const Subgroup& subgroup, std::uint64_t address, std::uint32_t size,
                   std::uint32_t alignment, AccessKind kind, unsigned lane, BrokenClauses& broken);

// The access that broke one of the clauses above, as the detail of a finding: "4-byte load at byte offset 40 of buffer
// 0.0, which has 40 bytes". "" for other clauses.
[[gnu::cold, gnu::noinline]] std::string describe_access(const Subgroup& subgroup,
                                                         const Clause& clause, AccessKind kind,
                                                         std::uint64_t address, std::uint64_t bytes,
                                                         std::uint32_t alignment);

}  // namespace spirv_oracle
