// The parts of the memory instructions that other sections need.
#pragma once

#include <span>

#include "interpreter/exec/memory_access.h"
#include "interpreter/lowering/lowering.h"
#include "interpreter/lowering/memory_access_operands.h"

namespace spirv_oracle {

// Larger variables are kept in memory.
inline constexpr std::uint32_t max_components_in_planes = 256;

// Creates a variable of which every invocation has its own copy: in planes if possible.
Value create_private_variable(Lowering& lowering, const Instruction& variable);
// Creates such a variable in memory. The value has the addresses of the copies; `variable` gives its name.
Value create_lane_memory(Lowering& lowering, Id variable, Id pointee);
// Creates an input variable of a kernel in memory, which the active lanes fill from planes.
Value create_input_memory(Lowering& lowering, const Instruction& variable,
                          std::span<const Slot> planes);
// Emits the initialization of such a variable, for the active lanes.
void initialize_private_variable(Lowering& lowering, const Instruction& variable,
                                 const Value& value);

// Emits what makes such a variable undefined, for the active lanes.
void undefine_private_variable(Lowering& lowering, const Instruction& variable, const Value& value);

// The plane of addresses of a pointer through which `bytes` bytes are accessed. In a kernel, a
// pointer may leave the invocation's copy of a variable; the addresses are then checked.
Slot own_copy_address(Lowering& lowering, Id pointer, std::uint32_t bytes);

// Loads a value of `type` through a pointer. Its planes are new, or those of a variable.
std::vector<Slot> load_from_pointer(Lowering& lowering, Id pointer, Id type,
                                    const MemoryAccessOperands& operands = {});
// Stores a value of `type`, one component per plane, for the active lanes.
void store_to_pointer(Lowering& lowering, Id pointer, Id type, std::span<const Slot> components,
                      const MemoryAccessOperands& operands = {});

}  // namespace spirv_oracle
