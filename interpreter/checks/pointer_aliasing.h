// Section "Aliasing" for memory behind pointers that are parameters, or that variables with the
// decoration RestrictPointer hold.
#pragma once

#include <span>

#include "interpreter/findings/clause.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Each rule concerns the accesses of one invocation during the lifetime of the pointer: for a
// parameter the call, for the value of a variable the time until another one is stored. A pointer
// of unknown origin breaks no rule.
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

// Transfers the knowledge about an argument to the parameter.
void note_passed_pointer(Lowering& lowering, const Function& callee, Id parameter,
                         PointerValue& pointer);

// The lifetimes that begin while it exists end with it: it must exist while a called function is lowered.
class ExclusiveLifetimes {
 public:
  explicit ExclusiveLifetimes(Lowering& lowering);
  ~ExclusiveLifetimes();
  ExclusiveLifetimes(const ExclusiveLifetimes&) = delete;
  ExclusiveLifetimes& operator=(const ExclusiveLifetimes&) = delete;

 private:
  Lowering& lowering_;
  std::size_t before_;  // the number of pointers whose lifetime began before
};

// To be called at the beginning of a function, after its parameters are bound. Begins the lifetimes
// of its parameters.
void enter_parameters(Lowering& lowering, const Function& function, std::span<const Value> locals);

// Must follow the lowering of each instruction. Watches what it loads, stores and accesses.
void watch_exclusive_pointers(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
