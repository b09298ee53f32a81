// The arguments of a kernel, and the variables that all of its invocations share.
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// A simulated address, the same for all lanes.
Value address_value(Lowering& lowering, std::uint64_t address);

// Binds the parameters of a kernel to the arguments of the request. Fails if an argument is
// missing, or has an unsupported type.
void bind_kernel_arguments(Lowering& lowering, const Function& kernel);

// The offset in bytes of the pointee of argument `number` in its memory. Every argument has an object of its own, so its
// simulated address does not include this offset.
std::uint64_t offset_in_memory(const ProgramRequest& request, std::uint32_t number);

// The value of an OpSpecConstantOp that is an address in a variable of the module.
Value lower_constant_pointer(Lowering& lowering, const Instruction& constant);

// The value of a variable in CrossWorkgroup or UniformConstant.
Value kernel_variable(Lowering& lowering, const Instruction& variable);

// A copy of the pointee of `argument` for each invocation: the value of a parameter with the
// decoration ByVal.
Value copy_for_callee(Lowering& lowering, Id parameter, const Value& argument);

}  // namespace spirv_oracle
