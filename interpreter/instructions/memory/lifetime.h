// The lifetime of variables in kernels, whose pointers may be stored and returned. A variable of a function lives until the
// function returns.
#pragma once

#include <cstdint>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/lowering/lowering.h"
#include "memory/address_space.h"

namespace spirv_oracle {

// To be called where a variable of the current function is created. Its lifetime begins, if pointers to it may outlive a call of
// the function.
void begin_lifetime(Lowering& lowering, const Instruction& variable, const Value& value);

// To be called where a call of `callee` ends, while its ids are bound. Ends the lifetimes of its variables.
void end_lifetimes(Lowering& lowering, const Function& callee);

// Whether the lifetime of the copy at `begin` bytes in an object with copies has ended.
bool has_ended(const ObjectEntry& object, std::uint64_t begin);

}  // namespace spirv_oracle
