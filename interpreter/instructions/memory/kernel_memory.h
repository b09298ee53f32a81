// What a kernel reaches: its arguments, and the variables that all of its invocations share.
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Binds the parameters of a kernel to the arguments of the dispatch. Fails for a missing argument, and one
// of a type that is not supported.
void bind_kernel_arguments(Lowering& lowering, const Function& kernel);

// The value of an OpSpecConstantOp that is an address in a variable of the module.
Value lower_constant_pointer(Lowering& lowering, const Instruction& constant);

// The value of a variable in CrossWorkgroup or UniformConstant.
Value kernel_variable(Lowering& lowering, const Instruction& variable);

// A copy, for each invocation, of what `argument` points to: the value of a parameter decorated ByVal.
Value copy_for_callee(Lowering& lowering, Id parameter, const Value& argument);

}  // namespace spirv_oracle
