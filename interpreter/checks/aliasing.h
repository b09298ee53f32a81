// Section "Aliasing": variables that reach the same memory without declaring it.
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

// Must follow the lowering of each instruction. If another variable reaches the buffer that it
// accesses, emits a record that notes the variable beside each byte.
void watch_aliasing(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
