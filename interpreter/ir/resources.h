// Variables at module scope: buffers, push constants, workgroup and private memory, built-in inputs;
// those for images are in image_resources.h.
#pragma once

#include "interpreter/ir/lowering.h"

namespace spirv_oracle {

// Ids, in the address space of a dispatch, of the objects that the user gave. They come first and in
// this order, so that every worker's copy agrees: memories, push constants, buffers, those that are
// ranges of memories, and samplers that have no image beside them.
struct ResourceObjects {
  std::uint32_t first_memory = 0;
  std::uint32_t push_constants = 0;
  std::map<BindingKey, std::uint32_t> buffers;   // texel buffers and images, too
  std::map<BindingKey, std::uint32_t> samplers;  // combined with an image: the image's object
};

// Puts the dispatch's resources into `memory`. Errors: limit.
Result<ResourceObjects> create_resources(const Dispatch& dispatch, AddressSpace& memory);
// The ids that create_resources gives to the same dispatch.
ResourceObjects resource_objects(const Dispatch& dispatch);

// "SET.BINDING", with the index of an element but the first.
std::string binding_name(const BindingKey& key);

namespace descriptor_clauses {
extern const Clause not_bound;
}  // namespace descriptor_clauses

// The variables in workgroup memory of the entry point whose types are decorated Block: all of them share
// one storage (SPV_KHR_workgroup_memory_explicit_layout).
std::vector<Id> workgroup_blocks(const Lowering& lowering);

// The value of an OpVariable at module scope.
Value lower_global_variable(Lowering& lowering, const Instruction& variable);

// The pointer to an element of an array of descriptors, chosen per lane by `index`.
void lower_descriptor_index(Lowering& lowering, Id variable, Id index, Slot result);

// What people call the memory of a variable or parameter: its name in assembly, or where assembly cannot have
// the name that the module gives, that one in quotation marks.
std::string name_of_memory(const Module& module, Id id);

}  // namespace spirv_oracle
