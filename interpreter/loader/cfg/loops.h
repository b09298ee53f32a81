// Finds the loops of control flow without merge instructions.
#pragma once

#include <cstdint>

#include "interpreter/loader/cfg/cfg.h"

namespace spirv_oracle {

// Computes the constructs (one for each loop), the order and the positions of `flow` from its
// successors, as analyze_unstructured_control_flow defines them: a weak topological order (F.
// Bourdoncle, Efficient chaotic iteration strategies with widenings, 1993). Errors: limit if loops
// nest deeper than max_depth.
Result<void> find_loops(ControlFlow& flow, std::uint32_t max_depth);

}  // namespace spirv_oracle
