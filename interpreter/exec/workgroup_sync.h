// Synchronization of the subgroups of a workgroup: at a workgroup barrier, or at a group
// instruction of Workgroup scope, which combines the values of all participants.
#pragma once

#include <span>
#include <vector>

#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {

class Workgroup;
struct WorkgroupSync;  // ir/program.h

// The handler of a record that waits; extra = cost. The program contains its WorkgroupSync.
const Record* wait_for_workgroup(Subgroup&, const Record*);
// The handler of a record whose results the preceding workgroup synchronization computed.
const Record* combined_before(Subgroup&, const Record*);

const WorkgroupSync& workgroup_sync_at(const Subgroup& subgroup, const Record& record);

// An invocation that arrived.
struct Arrival {
  std::uint32_t invocation = 0;  // LocalInvocationIndex
  Subgroup* subgroup = nullptr;
  unsigned lane = 0;
};
// All lanes of the tangles that arrived, by LocalInvocationIndex.
std::vector<Arrival> by_invocation(std::span<Subgroup* const> arrived);

// Executes the combined records of the place for the participants. `broken`: not all invocations
// arrived that must; the results are then undefined. Records without a result notice that themselves.
void combine_at(const WorkgroupSync& place, const std::vector<Subgroup*>& arrived, bool broken);

// To be called if all subgroups wait or have ended: those that are furthest behind continue.
void release_furthest_behind(Workgroup& workgroup);

}  // namespace spirv_oracle
