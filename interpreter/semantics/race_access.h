// The records that bring accesses to the race detector (interpreter/exec/race_watch.h).
#pragma once

#include "interpreter/exec/subgroup.h"
#include "interpreter/ir/op.h"

namespace spirv_oracle {

// Of loads and stores. operands: the plane of addresses; extra: { site, bytes of a component, offset
// (2 words), stride (2 words), count }.
template <bool Store>
const Op* check_access(Subgroup& subgroup, const Op* op);

// Of atomics. operands: the plane of addresses, Original Value, Comparator; extra: { site, site where a
// compare-exchange fails, bytes, reads, writes, semantics, semantics where it fails }.
const Op* check_atomic(Subgroup& subgroup, const Op* op);

}  // namespace spirv_oracle
