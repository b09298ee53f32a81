#include "debugger/engine/stops/stop_hits.h"

#include <algorithm>
#include <string_view>

#include "interpreter/exec/state/lane_list.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/findings/clause.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

bool contains_text(const Json& list, std::string_view text) {
  return std::ranges::any_of(list, [&](const Json& entry) {
    return entry.is_string() && entry.get_ref<const std::string&>() == text;
  });
}

Json list_of(const Json& arguments, const char* name) {
  const auto found = arguments.find(name);
  return found != arguments.end() && found->is_array() ? *found : Json::array();
}

bool asks_for_clause(const StopPoint& point, const Clause& clause) {
  if (point.kind != StopKind::finding) return false;
  const Json kinds = list_of(point.arguments, "finding_kinds");
  const Json clauses = list_of(point.arguments, "clauses");
  const bool is_any = kinds.empty() && clauses.empty();
  return is_any || contains_text(kinds, clause.kind) || contains_text(clauses, clause.id);
}

const char* reason_of_kind(StopKind kind) {
  constexpr const char* names[] = {
      "breakpoint", "breakpoint",    "breakpoint", "watchpoint", "finding",
      "divergence", "reconvergence", "barrier",    "undefined",  "implementation-dependent",
      "breakpoint"};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace

std::optional<Json> StopHits::before_record(const PausedRun& run, bool prints) {
  std::optional<Json> reason;
  for (StopPoint& point : stops_.all()) {
    if (run.lacks_values()) break;
    LaneMask lanes = hit_lanes(point, run);
    if (lanes.none() || !counter_.count(point, run, prints, *run.subgroup, lanes)) continue;
    if (!reason) {
      reason = stop_reason(reason_of_kind(point.kind), text_of_hit(point, run, lanes), lanes);
      (*reason)["stop_ids"] = Json::array();
    }
    (*reason)["stop_ids"].push_back(point.id);
  }
  return reason;
}

std::optional<Json> StopHits::at_finding(const PausedRun& run, const NotedFinding& finding,
                                         std::uint64_t moment, bool prints) {
  std::optional<Json> reason;
  for (StopPoint& point : stops_.all()) {
    if (run.lacks_values()) break;
    if (!asks_for_clause(point, finding.clause)) continue;
    LaneMask lanes = point.lanes_asked_for(run, finding.lanes);
    if (lanes.none() || !counter_.count(point, run, prints, finding.subgroup, lanes) || reason)
      continue;
    const Json described = describe_finding(finding, *run.program, moment);
    reason = stop_reason("finding", described["message"], lanes);
    (*reason)["stop_ids"] = Json::array({point.id});
    (*reason)["finding"] = described;
  }
  return reason;
}

LaneMask StopHits::hit_lanes(const StopPoint& point, const PausedRun& run) {
  switch (point.kind) {
    case StopKind::watch:
    case StopKind::finding:
      return {};  // not at the beginning of a record
    case StopKind::divergence:
    case StopKind::reconvergence: {
      const LaneMask lanes = lanes_of_changed_tangle(point.kind, run);
      return lanes.any() ? point.lanes_asked_for(run, lanes) : lanes;
    }
    case StopKind::undefined:
    case StopKind::implementation_dependent:
      return point.lanes_asked_for(run,
                                   undefined_results_.lanes_that_begin(point.kind, run, executed_));
    default: {
      const auto record = static_cast<std::uint32_t>(run.record - run.program->records.data());
      if (!std::ranges::binary_search(point.records, record)) return {};
      // Lanes that take turns hit it together, before the first turn.
      if (run.subgroup->after_turn.any()) return {};
      return point.lanes_asked_for(run, lanes_of_tangle(*run.subgroup));
    }
  }
}

LaneMask StopHits::lanes_of_changed_tangle(StopKind kind, const PausedRun& run) const {
  const ExecutedRecord* const last = executed_.last_of(*run.subgroup);
  if (last == nullptr) return {};
  const LaneMask tangle = lanes_of_tangle(*run.subgroup);
  const bool grew = kind == StopKind::reconvergence;
  const LaneMask& small = grew ? last->tangle : tangle;
  const LaneMask& large = grew ? tangle : last->tangle;
  const bool is_part = (small & ~large).none() && !(small == large);
  // Lanes that have returned leave the others without a branch between them.
  const bool others_run = grew || (large & ~small & run.subgroup->alive).any();
  return is_part && others_run ? tangle : LaneMask{};
}

std::string StopHits::text_of_hit(const StopPoint& point, const PausedRun& run,
                                  const LaneMask& lanes) const {
  const bool is_one = lanes.count() == 1;
  const std::string who = (is_one ? "lane " : "lanes ") + lane_list(lanes);
  switch (point.kind) {
    case StopKind::divergence:
      return who + (is_one ? " runs first" : " run first");
    case StopKind::reconvergence:
      return who + " run together again";
    case StopKind::undefined:
    case StopKind::implementation_dependent: {
      const Module& module = *run.program->module;
      const std::uint32_t origin = executed_.last().record->origin;
      const Instruction& made = module.instruction(run.program->origins[origin].instruction);
      return "the result of " + module.disassemble(made) + " in " + who;
    }
    case StopKind::barrier:
      return "";
    default:
      return "stop point " + std::to_string(point.id);
  }
}

}  // namespace spirv_oracle
