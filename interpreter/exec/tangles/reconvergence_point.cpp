#include "interpreter/exec/tangles/reconvergence_point.h"

#include <bit>
#include <type_traits>
#include <utility>

#include "interpreter/exec/report/control_flow_clauses.h"
#include "interpreter/exec/tangles/branching.h"
#include "interpreter/exec/tangles/tangle.h"
#include "interpreter/findings/clause.h"
#include "interpreter/ir/program.h"
#include "interpreter/kernels/for_width.h"

namespace spirv_oracle {
namespace {

const Record* stop(Subgroup&, const Record*) { return nullptr; }
constinit const Record stop_here{&stop};

void wait_at(Subgroup& subgroup, std::uint32_t point, const LaneMask& lanes) {
  wait_at(subgroup, subgroup.reconvergence_points[point], lanes);
  subgroup.occupied[point / 64] |= std::uint64_t{1} << (point % 64);
}

// The tangle continues at the point where it would have waited. Null if the subgroup stops for a poll.
const Record* go_on_at(Subgroup& subgroup, std::uint32_t number) {
  const ReconvergencePoint& point = subgroup.program->reconvergence_points[number];
  const Record* record = subgroup.code + point.record;
  subgroup.path = follow(subgroup.path, number);
  subgroup.depth = point.depth;
  if (paths_join(subgroup, PathJoin::reconvergence_point, number)) return nullptr;
  if (!point.next_iteration) return record;
  ++subgroup.frames[point.depth].iteration;
  if (subgroup.steps < subgroup.step_limit) [[likely]]
    return record;
  subgroup.resume = record;
  return nullptr;
}

// All lanes of the tangle go to the same reconvergence point.
const Record* go_to_point(Subgroup& subgroup, std::uint32_t point) {
  if (no_lanes_wait(subgroup)) return go_on_at(subgroup, point);
  wait_at(subgroup, point, subgroup.active);
  return next_unstructured_tangle(subgroup);
}

// Continues with the waiting lanes. If all lanes that entered the function are among them, its guarantee is restored.
void go_on_with(Subgroup& subgroup, const Waiting& came, std::uint32_t call,
                const Guarantee& otherwise) {
  subgroup.active = came.lanes;
  if (!came.several) {
    subgroup.guarantee = came.guarantee;
  } else if (came.lanes == subgroup.frames[call].entered) {
    restore_guarantee(subgroup, call);
  } else {
    subgroup.guarantee = otherwise;
  }
}

constexpr std::uint32_t no_point = 0xFFFFFFFF;

std::uint32_t earliest_point(const Subgroup& subgroup, const FlowGraph& graph) {
  for (std::uint32_t word = graph.first_word; word < graph.end_word; ++word) {
    const std::uint64_t bits = subgroup.occupied[word];
    if (bits != 0) return word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
  }
  return no_point;
}

// The lanes that wait at the point continue.
const Record* go_on_from(Subgroup& subgroup, const FlowGraph& graph, std::uint32_t point) {
  subgroup.occupied[point / 64] &= ~(std::uint64_t{1} << (point % 64));
  const WaitingAtPoint came = std::exchange(subgroup.reconvergence_points[point], {});
  go_on_with(subgroup, came, graph.depth,
             Guarantee::none(JoinKind::block, subgroup.program->reconvergence_points[point].join));
  if (came.paused == nullptr) return go_on_at(subgroup, point);
  subgroup.depth = came.depth;
  return came.paused;
}

// Ends the call, in which no lanes wait any more. Returns null if no lane returned from it.
const Record* leave_graph(Subgroup& subgroup, const FlowGraph& graph) {
  Frame& call = subgroup.frames[graph.depth];
  const bool outermost = graph.depth == 0;
  subgroup.graph = graph.caller;
  subgroup.depth = outermost ? 0 : graph.depth - 1;
  const Waiting came = std::exchange(call.at_merge, {});
  if (came.lanes.none() && !outermost) return nullptr;
  go_on_with(subgroup, came, graph.depth, Guarantee::none(JoinKind::call_return, call.construct));
  subgroup.path = follow(call.path, ~std::uint64_t{call.construct});
  if (paths_join(subgroup, PathJoin::merge_block, graph.depth)) return &stop_here;
  return call.merge;
}

}  // namespace

bool no_lanes_wait(const Subgroup& subgroup) {
  return earliest_point(subgroup, subgroup.program->graphs[subgroup.graph]) == no_point;
}

const Record* next_unstructured_tangle(Subgroup& subgroup) {
  for (;;) {
    const FlowGraph& graph = subgroup.program->graphs[subgroup.graph];
    const std::uint32_t earliest = earliest_point(subgroup, graph);
    if (earliest != no_point) {
      return go_on_from(
          subgroup, graph,
          subgroup.choice == nullptr ? earliest : subgroup.choice->next_point(subgroup));
    }
    if (const Record* next = leave_graph(subgroup, graph); next != nullptr) return next;
  }
}

const Record* pause_unstructured(Subgroup& subgroup, const Record* record, std::uint32_t point) {
  wait_at(subgroup, point, subgroup.active);
  subgroup.reconvergence_points[point].paused = record;
  subgroup.reconvergence_points[point].depth = subgroup.depth;
  return next_unstructured_tangle(subgroup);
}

const Record* enter_graph(Subgroup& subgroup, const Record* record) {
  subgroup.graph = record->extra;
  return record + 1;
}

const Record* jump_unstructured(Subgroup& subgroup, const Record* record) {
  account(subgroup, record);
  return go_to_point(subgroup, record->operand[0]);
}

const Record* branch_unstructured(Subgroup& subgroup, const Record* record) {
  account(subgroup, record);
  check_condition(subgroup, record, OpBranchConditional::condition_undefined);
  const LaneMask where_true = subgroup.truth(record->operand[0]) & subgroup.active;
  const LaneMask where_false = subgroup.active & ~where_true;
  if (where_false.none()) return go_to_point(subgroup, record->operand[1]);
  if (where_true.none()) return go_to_point(subgroup, record->operand[2]);
  wait_at(subgroup, record->operand[1], where_true);
  wait_at(subgroup, record->operand[2], where_false);
  return next_unstructured_tangle(subgroup);
}

namespace {

template <class T>
const Record* switch_unstructured(Subgroup& subgroup, const Record* record) {
  account(subgroup, record);
  check_condition(subgroup, record, OpSwitch::selector_undefined, sizeof(T));
  const T* selector = subgroup.values<T>(record->operand[0]);
  const LaneMask apart = lanes_apart(subgroup, *record, sizeof(T));
  const std::vector<SwitchPath> paths = paths_of_switch(subgroup, *record, selector, apart);
  if (paths.size() == 1 && !paths[0].mixed) return go_to_point(subgroup, paths[0].target);
  for (const SwitchPath& path : paths) {
    wait_at(subgroup, path.target, path.lanes);
    if (!path.mixed) continue;
    part_by_selector(subgroup, path.lanes, selector, apart);
    subgroup.reconvergence_points[path.target].several = true;
  }
  return next_unstructured_tangle(subgroup);
}

}  // namespace

Handler unstructured_switch_handler(unsigned selector_bytes) {
  return for_width(selector_bytes, []<class T>() -> Handler {
    if constexpr (std::is_same_v<T, bool>) {
      return nullptr;
    } else {
      return &switch_unstructured<T>;
    }
  });
}

}  // namespace spirv_oracle
