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
}  // namespace image_clauses

// The texel that an instruction names.
struct TexelOperands {
  Id image = 0;       // a value, or for OpImageTexelPointer a pointer to one
  Id coordinate = 0;  // of 32-bit integers
  Id lod = 0;         // 0: the first level
  Id sample = 0;      // 0: the first sample
  Id offset = 0;      // added to the coordinate; 0: none
  AccessKind kind = AccessKind::load;
};

// Emits records that find the texels. Returns the plane of their addresses. Errors are reported
// there; the address is then a `reported_address`.
Slot emit_texel_address(Lowering& lowering, const TexelOperands& place);

}  // namespace spirv_oracle
