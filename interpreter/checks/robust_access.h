// Vulkan, "Robust Buffer Access": how an access out of bounds affects nearby accesses.
#pragma once

#include "interpreter/exec/state/outside_accesses.h"
#include "interpreter/findings/clause.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

struct RobustAccess {
  static constexpr Clause neighbor{
      "memory.robust-neighbor", "robust-access", Effect::implementation_defined,
      "the access may be treated as out of bounds, because another part of it, or an access of the "
      "same kind less than 16 bytes away, is out of bounds"};
  static constexpr auto clauses = clause_list(neighbor);
};

// A component of a value that the current instruction accesses.
struct AccessedPart {
  std::uint64_t offset = 0;  // from the address
  unsigned bytes = 4;
  std::uint64_t end = 0;  // end of the whole value, from the address
};

// The plane of the addresses through which the current instruction accesses a part. If an earlier
// run has found accesses out of bounds: a copy in which the addresses that may be treated like
// those are implementation-dependent. Otherwise `address` itself.
Slot mark_near_outside(Lowering& lowering, Slot address, const AccessedPart& part, AccessKind kind);

}  // namespace spirv_oracle
