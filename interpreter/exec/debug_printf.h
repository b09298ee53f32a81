// NonSemantic.DebugPrintf
#pragma once

#include "interpreter/ir/lowering.h"
#include "interpreter/semantics/clause.h"

namespace spirv_oracle {

struct DebugPrintf {
  static constexpr Clause too_few_arguments{
      "NonSemantic.DebugPrintf.too-few-arguments", "debug-printf", Effect::undefined_behavior,
      "There are fewer arguments than the format has specifiers"};
};

// Emits a record that prints, once per active lane.
void lower_debug_printf(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
