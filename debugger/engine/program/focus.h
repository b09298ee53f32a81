// Where the focus goes: the lane that steps follow and in which expressions are evaluated.
#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "debugger/engine/program/paused_run.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// [workgroup, subgroup, lane, frame]. nlohmann::json finds these functions by their names.
void to_json(nlohmann::json& json, const DebugFocus& focus);
void from_json(const nlohmann::json& json, DebugFocus& focus);

// The focus after a stop in a subgroup: the focused lane if the stop concerns it, else a lane that it concerns. `reason`: of
// the stop, see docs/debugger_protocol.md.
DebugFocus focus_at_stop(const DebugFocus& before, const Subgroup& subgroup,
                         const nlohmann::json& reason);
// The focus that a request `focus` selects. Errors: bad_input if the workgroup, subgroup or lane does not exist.
Result<DebugFocus> requested_focus(const DebugFocus& before, const nlohmann::json& request,
                                   const std::vector<Workgroup*>& workgroups);
// The focus with the lane and the frame that a request may name.
DebugFocus with_requested_lane(DebugFocus focus, const nlohmann::json& request);

// Whether the lane executes the next record of a subgroup.
bool is_active(const DebugFocus& focus, const Subgroup& subgroup);
// Whether the lane has terminated, or its workgroup has.
bool has_ended(const DebugFocus& focus, const std::vector<Workgroup*>& workgroups);

}  // namespace spirv_oracle
