// The instruction that an OpSpecConstantOp executes.
#pragma once

#include <vector>

#include "interpreter/loader/module.h"

namespace spirv_oracle {

// The instruction that an OpSpecConstantOp wraps. Its opcode, which the OpSpecConstantOp must have, is not an operand of it.
class WrappedOperation {
 public:
  explicit WrappedOperation(const Instruction& constant)
      : operands_(constant.operands.begin(), constant.operands.end()), instruction_(constant) {
    constexpr unsigned opcode = 2;
    operands_.erase(operands_.begin() + opcode);
    instruction_.opcode = static_cast<spv::Op>(constant.literal(opcode));
    instruction_.operands = operands_;
  }
  WrappedOperation(const WrappedOperation&) = delete;
  WrappedOperation& operator=(const WrappedOperation&) = delete;

  const Instruction& instruction() const { return instruction_; }

 private:
  std::vector<Operand> operands_;
  Instruction instruction_;
};

}  // namespace spirv_oracle
