// The records that report accesses to the race detector (interpreter/exec/race_watch.h).
#pragma once

#include "interpreter/exec/subgroup.h"
#include "interpreter/ir/op.h"

namespace spirv_oracle {

// For loads, and before stores. operands: the plane of addresses; extra: { site, bytes of a
// component (0: a Boolean), offset (2 words), stride (2 words), count, number of slots, slots of
// the stored values }.
template <bool Store>
const Op* check_access(Subgroup& subgroup, const Op* op);

// Must follow the load.
const Op* end_load_check(Subgroup& subgroup, const Op* op);

// For atomics. operands: the plane of addresses, Original Value, Comparator; extra: { site, site if
// a compare-exchange fails, bytes, reads, writes, semantics, semantics if it fails }.
const Op* check_atomic(Subgroup& subgroup, const Op* op);

// Elements of an asynchronous copy. They count as accessed by one of the invocations that begin it.
struct CopiedElements {
  std::uint32_t site = 0;
  std::uint64_t address = 0;
  std::uint64_t stride = 0;  // distance between elements, in bytes
  std::uint64_t count = 0;
  std::uint32_t bytes = 0;  // of each
};
// The first function is for the beginning of the copy. The second one is for its end, after which
// the copy is ordered before everything that the workgroup does.
template <bool Store>
void check_copied(Subgroup& subgroup, const Op& op, const CopiedElements& elements);
void settle_copied(Subgroup& subgroup, const CopiedElements& elements);

}  // namespace spirv_oracle
