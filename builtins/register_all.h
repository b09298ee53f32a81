// All instructions and built-in inputs of this program.
#pragma once

#include "interpreter/ir/registry.h"

namespace spirv_oracle {

// The core instructions, the extended instruction sets and the built-in inputs. Created on the
// first call; thread-safe.
const InstructionRegistry& default_registry();

}  // namespace spirv_oracle
