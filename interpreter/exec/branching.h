// What the records do that end a block, whether control flow is structured (tangle.h) or not (reconvergence_point.h).
#pragma once

#include <cstdint>

#include "interpreter/exec/report.h"
#include "interpreter/exec/subgroup.h"
#include "interpreter/exec/uncertain_branches.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {

// Counts the instructions of the block, whose number is the record's `extra`.
inline void account(Subgroup& subgroup, const Op* op) {
  subgroup.steps += op->extra;
  subgroup.lane_instructions += std::uint64_t{op->extra} * subgroup.active.count();
}

// The tangle `lanes` joins others without promise: what stays together of it must be known from now on.
inline void set_apart(Subgroup& subgroup, const LaneMask& lanes, const Guarantee& guarantee) {
  if (guarantee.holds()) {
    subgroup.groups.make_one(lanes, guarantee.assumption());
  } else {
    subgroup.groups.set_apart(lanes);
  }
}

// The lanes of a path are together only by chance, as their selector values differ (SwitchPath::mixed).
template <class T>
void part_by_selector(Subgroup& subgroup, const LaneMask& lanes, const T* selector) {
  if (!subgroup.program->watches_tangles) return;
  if (subgroup.guarantee.holds()) subgroup.groups.make_one(lanes, subgroup.guarantee.assumption());
  subgroup.groups.divide(lanes, selector);
}

// Lanes of the running tangle wait with those that are there already.
inline void wait_at(Subgroup& subgroup, Waiting& waiting, const LaneMask& lanes) {
  const bool others_wait = waiting.lanes.any();
  if (others_wait && subgroup.program->watches_tangles &&
      !subgroup.program->maximally_reconverges) {
    if (!waiting.several) set_apart(subgroup, waiting.lanes, waiting.guarantee);
    set_apart(subgroup, lanes, subgroup.guarantee);
  }
  waiting.several = others_wait;
  waiting.lanes |= lanes;
  waiting.guarantee = subgroup.guarantee;
}

// The lanes of the running tangle are together again as they were when they entered a frame.
inline void restore_guarantee(Subgroup& subgroup, std::uint32_t depth) {
  subgroup.guarantee = subgroup.frames[depth].guarantee;
  if (!subgroup.guarantee.holds() && subgroup.program->watches_tangles)
    subgroup.groups.restore(subgroup.groups_at_header[depth], subgroup.active);
}

// Looks for lanes whose condition or selector, operand 0, is undefined or implementation-dependent.
inline void check_condition(Subgroup& subgroup, const Op* op, const Clause& undefined_condition) {
  const PlaneHeader& header = subgroup.header(op->operand[0]);
  if (((header.undefined | header.implementation_dependent) & subgroup.active).any()) [[unlikely]]
    branch_on_indeterminate_value(subgroup, op, undefined_condition);
}

}  // namespace spirv_oracle
