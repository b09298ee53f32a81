// Moves of elements between the invocations of a matrix's scope, calls for elements, and operands of loads and stores.
#pragma once

#include <vector>

#include "interpreter/instructions/cooperative_matrix/dense_matrix.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Emits records that copy elements between planes, as bits with their marks and enclosures, whichever invocations hold them.
// The places in `to` are numbers of elements of `from`.
void emit_element_move(Lowering& lowering, spv::Scope scope, PlacedPlanes from, PlacedPlanes to);

// Inlines a call of a function for one component in all invocations. Returns the plane of the function's result.
Slot emit_component_call(Lowering& lowering, Id function, std::span<const Value> arguments,
                         const Type& matrix);

// The planes of a matrix to store. Elements whose copies differ are implementation-dependent, because an implementation may
// store another copy.
std::vector<Slot> with_united_elements(Lowering& lowering, const Type& matrix,
                                       std::vector<Slot> planes);

// The plane of a pointer to memory that invocations share; fails for other pointers.
Slot shared_pointer(Lowering& lowering, Id pointer);

}  // namespace spirv_oracle
