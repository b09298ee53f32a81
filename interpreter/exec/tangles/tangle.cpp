#include "interpreter/exec/tangles/tangle.h"

#include <algorithm>

#include "interpreter/exec/report/control_flow_clauses.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/multiversion.h"
#include "interpreter/exec/tangles/branching.h"
#include "interpreter/exec/tangles/reconvergence_point.h"
#include "interpreter/exec/tangles/separate_tangles.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/findings/clause.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

// Control flow is compiled twice: for subgroups with plain tangles (Subgroup::has_plain_tangles), without the code that these do
// not need; and for all others. Functions call rare code last, because a call in the middle would make them save
// registers.

// The lanes that waited at a merge block, continue target or header continue as one tangle.
template <bool is_plain>
inline void go_on_with(Subgroup& subgroup, const Frame& frame, Waiting& waiting, JoinKind place) {
  subgroup.active = waiting.lanes;
  waiting.lanes = {};
  if (!is_plain && subgroup.program->tangles.maximally_reconverge) {
    restore_guarantee(subgroup, subgroup.depth);
  } else if (waiting.several) {
    subgroup.guarantee = Guarantee::none(place, frame.construct);
  } else {
    subgroup.guarantee = waiting.guarantee;
  }
}

// The whole subgroup entered the construct in uniform control flow and left it through the merge block, at
// Subgroup::path. Divergence inside no longer matters if the same holds for the rest of the workgroup.
void assume_that_all_leave(Subgroup& subgroup, const Frame& frame) {
  JoinLedger& joins = subgroup.workgroup->state().joins;
  joins.pass(subgroup.id, subgroup.path);
  const Waiting& came = frame.at_merge;
  const Guarantee instead = came.several
                                ? Guarantee::none(JoinKind::workgroup_merge_block, frame.construct)
                                : came.guarantee;
  const FailedJoins& failed = subgroup.workgroup->knowledge().of_earlier_runs->failed_joins;
  if (instead == frame.guarantee || failed.contains(subgroup.workgroup_index, subgroup.path)) {
    subgroup.guarantee = instead;
    return;
  }
  subgroup.guarantee = Guarantee::under(
      joins.assume(subgroup.path, frame.construct, frame.guarantee.assumption(), instead));
}

// Lanes go on at `target`, where the paths of uncertain branches may join.
template <bool is_plain>
inline const Record* continue_at(Subgroup& subgroup, PathJoin join, std::uint32_t depth,
                                 const Record* target) {
  return !is_plain && paths_join(subgroup, join, depth) ? nullptr : target;
}

// The lanes that wait at the merge block continue. A call with several returns is not a construct:
// core SPIR-V guarantees nothing after it.
template <bool is_plain>
inline const Record* leave_frame(Subgroup& subgroup, Frame& frame) {
  const bool is_call = frame.kind == Frame::Kind::call;
  go_on_with<is_plain>(subgroup, frame, frame.at_merge,
                       is_call ? JoinKind::call_return : JoinKind::merge_block);
  const std::uint32_t depth = subgroup.depth;
  if (depth != 0) --subgroup.depth;
  const bool is_uniform = !is_call && frame.guarantee.holds() &&
                          frame.entered == subgroup.existing && subgroup.active == frame.entered;
  if (is_uniform && (is_plain || !subgroup.program->tangles.maximally_reconverge)) {
    subgroup.path = follow(frame.path, ~std::uint64_t{frame.construct});
    subgroup.guarantee = frame.guarantee;
    if (!is_plain && subgroup.workgroup->state().joins.enabled())
      assume_that_all_leave(subgroup, frame);
  }
  return continue_at<is_plain>(subgroup, PathJoin::merge_block, depth, frame.merge);
}

template <bool is_plain>
inline const Record* start_iteration(Subgroup& subgroup, Frame& frame) {
  ++frame.iteration;
  if (!is_plain && paths_join(subgroup, PathJoin::next_iteration, subgroup.depth)) return nullptr;
  if (subgroup.steps >= subgroup.step_limit) [[unlikely]] {
    subgroup.resume = frame.header;
    return nullptr;
  }
  return frame.header;
}

// Splits the tangle: these lanes run later.
template <bool has_one_register_file>
inline void add_pending(Subgroup& subgroup, const Record* pc, const LaneMask& lanes) {
  if (!has_one_register_file && subgroup.separate != nullptr)
    return subgroup.separate->fork(subgroup, pc, lanes);
  subgroup.pending.push_back({pc, subgroup.guarantee, lanes});
}

// See next_tangle().
template <bool is_plain>
inline const Record* select_next(Subgroup& subgroup) {
  for (;;) {
    Frame& frame = subgroup.frames[subgroup.depth];
    if (subgroup.pending.size() > frame.pending_base) {
      const Pending& next = subgroup.pending.back();
      subgroup.pending.pop_back();
      subgroup.active = next.lanes;
      subgroup.guarantee = next.guarantee;
      return next.pc;
    }
    if (frame.at_continue.lanes.any()) {
      go_on_with<is_plain>(subgroup, frame, frame.at_continue, JoinKind::continue_target);
      return continue_at<is_plain>(subgroup, PathJoin::continue_target, subgroup.depth,
                                   frame.continue_target);
    }
    if (frame.at_header.lanes.any()) {
      go_on_with<is_plain>(subgroup, frame, frame.at_header, JoinKind::continue_target);
      return start_iteration<is_plain>(subgroup, frame);
    }
    if (frame.at_merge.lanes.any() || subgroup.depth == 0)
      return leave_frame<is_plain>(subgroup, frame);
    // All lanes have left for an outer construct, or ended.
    --subgroup.depth;
  }
}

}  // namespace

const Record* next_tangle(Subgroup& subgroup) {
  if (subgroup.separate != nullptr) [[unlikely]]
    return subgroup.separate->next(subgroup);
  if (subgroup.graph != Subgroup::no_graph) return next_unstructured_tangle(subgroup);
  return select_next<false>(subgroup);
}

const Record* enter_frame(Subgroup& subgroup, const Record* record) {
  const std::uint32_t* words = subgroup.data + record->extra;
  const std::uint32_t depth = words[0];
  Frame& frame = subgroup.frames[depth];
  frame.kind = static_cast<Frame::Kind>(words[1]);
  frame.construct = words[2];
  frame.merge = subgroup.code + words[3];
  frame.continue_target = subgroup.code + words[4];
  frame.header = subgroup.code + words[5];
  frame.entered = subgroup.active;
  frame.at_merge.lanes = frame.at_continue.lanes = frame.at_header.lanes = {};
  frame.pending_base = static_cast<std::uint32_t>(subgroup.pending.size());
  frame.iteration = 0;
  frame.path = subgroup.path;
  frame.guarantee = subgroup.guarantee;
  if (!frame.guarantee.holds() && subgroup.program->tangles.are_watched)
    subgroup.groups_at_header[depth] = subgroup.groups;
  subgroup.depth = depth;
  return record + 1;
}

// In the order of blocks, every branch inside a construct goes forward. Lanes that are pending at an
// earlier record can therefore still reach this block, so they run first.
const Record* jump_and_join(Subgroup& subgroup, const Record* record) {
  account(subgroup, record);
  const Record* target = subgroup.code + record->operand[0];
  const Frame& frame = subgroup.frames[subgroup.depth];
  PendingTangles& pending = subgroup.pending;
  const auto first = pending.begin() + frame.pending_base;
  const auto there =
      std::find_if(first, pending.end(), [&](const Pending& other) { return other.pc == target; });
  if (there != pending.end()) {
    if (subgroup.program->tangles.are_watched) {
      set_apart(subgroup, there->lanes, there->guarantee);
      set_apart(subgroup, subgroup.active, subgroup.guarantee);
    }
    there->lanes |= subgroup.active;
    there->guarantee = record->operand[1] != 0
                           ? Guarantee::none(JoinKind::block, record->operand[1])
                           : Guarantee::none(JoinKind::switch_case, frame.construct);
    return next_tangle(subgroup);
  }
  if (std::none_of(first, pending.end(), [&](const Pending& other) { return other.pc < target; })) {
    return target;
  }
  pending.push_back({target, subgroup.guarantee, subgroup.active});
  std::stable_sort(pending.begin() + frame.pending_base, pending.end(),
                   [](const Pending& a, const Pending& b) { return a.pc > b.pc; });
  return next_tangle(subgroup);
}

// All lanes of the tangle continue at the same record.
static const Record* go_to(Subgroup& subgroup, std::uint32_t target) {
  subgroup.path = follow(subgroup.path, target);
  return subgroup.code + target;
}

namespace {

template <bool has_one_register_file>
inline const Record* split_by_condition(Subgroup& subgroup, const Record& record) {
  const LaneMask where_true = subgroup.truth(record.operand[0]) & subgroup.active;
  const LaneMask where_false = subgroup.active & ~where_true;
  if (where_false.none() || record.operand[1] == record.operand[2])
    return go_to(subgroup, record.operand[1]);
  if (where_true.none()) return go_to(subgroup, record.operand[2]);
  add_pending<has_one_register_file>(subgroup, subgroup.code + record.operand[2], where_false);
  subgroup.active.assign_whole(where_true);
  return subgroup.code + record.operand[1];
}

[[gnu::noinline]] const Record* branch_in_general(Subgroup& subgroup, const Record& record) {
  check_condition(subgroup, &record, OpBranchConditional::condition_undefined);
  return split_by_condition<false>(subgroup, record);
}

struct Branch {
  [[gnu::always_inline]] static inline const Record* run(Subgroup& subgroup, const Record& record) {
    account(subgroup, &record);
    if (subgroup.separate == nullptr && !condition_is_indeterminate(subgroup, record)) [[likely]]
      return split_by_condition<true>(subgroup, record);
    return branch_in_general(subgroup, record);
  }
};

struct Jump {
  [[gnu::always_inline]] static inline const Record* run(Subgroup& subgroup, const Record& record) {
    account(subgroup, &record);
    return subgroup.code + record.operand[0];
  }
};

}  // namespace

Handler branch_handler() { return Multiversion<Branch>::pick(); }
Handler jump_handler() { return Multiversion<Jump>::pick(); }

namespace {

// Splits the paths, so that each has one selector value.
template <class T>
std::vector<SwitchPath> paths_by_value(const T* selector, const std::vector<SwitchPath>& paths) {
  std::vector<SwitchPath> split;
  for (const SwitchPath& path : paths) {
    for (LaneMask rest = path.lanes; rest.any();) {
      LaneMask same;
      rest.for_each([&](unsigned lane) {
        if (selector[lane] == selector[rest.lowest()]) same.set(lane);
      });
      split.push_back({path.target, same});
      rest &= ~same;
    }
  }
  return split;
}

template <class T>
const Record* switch_to(Subgroup& subgroup, const Record* record) {
  account(subgroup, record);
  check_condition(subgroup, record, OpSwitch::selector_undefined, sizeof(T));
  const T* selector = subgroup.values<T>(record->operand[0]);
  const LaneMask apart = lanes_apart(subgroup, *record, sizeof(T));
  std::vector<SwitchPath> paths = paths_of_switch(subgroup, *record, selector, apart);
  if (subgroup.separate != nullptr) paths = paths_by_value(selector, paths);
  if (paths.size() == 1 && !paths[0].mixed) {
    // Subgroups that arrive with other values may be in other dynamic instances.
    subgroup.path = follow(subgroup.path, selector[subgroup.active.lowest()]);
    return go_to(subgroup, paths[0].target);
  }
  for (const SwitchPath& path : paths) {
    if (path.mixed) part_by_selector(subgroup, path.lanes, selector, apart);
  }
  const Guarantee before = subgroup.guarantee;
  const Guarantee none =
      Guarantee::none(JoinKind::switch_case, subgroup.frames[subgroup.depth].construct);
  for (std::size_t i = paths.size(); i-- > 0;) {
    subgroup.active = paths[i].lanes;
    subgroup.guarantee = paths[i].mixed ? none : before;
    if (i != 0) add_pending<false>(subgroup, subgroup.code + paths[i].target, paths[i].lanes);
  }
  return go_to(subgroup, paths[0].target);
}

}  // namespace

Handler switch_handler(unsigned selector_bytes) {
  switch (selector_bytes) {
    case 1:
      return &switch_to<std::uint8_t>;
    case 2:
      return &switch_to<std::uint16_t>;
    case 4:
      return &switch_to<std::uint32_t>;
    default:
      return &switch_to<std::uint64_t>;
  }
}

static const Record* leave_separately(Subgroup& subgroup, const Record* record) {
  const std::uint32_t depth = record->operand[0];
  switch (static_cast<Wait>(record->operand[1])) {
    case Wait::at_continue:
      return subgroup.separate->leave_by_continue(subgroup, depth);
    case Wait::at_header:
      return subgroup.separate->leave_by_header(subgroup, depth);
    case Wait::at_merge:
      break;
  }
  return subgroup.separate->leave_by_merge(subgroup, depth);
}

namespace {

template <bool is_plain>
inline const Record* leave_construct(Subgroup& subgroup, const Record& record) {
  const std::uint32_t depth = record.operand[0];
  Frame& frame = subgroup.frames[depth];
  const auto wait = static_cast<Wait>(record.operand[1]);
  if (wait == Wait::at_merge) {
    wait_at<is_plain>(subgroup, frame.at_merge, subgroup.active);
    return is_plain ? select_next<true>(subgroup) : next_tangle(subgroup);
  }
  Waiting& place = wait == Wait::at_continue ? frame.at_continue : frame.at_header;
  if (depth != subgroup.depth || subgroup.pending.size() > frame.pending_base ||
      frame.at_continue.lanes.any() || place.lanes.any()) {
    wait_at<is_plain>(subgroup, place, subgroup.active);
    return is_plain ? select_next<true>(subgroup) : next_tangle(subgroup);
  }
  // No other lanes wait there or can still arrive: select_next() would find them.
  if (!is_plain && subgroup.program->tangles.maximally_reconverge)
    restore_guarantee(subgroup, depth);
  if (wait == Wait::at_header) return start_iteration<is_plain>(subgroup, frame);
  return continue_at<is_plain>(subgroup, PathJoin::continue_target, depth, frame.continue_target);
}

[[gnu::noinline]] const Record* leave_in_general(Subgroup& subgroup, const Record& record) {
  if (subgroup.separate != nullptr) [[unlikely]]
    return leave_separately(subgroup, &record);
  return leave_construct<false>(subgroup, record);
}

struct Leave {
  [[gnu::always_inline]] static inline const Record* run(Subgroup& subgroup, const Record& record) {
    account(subgroup, &record);
    if (subgroup.has_plain_tangles) [[likely]]
      return leave_construct<true>(subgroup, record);
    return leave_in_general(subgroup, record);
  }
};

}  // namespace

Handler leave_handler() { return Multiversion<Leave>::pick(); }

const Record* terminate(Subgroup& subgroup, const Record* record) {
  account(subgroup, record);
  subgroup.alive &= ~subgroup.active;
  for (std::uint32_t d = 0; d <= subgroup.depth; ++d) {
    subgroup.frames[d].entered &= ~subgroup.active;
  }
  subgroup.active = {};
  return next_tangle(subgroup);
}

const Record* unreachable(Subgroup& subgroup, const Record* record) {
  report(subgroup, *record, OpUnreachable::reached, subgroup.active);
  return terminate(subgroup, record);
}

// A tangle that is one group does not depend on the join: its lanes are together without it, and all others
// have taken another path since.
[[gnu::noinline]] static const Record* examine_guarantee(Subgroup& subgroup, const Record* record) {
  const bool holds = subgroup.guarantee.holds();
  if (holds || subgroup.groups.are_one(subgroup.active)) [[likely]] {
    const std::uint32_t assumption = holds ? subgroup.guarantee.assumption()
                                           : subgroup.groups.assumption(subgroup.active.lowest());
    if (assumption != 0) {
      subgroup.workgroup->state().joins.depend(assumption, record->origin, subgroup.id,
                                               subgroup.active);
    }
    return record + 1;
  }
  subgroup.workgroup->findings().report_unguaranteed(subgroup, *record);
  const std::uint32_t* slots = subgroup.data + record->extra;
  for (std::uint32_t i = 1; i <= slots[0]; ++i) {
    subgroup.header(slots[i]).implementation_dependent |= subgroup.active;
    subgroup.active.for_each(
        [&](unsigned lane) { subgroup.indeterminate_bits.set_all(slots[i], lane); });
    subgroup.workgroup->observers().values.for_each([&](ValueObserver& observer) {
      observer.note_unguaranteed(subgroup, slots[i], subgroup.active, record->origin);
    });
  }
  return record + 1;
}

const Record* watch_guarantee(Subgroup& subgroup, const Record* record) {
  if (subgroup.guarantee == Guarantee()) [[likely]]
    return record + 1;
  return examine_guarantee(subgroup, record);
}

const Record* finish(Subgroup& subgroup, const Record*) {
  paths_join(subgroup, PathJoin::end, 0);
  subgroup.alive = {};
  subgroup.state = SubgroupState::finished;
  return nullptr;
}

}  // namespace spirv_oracle
