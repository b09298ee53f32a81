// Addressing model Physical32: pointers have 32 bits where programs see them, in memory and as integers. In planes they
// are addresses as always. The upper 8 of the 32 bits are the object, the others the place in it, so that neither may be
// too large.
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

bool has_small_pointers(const Lowering& lowering);

// The 32 bits that an address is, and the address that they are.
Slot emit_small_pointer(Lowering& lowering, Slot address);
Slot emit_address_of_small_pointer(Lowering& lowering, Slot bits);
std::uint32_t small_pointer(std::uint64_t address);

// Whether all objects fit into 32 bits. Errors: unsupported, where they do not.
Result<void> check_small_pointers(Lowering& lowering);

}  // namespace spirv_oracle
