// The clauses of control-flow instructions.
#pragma once

#include "interpreter/findings/clause.h"

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
                                  Effect::undefined_behavior, "OpUnreachable is executed"};
};

// "Control flow" of the OpenCL SPIR-V environment's validation rules.
struct UnstructuredControlFlow {
  static constexpr Clause irreducible{
      "control-flow.irreducible", "irreducible-control-flow", Effect::implementation_defined,
      "a loop has several entries; implementations may reject irreducible control flow"};
};

// The clauses of all tangled instructions ("Tangled Instruction").
struct TangledInstruction {
  static constexpr Clause membership_not_guaranteed{
      "tangled-instruction.membership-not-guaranteed", "unguaranteed-reconvergence",
      Effect::implementation_defined,
      "which invocations execute this instruction together depends on reconvergence that is not "
      "guaranteed"};
};

}  // namespace spirv_oracle
