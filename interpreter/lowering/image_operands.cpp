#include "interpreter/lowering/image_operands.h"

namespace spirv_oracle {

ImageOperands ImageOperands::of(const Instruction& instruction, unsigned first) {
  using Mask = spv::ImageOperandsMask;
  ImageOperands operands;
  if (first >= instruction.operand_count()) return operands;
  operands.mask = instruction.literal(first);
  unsigned next = first + 1;
  const auto take = [&](Mask bit, Id& id) {
    if (operands.has(bit) && instruction.has(next)) id = instruction.id(next++);
  };
  take(Mask::Bias, operands.bias);
  take(Mask::Lod, operands.lod);
  take(Mask::Grad, operands.grad_dx);
  take(Mask::Grad, operands.grad_dy);
  take(Mask::ConstOffset, operands.const_offset);
  take(Mask::Offset, operands.offset);
  take(Mask::ConstOffsets, operands.const_offsets);
  take(Mask::Sample, operands.sample);
  take(Mask::MinLod, operands.min_lod);
  take(Mask::MakeTexelAvailable, operands.available_scope);
  take(Mask::MakeTexelVisible, operands.visible_scope);
  return operands;
}

}  // namespace spirv_oracle
