// Control-Flow Instructions: their clauses, which the executor reports.
#pragma once

#include "interpreter/semantics/clause.h"

namespace spirv_oracle {

struct OpBranchConditional {
  static constexpr Clause condition_undefined{"OpBranchConditional.condition-undefined",
                                              "undefined-branch", Effect::undefined_behavior,
                                              "Condition has an undefined value"};
};

struct OpSwitch {
  static constexpr Clause selector_undefined{"OpSwitch.selector-undefined", "undefined-branch",
                                             Effect::undefined_behavior,
                                             "Selector has an undefined value"};
};

struct OpUnreachable {
  static constexpr Clause reached{"OpUnreachable.reached", "unreachable",
                                  Effect::undefined_behavior, "The instruction is executed"};
};

}  // namespace spirv_oracle
