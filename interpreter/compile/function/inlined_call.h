// What is fixed about one inlined call of a function before its blocks are lowered.
#pragma once

#include "interpreter/lowering/analysis.h"

namespace spirv_oracle {

struct InlinedCall {
  const Function& function;
  const FunctionAnalysis& analysis;
  std::uint32_t origin;      // of the call instruction, as in Origin::call; 0 for the entry point
  std::uint32_t base_depth;  // frames outside the function
  bool has_frame;            // whether returns reconverge in a frame of the call

  const ControlFlow& flow() const { return analysis.control_flow; }
  // The block index of the place after the call.
  std::uint32_t end_block() const { return static_cast<std::uint32_t>(function.blocks.size()); }
};

}  // namespace spirv_oracle
