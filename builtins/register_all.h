// All instructions and built-in inputs that this program knows.
#pragma once

#include "interpreter/ir/registry.h"

namespace spirv_oracle {

// The core instructions, the extended instruction sets and the built-in inputs; made when first asked
// for. May be used by several threads.
const InstructionRegistry& default_registry();

}  // namespace spirv_oracle
