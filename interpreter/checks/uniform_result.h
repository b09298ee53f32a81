// The decorations Uniform and UniformId: all invocations of a scope compute the same result.
#pragma once

#include "interpreter/findings/clause.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

struct UniformResult {
  static constexpr Clause differs{
      "Uniform.result-differs", "false-assumption", Effect::undefined_behavior,
      "a result decorated Uniform or UniformId differs between the invocations of its scope"};
  static constexpr auto clauses = clause_list(differs);
};

// Must follow the lowering of each instruction, once its result has a value. If the result is
// decorated, emits a comparison of its lanes.
void check_uniform_result(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
