// The records that report accesses to the race detector (interpreter/exec/race_watch.h).
#pragma once

#include <span>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/record.h"

namespace spirv_oracle {

// For loads, and before stores. operands: the plane of addresses; extra: { site, bytes of a
// component (0: a Boolean), offset (2 words), stride (2 words), count, number of slots, slots of
// the stored values }.
template <bool Store>
const Record* check_access(Subgroup& subgroup, const Record* record);

// For accesses whose numbers of bytes are in another plane. operands: the planes of addresses and of numbers;
// extra: { site, bytes of such a number }.
template <bool Store>
const Record* check_sized_access(Subgroup& subgroup, const Record* record);

// Must follow the load.
const Record* end_load_check(Subgroup& subgroup, const Record* record);

// For atomics. operands: the plane of addresses, Original Value, Comparator; extra: { site, site if
// a compare-exchange fails, bytes, reads, writes, semantics, semantics if it fails }.
const Record* check_atomic(Subgroup& subgroup, const Record* record);

// Elements of an asynchronous copy. They count as accessed by one of the invocations that begin it.
struct CopiedElements {
  std::uint32_t site = 0;
  std::uint64_t address = 0;
  std::uint64_t stride = 0;  // distance between elements, in bytes
  std::uint64_t count = 0;
  std::uint32_t bytes = 0;  // of each
};
// The first function is for the beginning of the copy, and the second one follows it: accesses of these subgroups
// from then on have stamps that are not less than its result.
template <bool Store>
void check_copied(Subgroup& subgroup, const Record& record, const CopiedElements& elements);
std::uint32_t begin_copy(std::span<Subgroup* const> arrived);
// For the end of the copy. The first function reports accesses since its beginning. Neither barriers nor the program order
// of the invocation that began it order them. After the second one, the copy is ordered before everything that the workgroup does.
template <bool Store>
void check_unfinished(Subgroup& subgroup, const CopiedElements& elements, std::uint32_t begun);
void mark_copy_ordered(Subgroup& subgroup, const CopiedElements& elements);

}  // namespace spirv_oracle
