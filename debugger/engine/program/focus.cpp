#include "debugger/engine/program/focus.h"

#include <algorithm>
#include <string>

#include "interpreter/exec/workgroup.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

constexpr unsigned max_lanes = 128;

// Null if it is not running.
Workgroup* workgroup_of(const DebugFocus& focus, const std::vector<Workgroup*>& workgroups) {
  const auto found = std::ranges::find_if(workgroups, [&](const Workgroup* workgroup) {
    return workgroup->shape().index() == focus.workgroup;
  });
  return found == workgroups.end() ? nullptr : *found;
}

}  // namespace

void to_json(Json& json, const DebugFocus& focus) {
  json = {focus.workgroup, focus.subgroup, focus.lane, focus.frame};
}

void from_json(const Json& json, DebugFocus& focus) {
  focus = {json.at(0), json.at(1), json.at(2), json.at(3)};
}

DebugFocus focus_at_stop(const DebugFocus& before, const Subgroup& subgroup, const Json& reason) {
  const bool is_elsewhere =
      before.workgroup != subgroup.workgroup_index || before.subgroup != subgroup.id;
  DebugFocus focus{subgroup.workgroup_index, subgroup.id, before.lane, 0};
  if (subgroup.active.none()) {  // the end: any lane still shows the buffers
    if (is_elsewhere) focus.lane = subgroup.existing.lowest();
    return focus;
  }
  bool keeps_lane = !is_elsewhere && lanes_of_tangle(subgroup).test(focus.lane);
  if (reason.contains("lanes")) {
    const Json& lanes = reason["lanes"];
    keeps_lane = std::find(lanes.begin(), lanes.end(), Json(focus.lane)) != lanes.end();
  }
  if (!keeps_lane) focus.lane = reason.value("lane", subgroup.active.lowest());
  return focus;
}

Result<DebugFocus> requested_focus(const DebugFocus& before, const Json& request,
                                   const std::vector<Workgroup*>& workgroups) {
  DebugFocus focus = before;
  focus.workgroup = request.value("workgroup", focus.workgroup);
  focus.subgroup = request.value("subgroup", focus.subgroup);
  focus.lane = request.value("lane", focus.lane);
  focus.frame = request.value("frame", 0u);
  Workgroup* const workgroup = workgroup_of(focus, workgroups);
  if (workgroup == nullptr)
    return bad_input("workgroup " + std::to_string(focus.workgroup) + " is not running");
  if (focus.subgroup >= workgroup->subgroups().size())
    return bad_input("the workgroup has no subgroup " + std::to_string(focus.subgroup));
  if (focus.lane >= max_lanes || !workgroup->subgroups()[focus.subgroup].existing.test(focus.lane))
    return bad_input("the subgroup has no lane " + std::to_string(focus.lane));
  return focus;
}

DebugFocus with_requested_lane(DebugFocus focus, const Json& request) {
  focus.lane = request.value("lane", focus.lane);
  focus.frame = request.value("frame", focus.frame);
  return focus;
}

bool is_active(const DebugFocus& focus, const Subgroup& subgroup) {
  return subgroup.workgroup_index == focus.workgroup && subgroup.id == focus.subgroup &&
         subgroup.active.test(focus.lane);
}

bool has_ended(const DebugFocus& focus, const std::vector<Workgroup*>& workgroups) {
  Workgroup* const workgroup = workgroup_of(focus, workgroups);
  return workgroup == nullptr || !workgroup->subgroups()[focus.subgroup].alive.test(focus.lane);
}

}  // namespace spirv_oracle
