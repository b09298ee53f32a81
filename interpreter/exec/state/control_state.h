// Where the lanes of a subgroup are: everything but the values on which its execution depends. Iteration counters only identify
// dynamic instances.
#pragma once

#include <cstdint>

#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {

// Calls `add` with each part. Two subgroups of one program are at the same place if all parts are equal. `next`: the record
// with which it continues.
template <class Add>
void for_each_part_of_control(const Subgroup& subgroup, const Record* next, Add add) {
  const auto add_record = [&](const Record* record) {
    add(record == nullptr ? std::int64_t{-1} : std::int64_t{record - subgroup.code});
  };
  add(static_cast<std::uint64_t>(subgroup.state));
  if (subgroup.state == SubgroupState::finished) return;
  add_record(next);
  if (subgroup.state != SubgroupState::runnable) add_record(subgroup.barrier);
  add_record(subgroup.deferred);
  add(subgroup.active);
  add(subgroup.alive);
  add(subgroup.depth);
  for (std::uint32_t d = 0; d <= subgroup.depth; ++d) {
    const Frame& frame = subgroup.frames[d];
    add(frame.construct);
    add(frame.entered);
    add(frame.at_merge.lanes);
    add(frame.at_continue.lanes);
    add(frame.at_header.lanes);
    add(frame.pending_base);
  }
  for (const Pending& pending : subgroup.pending) {
    add_record(pending.pc);
    add(pending.lanes);
  }
  add(subgroup.graph);
  for (const WaitingAtPoint& point : subgroup.reconvergence_points) {
    add(point.lanes);
    add_record(point.paused);
  }
}

}  // namespace spirv_oracle
