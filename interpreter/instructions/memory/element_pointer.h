// Pointers to other elements of an array: the Element operand of OpPtrAccessChain.
#pragma once

#include "interpreter/findings/clause.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

namespace chain_clauses {
inline constexpr Clause element_out_of_array{
    "OpPtrAccessChain.element-out-of-array", "out-of-bounds", Effect::undefined_behavior,
    "pointer arithmetic leaves the array; it may only reach one past the last element"};
}  // namespace chain_clauses

// Emits the computation of the address that is `element` strides after `address`, to which `base`
// points, and checks that it is in the array. Lanes that leave the array get a reported address. `is_wide`: the distance may
// have more than 32 bits.
Slot emit_element_address(Lowering& lowering, Id base, Slot address, Id element,
                          std::uint64_t stride, bool is_wide);

// The plane of the addresses that are `offset` bytes after those in `address`.
Slot emit_later_address(Lowering& lowering, Slot address, std::uint64_t offset);

}  // namespace spirv_oracle
