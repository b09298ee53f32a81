// Where the debugger finds the values of ids.
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

DebugValue debug_value(const Lowering& lowering, Id id, const Value& value);
// Adds the values at module scope. To be called after the functions are lowered, with Instrumentation::debug.
void add_debug_globals(Lowering& lowering);

}  // namespace spirv_oracle
