// The parameters of functions: binds them to their arguments. `locals`: the values of the function's
// ids.
#pragma once

#include <span>
#include <vector>

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// For a kernel that is the entry point, whose arguments come from the dispatch. Emits checks of them.
void bind_kernel_parameters(Lowering& lowering, const Function& function,
                            std::vector<Value>& locals);
// For a function that is called with as many arguments as it has parameters. Fails if the type of an argument is wrong.
void bind_parameters(Lowering& lowering, const Function& callee, std::span<const Value> arguments,
                     std::vector<Value>& locals);

}  // namespace spirv_oracle
