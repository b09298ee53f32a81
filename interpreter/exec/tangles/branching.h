// Common parts of the records that end a block, for structured (tangle.h) and unstructured control
// flow (reconvergence_point.h).
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/exec/state/switch_paths.h"
#include "interpreter/exec/tangles/uncertain_branches.h"
#include "interpreter/exec/tangles/untaken_paths.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {

// Counts the instructions of the block, whose number is in the record's `extra`.
inline void account(Subgroup& subgroup, const Record* record) {
  subgroup.steps += record->extra;
  subgroup.lane_instructions += std::uint64_t{record->extra} * subgroup.active.count();
}

// The tangle `lanes` joins others without a guarantee. From now on, the groups of lanes that remain
// together must be tracked.
inline void set_apart(Subgroup& subgroup, const LaneMask& lanes, const Guarantee& guarantee) {
  if (guarantee.holds()) {
    subgroup.groups.make_one(lanes, guarantee.assumption());
  } else {
    subgroup.groups.set_apart(lanes);
  }
}

// Splits the groups of `lanes`: on another implementation, each lane of `apart` may be without the others.
void divide_apart(ConvergedGroups& groups, const LaneMask& lanes, const LaneMask& apart);

// The lanes of a path have different selector values, or may have them on another implementation if they are `apart`
// (SwitchPath::mixed), so it is not guaranteed that they are together.
template <class T>
void part_by_selector(Subgroup& subgroup, const LaneMask& lanes, const T* selector,
                      const LaneMask& apart) {
  if (!subgroup.program->tangles.are_watched) return;
  if (subgroup.guarantee.holds()) subgroup.groups.make_one(lanes, subgroup.guarantee.assumption());
  subgroup.groups.divide(lanes, selector);
  if (apart.any()) divide_apart(subgroup.groups, lanes, lanes & apart);
}

// Lanes whose selector depends on the implementation, but leads to one target in any case.
inline LaneMask lanes_apart(const Subgroup& subgroup, const Record& record,
                            unsigned selector_bytes) {
  const LaneMask uncertain =
      subgroup.header(record.operand[0]).implementation_dependent & subgroup.active;
  if (uncertain.none()) return {};
  return lanes_with_one_target(subgroup, record, selector_bytes, uncertain);
}

// The paths that the active lanes take at the switch `record`.
template <class T>
std::vector<SwitchPath> paths_of_switch(const Subgroup& subgroup, const Record& record,
                                        const T* selector, const LaneMask& apart) {
  std::vector<SwitchPath> paths =
      switch_paths(selector, subgroup.active, subgroup.data + record.operand[1]);
  for (SwitchPath& path : paths) path.mixed |= path.lanes.count() > 1 && (path.lanes & apart).any();
  return paths;
}

// Lanes of the running tangle wait together with those that already do. `is_plain`: see Subgroup::has_plain_tangles.
template <bool is_plain = false>
inline void wait_at(Subgroup& subgroup, Waiting& waiting, const LaneMask& lanes) {
  const bool others_wait = waiting.lanes.any();
  if (!is_plain && others_wait && subgroup.program->tangles.are_watched &&
      !subgroup.program->tangles.maximally_reconverge) {
    if (!waiting.several) set_apart(subgroup, waiting.lanes, waiting.guarantee);
    set_apart(subgroup, lanes, subgroup.guarantee);
  }
  waiting.several = others_wait;
  waiting.lanes |= lanes;
  waiting.guarantee = subgroup.guarantee;
}

// The lanes of the running tangle are together again as when they entered a frame.
inline void restore_guarantee(Subgroup& subgroup, std::uint32_t depth) {
  subgroup.guarantee = subgroup.frames[depth].guarantee;
  if (!subgroup.guarantee.holds() && subgroup.program->tangles.are_watched)
    subgroup.groups.restore(subgroup.groups_at_header[depth], subgroup.active);
}

// Whether the condition or selector, operand 0, is indeterminate in active lanes.
inline bool condition_is_indeterminate(const Subgroup& subgroup, const Record& record) {
  const PlaneHeader& header = subgroup.header(record.operand[0]);
  return ((header.undefined | header.implementation_dependent) & subgroup.active).any();
}
inline void check_condition(Subgroup& subgroup, const Record* record,
                            const Clause& undefined_condition, unsigned selector_bytes = 0) {
  if (condition_is_indeterminate(subgroup, *record)) [[unlikely]]
    branch_on_indeterminate_value(subgroup, record, undefined_condition, selector_bytes);
}

}  // namespace spirv_oracle
