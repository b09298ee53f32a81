// The handlers of the memory instructions.
#pragma once

#include "interpreter/findings/clause.h"
#include "interpreter/ir/access_words.h"
#include "interpreter/ir/record.h"
#include "memory/address_space.h"

namespace spirv_oracle {

namespace chain_clauses {
extern const Clause index_out_of_bounds;
extern const Clause index_undefined;
extern const Clause offset_too_large;
}  // namespace chain_clauses

// operand 0: the plane of addresses; extra: AccessWords for components of `bytes` bytes (0:
// Booleans, one byte each in memory). The components must be aligned as well, unless
// `exact_alignment` is set in the alignment. If at most this number of bits of an address are undefined,
// the access tries all their patterns. If all are valid, the access is to an undefined choice of
// these places.
inline constexpr int max_indeterminate_address_bits = 8;
Handler access_handler(bool store, unsigned bytes);

// operand 0: the plane of base addresses; extra: ChainWords. `wraps`: only the object bounds the offset
// of an index, which may be negative.
Handler access_chain_handler(bool wraps);

// result = operand 0, if an access of `extra` bytes there is in the invocation's own copy, or in
// memory that invocations share; otherwise a reported address.
Handler own_copy_handler();

// The greatest offset of an index with 64 bits of range. Greater ones, which would leave the range of addresses of the
// object, become the next number: no object has this many bytes.
inline constexpr std::uint64_t largest_wide_offset =
    (std::uint64_t{1} << (AddressSpace::offset_bits - 1)) - 1;

// operand 0: the plane of addresses of the block; extra: { offset of the array, stride }. The result has this number of
// bytes: 4 or 8.
Handler array_length_handler(unsigned bytes);

// Makes `extra` bytes at the addresses in operand 0 undefined, for the active lanes.
Handler undefine_memory_handler();

}  // namespace spirv_oracle
