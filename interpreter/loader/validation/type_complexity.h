// Limits the complexity of a module's types for code that walks them recursively.
#pragma once

#include "interpreter/loader/module.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// Types that name others repeatedly grow exponentially when expanded, and deep ones need a deep
// stack; the validator of SPIRV-Tools does both. Errors: limit.
Result<void> check_type_complexity(const Module& module);

}  // namespace spirv_oracle
