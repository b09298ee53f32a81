// Finds the variables and parameters through which a physical pointer may have passed, from the
// text of the module.
#pragma once

#include <vector>

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// The origins of all pointers that a variable of the current function may hold. An id of 0
// represents unknown others.
std::vector<Id> origins_of_stored(Lowering& lowering, Id variable);

// Whether a pointer in a register may become a number, or be stored in memory that others read.
// Then the origins of loaded pointers are unknown.
bool physical_pointers_escape(const Module& module, const SpecializedModule& types);

}  // namespace spirv_oracle
