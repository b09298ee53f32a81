// Keeps modules from the validator that would take it minutes.
#pragma once

#include "interpreter/loader/module.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// To find recursion, SPIRV-Tools follows the calls of each function to all that it reaches. Its time for the control flow
// of a function grows with the square of the number of blocks, and its time for entry points with the square of theirs.
// Errors: limit, where that is too much.
Result<void> check_validation_cost(const Module& module);

// Whether the validator may name ids in its messages as the module does, which takes long where very many have names.
bool may_show_names(const Module& module);

}  // namespace spirv_oracle
