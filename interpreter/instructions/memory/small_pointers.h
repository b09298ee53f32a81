// Addressing model Physical32: programs see pointers of 32 bits, in memory and as integers. Planes hold the usual 64-bit
// addresses. The upper 8 of the 32 bits are the number of the object, and the lower 24 the offset in it.
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

bool has_small_pointers(const Lowering& lowering);

// Convert an address to 32 bits, and back. The result is a new plane.
Slot emit_small_pointer(Lowering& lowering, Slot address);
Slot emit_address_of_small_pointer(Lowering& lowering, Slot bits);
std::uint32_t small_pointer(std::uint64_t address);

// Errors: unsupported if there are more than 254 objects, or one of 16 MiB or more.
Result<void> check_small_pointers(Lowering& lowering);

}  // namespace spirv_oracle
