// Memory Instructions: what other sections need of them.
#pragma once

#include <span>

#include "interpreter/exec/outside_accesses.h"
#include "interpreter/exec/report.h"
#include "interpreter/exec/subgroup.h"
#include "interpreter/ir/lowering.h"
#include "interpreter/semantics/clause.h"
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

// Larger variables are kept in memory.
inline constexpr std::uint32_t max_components_in_planes = 256;

// Finds `size` bytes at `address`, which must be a multiple of `alignment`, and checks the access; what is
// wrong goes to `broken`.
LaneAccess resolve(const Subgroup& subgroup, std::uint64_t address, std::uint32_t size,
                   std::uint32_t alignment, AccessKind kind, unsigned lane, BrokenClauses& broken);

// A variable of which every invocation has its own: in planes where that is possible.
Value create_private_variable(Lowering& lowering, const Instruction& variable);
// The same in memory always. The value has the addresses of the copies; `variable` gives its name.
Value create_lane_memory(Lowering& lowering, Id variable, Id pointee);
// Emits what gives such a variable its first value, for the active lanes.
void initialize_private_variable(Lowering& lowering, const Instruction& variable,
                                 const Value& value);

// The plane of addresses behind a pointer through which `bytes` bytes are to be accessed. In a kernel, a
// pointer may be moved out of the copy that the invocation has of a variable: then a checked one.
Slot own_copy_address(Lowering& lowering, Id pointer, std::uint32_t bytes);

// Loads a value of the pointee type of `pointer`; its planes are new or those of a variable.
// `operands`: where the memory operands of the instruction begin that does so; 0: it has none.
std::vector<Slot> load_from_pointer(Lowering& lowering, Id pointer, const Instruction& instruction,
                                    unsigned operands = 0);
// Stores one component per plane, for the active lanes.
void store_to_pointer(Lowering& lowering, Id pointer, std::span<const Slot> components,
                      const Instruction& instruction, unsigned operands = 0);

}  // namespace spirv_oracle
