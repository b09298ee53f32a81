// Copies bytes from one address to another.
#pragma once

#include "interpreter/exec/memory_access.h"
#include "interpreter/findings/clause.h"
#include "interpreter/ir/record.h"

namespace spirv_oracle {

namespace copy_clauses {
extern const Clause size_undefined;
}  // namespace copy_clauses

// operands: the planes of target and source addresses, and of Size, which has `size_bytes` bytes;
// extra: in Program::data { alignment of the target, of the source }. Also copies the definedness
// of each byte.
Handler copy_memory_handler(unsigned size_bytes);

// The bytes of one side of a copy: `size` bytes at the address in the plane. Adds the clauses that the access breaks.
LaneAccess side_of_copy(const Subgroup& subgroup, Slot slot, std::uint32_t alignment,
                        std::uint32_t size, AccessKind kind, unsigned lane, BrokenClauses& broken);

class Lowering;
// Notes the accesses of such a record for the debugger. `bytes`: 0 if Size is not a constant.
void note_copy_accesses(Lowering& lowering, std::uint32_t record, unsigned size_bytes,
                        std::uint64_t bytes);

}  // namespace spirv_oracle
