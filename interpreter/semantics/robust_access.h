// "Robust Buffer Access" of Vulkan: what an access out of bounds does to those near it.
#pragma once

#include "interpreter/exec/outside_accesses.h"
#include "interpreter/ir/lowering.h"
#include "interpreter/semantics/clause.h"

namespace spirv_oracle {

struct RobustAccess {
  static constexpr Clause neighbour{"memory.robust-neighbour", "robust-access",
                                    Effect::implementation_defined,
                                    "Less than 16 bytes away, an access of this kind to the buffer "
                                    "is out of bounds: this one may be "
                                    "treated like it"};
  static constexpr auto clauses = clause_list(neighbour);
};

// The plane of the addresses through which the instruction at hand accesses something `offset` bytes further
// on. In a run that knows which accesses are out of bounds, a copy in which those near them depend on the
// implementation; otherwise `address` itself.
Slot mark_near_outside(Lowering& lowering, Slot address, std::uint64_t offset, AccessKind kind);

}  // namespace spirv_oracle
