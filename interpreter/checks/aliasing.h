// "Aliasing": variables that reach the same memory without saying so.
#pragma once

#include "interpreter/findings/clause.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

struct Aliasing {
  static constexpr Clause not_aliased{"memory.not-aliased", "aliasing", Effect::undefined_behavior,
                                      "two variables that are not both decorated Aliased access "
                                      "the same memory, and at least one access writes it"};
  static constexpr auto clauses = clause_list(not_aliased);
};

// Behind an instruction that accesses memory: emits what notes the variable beside each byte, where
// another variable reaches the same buffer.
void watch_aliasing(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
