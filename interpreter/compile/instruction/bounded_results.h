// Results anywhere within the error bounds of the client API.
#pragma once

#include <cstdint>
#include <span>

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// If PipelineOptions::arithmetic requests it, moves the results of an instruction to the end of their range.
void bound_results(Lowering& lowering, const Instruction& instruction);
// Moves results that an extended instruction stores. They have the bounds of another instruction of its set, `number`.
void bound_further_results(Lowering& lowering, const Instruction& instruction, std::uint32_t number,
                           std::span<const Slot> results);
// Checks for results whose precision Vulkan inherits from a formula that may give a NaN.
void check_formula(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
