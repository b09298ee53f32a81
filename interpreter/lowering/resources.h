// The objects that a dispatch gives to variables at module scope.
#pragma once

#include "interpreter/lowering/lowering.h"

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

// The variables in workgroup memory of the entry point whose types are decorated Block: all of them share
// one storage (SPV_KHR_workgroup_memory_explicit_layout).
std::vector<Id> workgroup_blocks(const Lowering& lowering);

bool is_workgroup_block(const Lowering& lowering, const Instruction& variable);

// The type of a variable's descriptors, below any arrays.
const Type& descriptor_type(Lowering& lowering, const Instruction& variable);

// What people call the memory of a variable or parameter: its name in assembly, or where assembly cannot have
// the name that the module gives, that one in quotation marks.
std::string name_of_memory(const Module& module, Id id);

}  // namespace spirv_oracle
