// Kernels that read a texel of a read_write image after the same invocation has written it. OpenCL C, "Reading and Writing to
// the Same Image in a Kernel": such a read need not see the write unless a fence for images is between.
#pragma once

#include "interpreter/findings/clause.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

struct ReadWriteImage {
  static constexpr Clause own_write_not_visible{
      "image.own-write-not-visible",
      "memory-availability",
      Effect::undefined_result,
      "an invocation reads a texel that it has written, without a fence for images in between",
      ArithmeticPoison::unchanged,
      "put atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, "
      "memory_scope_work_item) between the write and the read"};
};

// Follows the computation of the addresses that a write accesses (image_access.h).
void emit_image_write_note(Lowering& lowering, Id image, Slot address);
// Follows the computation of the addresses that a read accesses. Replaces the addresses of texels whose value is undefined by a
// `reported_address`.
void emit_image_write_check(Lowering& lowering, Id image, Slot address);

// To be called for a barrier with this operand Semantics. `needed`: the memory orders that make it a fence for images.
void emit_image_fence(Lowering& lowering, Id semantics, spv::MemorySemanticsMask needed);

}  // namespace spirv_oracle
