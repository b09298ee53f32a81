// Pipe Instructions.
#pragma once

#include <span>

#include "interpreter/ir/registry.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

std::span<const InstructionDefinition> pipe_instructions();
std::span<const InstructionDefinition> pipe_reservation_instructions();

// Must precede a workgroup barrier, which orders what invocations take from pipes.
void emit_pipe_barrier(Lowering& lowering);

}  // namespace spirv_oracle
