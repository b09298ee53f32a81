// Asynchronous copies: OpGroupAsyncCopy and OpGroupWaitEvents.
#pragma once

#include <span>

#include "interpreter/ir/registry.h"

namespace spirv_oracle {

std::span<const InstructionDefinition> async_copy_instructions();

}  // namespace spirv_oracle
