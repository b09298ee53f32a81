// Where the subgroups of a workgroup wait for each other: at a workgroup barrier, or at a group
// instruction of Workgroup scope, which combines the values of all who arrived.
#pragma once

#include <span>
#include <vector>

#include "interpreter/exec/subgroup.h"

namespace spirv_oracle {

struct WorkgroupSync;  // ir/program.h

// The handler of a record that waits; extra = cost. The program has its WorkgroupSync.
const Op* wait_for_workgroup(Subgroup&, const Op*);
// The handler of a record that the workgroup synchronization before it combined: nothing is left to do.
const Op* combined_before(Subgroup&, const Op*);

const WorkgroupSync& workgroup_sync_at(const Subgroup& subgroup, const Op& op);

// Of two waiting subgroups, whether the first waits at a dynamic instance that comes earlier in
// program order: those that wait further on can never come back to it.
bool waits_earlier(const Subgroup& a, const Subgroup& b);
bool wait_at_same_instance(const Subgroup& a, const Subgroup& b);

// An invocation that arrived.
struct Arrival {
  std::uint32_t invocation = 0;  // LocalInvocationIndex
  Subgroup* subgroup = nullptr;
  unsigned lane = 0;
};
// All lanes of the tangles that arrived, by LocalInvocationIndex.
std::vector<Arrival> by_invocation(std::span<Subgroup* const> arrived);

// Combines the records of the place for those who arrived. `broken`: not all did that must; then
// the results are undefined.
void combine_at(const WorkgroupSync& place, const std::vector<Subgroup*>& arrived, bool broken);

}  // namespace spirv_oracle
