// "Aliasing" of what pointers lead to that are passed as parameters, or held by variables that are decorated
// RestrictPointer.
#pragma once

#include <span>

#include "interpreter/findings/clause.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Each is about the accesses of one invocation while the pointer lives: a parameter during the call, the
// value of a variable till another one is stored. A pointer whose origin is not known breaks no rule.
struct PointerAliasing {
  static constexpr Clause parameter_not_aliased{
      "memory.parameter-not-aliased", "aliasing", Effect::undefined_behavior,
      "during a call, a function accesses memory through a parameter and through another pointer, "
      "at least one access writes it, and not both are decorated Aliased"};
  static constexpr Clause restrict_pointer{
      "memory.restrict-pointer", "aliasing", Effect::undefined_behavior,
      "memory is accessed through the pointer in a variable decorated RestrictPointer and through "
      "another pointer, and at least one access writes it"};
  static constexpr Clause restrict_parameter{
      "memory.restrict-parameter", "aliasing", Effect::undefined_behavior,
      "during a call, a function accesses memory through a parameter decorated Restrict or NoAlias "
      "and through another pointer, and at least one access writes it"};
  static constexpr auto clauses =
      clause_list(parameter_not_aliased, restrict_pointer, restrict_parameter);
};

// What is known of an argument becomes what is known of the parameter.
void note_passed_pointer(Lowering& lowering, const Function& callee, Id parameter,
                         PointerValue& pointer);

// Where a function begins, when its parameters are bound: emits the beginning of their lives. They end when
// Lowering::exclusive_pointers has its former size.
void enter_parameters(Lowering& lowering, const Function& function, std::span<const Value> locals);

// Behind an instruction: what it loads, stores and accesses.
void watch_exclusive_pointers(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
