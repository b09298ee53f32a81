// Rejects modules for which the validator would take minutes.
#pragma once

#include "interpreter/loader/module.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// To find recursion, SPIRV-Tools follows the calls of each function to all functions that it
// reaches. Its time grows with the square of the number of blocks of a function, and with the
// square of the number of entry points. Errors: limit if that is too much.
Result<void> check_validation_cost(const Module& module);

// Whether the validator may use the names of ids in its messages, which takes long if very many ids
// have names.
bool may_show_names(const Module& module);

}  // namespace spirv_oracle
