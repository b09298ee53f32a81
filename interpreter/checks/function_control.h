// The Function Controls Pure and Const, which restrict how a function accesses outside memory.
#pragma once

#include "interpreter/findings/clause.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

struct FunctionControl {
  static constexpr Clause pure_writes{
      "OpFunction.pure-writes",
      "false-assumption",
      Effect::undefined_behavior,
      "a function with Function Control Pure or Const writes memory that it does not own",
      ArithmeticPoison::unchanged,
      "remove Pure and Const from the Function Control, or return the value"};
  static constexpr Clause const_reads{
      "OpFunction.const-reads",
      "false-assumption",
      Effect::undefined_behavior,
      "a function with Function Control Const reads memory that it does not own",
      ArithmeticPoison::unchanged,
      "replace Const by Pure, or pass the value as an argument"};
  static constexpr auto clauses = clause_list(pure_writes, const_reads);
};

// Must follow the lowering of each instruction. Emits a report if the instruction accesses memory
// and an enclosing function excludes the access.
void check_function_control(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
