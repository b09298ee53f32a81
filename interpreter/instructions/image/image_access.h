// Computes the addresses of texels from an image and coordinates, and reports errors.
#pragma once

#include "interpreter/findings/clause.h"
#include "interpreter/instructions/memory/memory.h"
#include "interpreter/lowering/image_operands.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

namespace image_clauses {
extern const Clause read_outside;
extern const Clause write_outside;    // also of atomics
extern const Clause write_discarded;  // in shaders
extern const Clause outside_of_texel_buffer;
extern const Clause coordinate_undefined;
extern const Clause sample_not_zero;
extern const Clause read_mismatch;  // in kernels
extern const Clause read_unbound;
extern const Clause unbound_write_discarded;
}  // namespace image_clauses

// The texel that an instruction names.
struct TexelOperands {
  Id image = 0;       // a value, or for OpImageTexelPointer a pointer to one
  Id coordinate = 0;  // of 32-bit integers
  Id lod = 0;         // 0: the first level
  Id sample = 0;      // 0: the first sample
  Id offset = 0;      // added to the coordinate; 0: none
  AccessKind kind = AccessKind::load;
  bool is_volatile = false;  // VolatileTexel
  Id image_type = 0;         // if the image is an untyped pointer
  // The descriptor, if the image is a pointer into a heap.
  const Value* descriptor = nullptr;
};

// Emits records that find the texels. Returns the plane of their addresses. Errors are reported
// there; the address is then a `reported_address`.
// `residency`: a plane of integers that gets their residency codes, or no_slot.
Slot emit_texel_address(Lowering& lowering, const TexelOperands& place, Slot residency = no_slot);

// The type of the texels that an instruction returns: its Result Type or, of OpImageSparse... instructions, the second
// member.
Id texel_type(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
