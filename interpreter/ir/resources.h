// Variables at module scope: buffers, push constants, workgroup and private memory, built-in inputs.
#pragma once

#include "interpreter/ir/lowering.h"

namespace spirv_oracle {

// Ids, in the address space of a dispatch, of the objects that the user gave. They come first and in
// this order, so that every worker's copy agrees: memories, push constants, buffers, and those that are
// ranges of memories.
struct ResourceObjects {
  std::uint32_t first_memory = 0;
  std::uint32_t push_constants = 0;
  std::map<BindingKey, std::uint32_t> buffers;
};

// Puts the dispatch's resources into `memory`. Errors: limit.
Result<ResourceObjects> create_resources(const Dispatch& dispatch, AddressSpace& memory);
// The ids that create_resources gives to the same dispatch.
ResourceObjects resource_objects(const Dispatch& dispatch);

namespace descriptor_clauses {
extern const Clause not_bound;
}  // namespace descriptor_clauses

// The value of an OpVariable at module scope.
Value lower_global_variable(Lowering& lowering, const Instruction& variable);

// The pointer to an element of an array of buffer descriptors, chosen per lane by `index`.
void lower_descriptor_index(Lowering& lowering, Id variable, Id index, Slot result);

}  // namespace spirv_oracle
