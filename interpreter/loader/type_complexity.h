// A bound on what a module's types may cost those who walk them recursively.
#pragma once

#include "interpreter/loader/module.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// Types that name others twice and more, over and over, grow exponentially when written out, and
// deep ones need a deep stack; SPIRV-Tools' validator does both. Errors: limit.
Result<void> check_type_complexity(const Module& module);

}  // namespace spirv_oracle
