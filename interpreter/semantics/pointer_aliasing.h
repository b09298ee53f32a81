// "Aliasing" of what pointers lead to that are passed as parameters, or held by variables that are decorated
// RestrictPointer.
#pragma once

#include <span>

#include "interpreter/ir/lowering.h"
#include "interpreter/semantics/clause.h"

namespace spirv_oracle {

// Each is about the accesses of one invocation while the pointer lives: a parameter during the call, the
// value of a variable till another one is stored. A pointer whose origin is not known breaks no rule.
struct PointerAliasing {
  static constexpr Clause parameter_not_aliased{"memory.parameter-not-aliased", "aliasing",
                                                Effect::undefined_behavior,
                                                "While a function is called, memory is accessed "
                                                "through its parameter and otherwise, and written, "
                                                "and not both ways are decorated Aliased"};
  static constexpr Clause restrict_pointer{
      "memory.restrict-pointer", "aliasing", Effect::undefined_behavior,
      "Memory is accessed through a pointer that a variable decorated RestrictPointer holds and "
      "otherwise, and written"};
  static constexpr Clause restrict_parameter{"memory.restrict-parameter", "aliasing",
                                             Effect::undefined_behavior,
                                             "While a function is called, memory is accessed "
                                             "through its parameter, which is decorated Restrict "
                                             "or NoAlias, and otherwise, and written"};
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
