// The optional operands of image instructions, according to Image Operands.
#pragma once

#include "interpreter/loader/module.h"

namespace spirv_oracle {

// The operands after the mask Image Operands, in the order of its bits.
struct ImageOperands {
  std::uint32_t mask = 0;
  Id bias = 0, lod = 0, grad_dx = 0, grad_dy = 0, const_offset = 0, offset = 0, const_offsets = 0,
     sample = 0, min_lod = 0, available_scope = 0, visible_scope = 0;

  // `first`: the index of the mask, if the instruction has one.
  static ImageOperands of(const Instruction& instruction, unsigned first);
  bool has(spv::ImageOperandsMask bit) const {
    return (mask & static_cast<std::uint32_t>(bit)) != 0;
  }
  Id any_offset() const { return const_offset != 0 ? const_offset : offset; }
};

}  // namespace spirv_oracle
