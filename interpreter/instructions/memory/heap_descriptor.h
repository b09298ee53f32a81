// Reads of descriptors from a heap (SPV_EXT_descriptor_heap).
#pragma once

#include "interpreter/findings/clause.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

namespace heap_clauses {
extern const Clause out_of_heap;
extern const Clause misaligned;
extern const Clause never_written;
extern const Clause wrong_type;
}  // namespace heap_clauses

// Reads the descriptor to which a pointer into a heap points, and returns the plane of the addresses of its object. Errors are
// reported there; the address is then a `reported_address`. `type` is that of the descriptor.
Slot emit_heap_read(Lowering& lowering, Id pointer, Id type);

}  // namespace spirv_oracle
