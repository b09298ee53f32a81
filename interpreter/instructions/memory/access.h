// The handlers behind the memory instructions.
#pragma once

#include "interpreter/findings/clause.h"
#include "interpreter/ir/access_words.h"
#include "interpreter/ir/op.h"

namespace spirv_oracle {

namespace chain_clauses {
extern const Clause index_out_of_bounds;
extern const Clause index_undefined;
extern const Clause offset_too_large;
}  // namespace chain_clauses

// operand 0: the plane of addresses; extra: AccessWords for components of `bytes` bytes (0: Booleans, one byte each in
// memory). The components, too, must be aligned, unless `exact_alignment` is set in the alignment.
// An address that is undefined in so many bits at most is looked at with each of their patterns: an access that
// is right with all of them is one to an undefined choice of these places.
inline constexpr int max_indeterminate_address_bits = 8;
Handler access_handler(bool store, unsigned bytes);

// operand 0: the plane of base addresses; extra: { offset (2 words), count, (slot, bytes of the index,
// stride (2 words), bound, last) * count }. A bound of 0 is none; `last` is the largest index whose
// offset fits into 32 bits and that is below the bound.
// `wraps`: nothing but the object bounds the offset of an index, which may be negative.
Handler access_chain_handler(bool wraps);

// result = operand 0, where an access of `extra` bytes there stays within the invocation's own copy, or
// goes to memory that invocations share; a reported address elsewhere.
Handler own_copy_handler();

// operand 0: the plane of addresses of the block; extra: { offset of the array, stride }.
Handler array_length_handler();

// Marks `extra` bytes at the addresses of operand 0 undefined, for the active lanes.
Handler undefine_memory_handler();

}  // namespace spirv_oracle
