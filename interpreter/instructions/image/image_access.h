// From an image and coordinates to the addresses of texels, with what may be wrong with them.
#pragma once

#include <optional>

#include "interpreter/findings/clause.h"
#include "interpreter/instructions/memory/memory.h"
#include "interpreter/lowering/image_operands.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

namespace image_clauses {
extern const Clause read_outside;
extern const Clause write_outside;
extern const Clause outside_of_texel_buffer;
extern const Clause coordinate_undefined;
extern const Clause sample_not_zero;
extern const Clause read_mismatch;  // in kernels
}  // namespace image_clauses

// Which texel an instruction names.
struct TexelPlace {
  Id image = 0;       // a value, or for OpImageTexelPointer a pointer to one
  Id coordinate = 0;  // of 32-bit integers
  Id lod = 0;         // 0: the first level
  Id sample = 0;      // 0: the first sample
  Id offset = 0;      // added to the coordinate; 0: none
  AccessKind kind = AccessKind::load;
};

// How many coordinates an image type takes, its layer among them; 0 where it cannot be accessed so.
unsigned coordinate_count(const ImageType& type);

// Emits what finds the texels; the plane of their addresses. What is wrong is reported there, and goes
// on as a `reported_address`.
Slot emit_texel_address(Lowering& lowering, const TexelPlace& place);

}  // namespace spirv_oracle
