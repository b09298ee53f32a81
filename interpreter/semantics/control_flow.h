// Control-Flow Instructions: their clauses, which the executor reports.
#pragma once

#include "interpreter/semantics/clause.h"
#include "interpreter/semantics/registry.h"

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
      "A loop has several entries: implementations may reject irreducible control flow"};
};

// What all tangled instructions share ("Tangled Instruction").
struct TangledInstruction {
  static constexpr Clause membership_not_guaranteed{
      "tangled-instruction.membership-not-guaranteed", "unguaranteed-reconvergence",
      Effect::implementation_defined,
      "Which invocations execute the instruction together depends on a reconvergence that is not "
      "guaranteed"};

  // Whether what the instruction does depends on the tangle: not where each lane works on its own
  // operands, as with the ballots' bit operations.
  static bool depends_on_tangle(const InstructionDefinition& definition);
};

}  // namespace spirv_oracle
