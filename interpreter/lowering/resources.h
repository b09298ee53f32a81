// The objects of the resources, and of variables at module scope.
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Ids, in the address space of a dispatch, of the user's objects. They come first, in this order,
// so that the copies of all workers agree: memories, push constants, buffers, buffers that are
// ranges of memories, null descriptors, samplers without an image, and acceleration structures.
struct ResourceObjects {
  std::uint32_t first_memory = 0;
  std::uint32_t push_constants = 0;
  std::map<BindingKey, std::uint32_t>
      buffers;  // including texel buffers, images and null descriptors
  std::map<BindingKey, std::uint32_t> samplers;  // combined with an image: the image's object
  std::map<BindingKey, std::uint32_t> acceleration_structures;
};

// Reserves the objects of the resources in `memory`. Errors: limit.
Result<ResourceObjects> reserve_resources(const ProgramRequest& request, AddressSpace& memory);
// The ids that reserve_resources returns for the same resources.
ResourceObjects resource_objects(const ResourceShapes& shapes);
// Gives the contents of the bindings to the objects, in an instance of the memory in which they were reserved.
void bind_resources(const Bindings& bindings, const ResourceObjects& objects, AddressSpace& memory);

// "SET.BINDING", with the index of an element except for the first; "heap.SLOT" for a descriptor in a heap.
std::string binding_name(const BindingKey& key);

// The variables in workgroup memory of the entry point whose types are decorated Block. All of them
// share one storage (SPV_KHR_workgroup_memory_explicit_layout).
std::vector<Id> workgroup_blocks(const Lowering& lowering);

bool is_workgroup_block(const Lowering& lowering, const Instruction& variable);

// The objects of all descriptors that variables of the type name.
const std::map<BindingKey, std::uint32_t>& objects_of_type(const ResourceObjects& objects,
                                                           const Type& descriptor);

// The type of a variable's descriptors, below any arrays.
const Type& descriptor_type(Lowering& lowering, const Instruction& variable);

// The name of the memory of a variable or parameter in reports: its name in assembly; if assembly
// cannot represent the name in the module, that one in quotation marks.
std::string name_of_memory(const Module& module, Id id);

}  // namespace spirv_oracle
