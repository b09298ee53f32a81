// Variables at module scope: buffers, push constants, workgroup and private memory, built-in
// inputs. For images, see image_resources.h.
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

namespace descriptor_clauses {
extern const Clause not_bound;
}  // namespace descriptor_clauses

// The value of an OpVariable at module scope.
Value lower_global_variable(Lowering& lowering, const Instruction& variable);

// A variable that the invocations of a workgroup share. It must not be an explicitly laid out block.
Value create_workgroup_variable(Lowering& lowering, const Instruction& variable);
// The address of such a variable.
std::uint64_t workgroup_variable_address(Lowering& lowering, Id variable);

// The pointer to an element of an array of descriptors, selected per lane by `index`.
void lower_descriptor_index(Lowering& lowering, Id variable, Id index, Slot result);

}  // namespace spirv_oracle
