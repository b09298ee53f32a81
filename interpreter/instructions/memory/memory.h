// Memory Instructions: what other sections need of them.
#pragma once

#include <span>

#include "interpreter/exec/memory_access.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Larger variables are kept in memory.
inline constexpr std::uint32_t max_components_in_planes = 256;

// A variable of which every invocation has its own: in planes where that is possible.
Value create_private_variable(Lowering& lowering, const Instruction& variable);
// The same in memory always. The value has the addresses of the copies; `variable` gives its name.
Value create_lane_memory(Lowering& lowering, Id variable, Id pointee);
// Emits what gives such a variable its first value, for the active lanes.
void initialize_private_variable(Lowering& lowering, const Instruction& variable,
                                 const Value& value);

// The plane of addresses behind a pointer through which `bytes` bytes are to be accessed. In a kernel, a
// pointer may be moved out of the copy that the invocation has of a variable: then a checked one.
Slot own_copy_address(Lowering& lowering, Id pointer, std::uint32_t bytes);

// Loads a value of the pointee type of `pointer`; its planes are new or those of a variable.
// `operands`: where the memory operands of the instruction begin that does so; 0: it has none.
std::vector<Slot> load_from_pointer(Lowering& lowering, Id pointer, const Instruction& instruction,
                                    unsigned operands = 0);
// Stores one component per plane, for the active lanes.
void store_to_pointer(Lowering& lowering, Id pointer, std::span<const Slot> components,
                      const Instruction& instruction, unsigned operands = 0);

}  // namespace spirv_oracle
