// Reports of operations in specialization constants that break a clause, where executed code uses their results.
#pragma once

#include <cstdint>
#include <map>

#include "interpreter/compile/instruction/broken_constants.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

class BrokenConstantReports {
 public:
  BrokenConstantReports(Lowering& lowering, const BrokenConstants& broken)
      : lowering_(lowering), broken_(broken) {}

  // Emits a report of the clauses that the computation of a constant broke; in the lanes in which
  // the Boolean plane `condition`, if any, has that value.
  void report(Id constant, Slot condition = no_slot, bool value = true);
  // Emits reports of the constants among the operands of an instruction.
  void report_operands(const Instruction& instruction);

 private:
  void note_result(Id constant, bool is_first);

  Lowering& lowering_;
  const BrokenConstants& broken_;
  std::map<Id, std::uint32_t> origins_;  // by the operation among the constants
};

}  // namespace spirv_oracle
