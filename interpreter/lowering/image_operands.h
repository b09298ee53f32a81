// The optional operands of image instructions, according to Image Operands.
#pragma once

#include "interpreter/loader/module.h"
#include "interpreter/lowering/memory_access_operands.h"

namespace spirv_oracle {

// The operands after the mask Image Operands, in the order of its bits. Reading one takes its bit of the mask; an operand that
// the lowering does not take is not supported. An id is 0 if the instruction has no such operand.
class ImageOperands {
 public:
  using Mask = spv::ImageOperandsMask;

  Id bias() const { return taken(Mask::Bias, bias_); }
  Id lod() const { return taken(Mask::Lod, lod_); }
  Id grad_dx() const { return taken(Mask::Grad, grad_dx_); }
  Id grad_dy() const { return taken(Mask::Grad, grad_dy_); }
  // ConstOffset or Offset.
  Id offset() const;
  Id const_offsets() const { return taken(Mask::ConstOffsets, const_offsets_); }
  Id sample() const { return taken(Mask::Sample, sample_); }
  Id min_lod() const { return taken(Mask::MinLod, min_lod_); }
  bool sign_extends() const { return is_taken(Mask::SignExtend); }
  bool zero_extends() const { return is_taken(Mask::ZeroExtend); }
  MemoryModelOperands memory() const;

 private:
  template <class Use>
  friend void with_image_operands(const Lowering& lowering, const Instruction& instruction,
                                  unsigned first, const Use& use);

  ImageOperands(const Instruction& instruction, unsigned first);
  bool is_taken(Mask bit) const;
  Id taken(Mask bit, Id operand) const { return is_taken(bit) ? operand : 0; }
  void refuse_others(const Lowering& lowering) const;

  std::uint32_t mask_ = 0;
  mutable std::uint32_t taken_ = 0;
  Id bias_ = 0, lod_ = 0, grad_dx_ = 0, grad_dy_ = 0, const_offset_ = 0, offset_ = 0,
     const_offsets_ = 0, sample_ = 0, min_lod_ = 0, available_scope_ = 0, visible_scope_ = 0;
};

// Calls use(operands), which lowers the instruction, and then fails for operands that it has not taken. `first`: the index of
// the mask, if the instruction has one.
template <class Use>
void with_image_operands(const Lowering& lowering, const Instruction& instruction, unsigned first,
                         const Use& use) {
  const ImageOperands operands(instruction, first);
  use(operands);
  operands.refuse_others(lowering);
}

}  // namespace spirv_oracle
