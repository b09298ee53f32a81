// Keeps modules from the validator that would take it minutes.
#pragma once

#include "interpreter/loader/module.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// To find recursion, SPIRV-Tools follows the calls of each function to all that it reaches, and its time for the control
// flow of a function grows with the square of the number of blocks. Errors: limit, where that is too much.
Result<void> check_validation_cost(const Module& module);

}  // namespace spirv_oracle
