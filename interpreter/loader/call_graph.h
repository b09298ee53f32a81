// Keeps modules from the validator whose calls it would follow for hours.
#pragma once

#include "interpreter/loader/module.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// To find recursion, SPIRV-Tools follows the calls of each function to all that it reaches. Errors: limit, where that
// is too much.
Result<void> check_call_graph(const Module& module);

}  // namespace spirv_oracle
