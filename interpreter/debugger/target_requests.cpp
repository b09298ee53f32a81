// What the debugger answers while the run is paused.
#include <signal.h>
#include <unistd.h>

#include "interpreter/debugger/target.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

tl::unexpected<Error> has_ended() { return bad_input("the program has ended: go back first"); }

}  // namespace

Json lanes_as_json(const LaneMask& lanes) {
  Json list = Json::array();
  lanes.for_each([&](unsigned lane) { list.push_back(lane); });
  return list;
}

PausedRun DebugTarget::paused_run() const {
  return {program_, &workgroups_, subgroup_, op_, moment_, dispatch_};
}

Json DebugTarget::describe_stop(const Json& reason) const {
  Json stop = reason;
  stop["moment"] = here().moment;
  stop["ended"] = dispatch_has_ended_ || has_ended_;
  stop["dispatch"] = dispatch_;
  if (subgroup_ == nullptr || program_ == nullptr) return stop;
  for (const Workgroup* workgroup : workgroups_) {
    if (workgroup->index() != subgroup_->workgroup_index) continue;
    stop["workgroup"] = workgroup->id();
    stop["workgroup_index"] = workgroup->index();
  }
  stop["subgroup"] = subgroup_->id;
  stop["lane"] = focus_.lane;
  stop["active"] = lanes_as_json(subgroup_->active);
  if (op_ == nullptr) return stop;
  const RecordPlace& at = place();
  if (at.instruction == 0) return stop;
  const Module& module = *program_->module;
  const Instruction& instruction = module.instruction(at.instruction);
  const SourceLocation source = module.source(instruction.line);
  stop["file"] = source.file;
  stop["line"] = source.line;
  stop["column"] = source.column;
  stop["function"] = code_->function_name(at.instruction);
  stop["instruction"] = module.disassemble(instruction);
  stop["word"] = instruction.word_offset;
  return stop;
}

void DebugTarget::answer_with(const Json& id, const Result<Json>& result) const {
  Json answer = {{"id", id}, {"ok", result.has_value()}};
  if (result) {
    answer["result"] = *result;
  } else {
    answer["error"] = result.error().message;
  }
  client_.send(answer);
}

void DebugTarget::arrive(const Json& reason) {
  if (goal_.kind == Goal::Kind::search) {
    goal_.hit = here();
    goal_.stop = reason;
    return;
  }
  pause(reason);
}

// The focus goes where the run has stopped, to a lane that has to do with it.
void DebugTarget::move_focus(const Json& reason) {
  if (subgroup_ == nullptr) return;
  const bool is_elsewhere =
      focus_.workgroup != subgroup_->workgroup_index || focus_.subgroup != subgroup_->id;
  focus_.workgroup = subgroup_->workgroup_index;
  focus_.subgroup = subgroup_->id;
  focus_.frame = 0;
  if (subgroup_->active.none()) {  // the end: the buffers can still be looked at, from any lane
    if (is_elsewhere) focus_.lane = subgroup_->existing.lowest();
    return;
  }
  const bool is_among = [&] {
    if (!reason.contains("lanes")) return !is_elsewhere && subgroup_->active.test(focus_.lane);
    for (const Json& lane : reason["lanes"]) {
      if (lane == focus_.lane) return true;
    }
    return false;
  }();
  if (!is_among) focus_.lane = reason.value("lane", subgroup_->active.lowest());
}

void DebugTarget::pause(const Json& reason) {
  move_focus(reason);
  last_reason_ = reason;
  views_.forget_handles();
  if (goal_.question.is_null()) {
    answer_with(goal_.request, describe_stop(reason));
  } else {
    const Json question = std::exchange(goal_.question, nullptr);
    const auto& focus = question["focus"];
    focus_ = {focus[0], focus[1], focus[2], focus[3]};
    last_reason_ = question["reason"];
    answer_with(question["id"], answer(question));
  }
  serve();
}

void DebugTarget::serve() {
  for (;;) {
    const auto request = client_.receive();
    if (!request) kill(0, SIGKILL);  // the client has gone: all copies end
    if (request->is_object() && handle(*request)) return;
  }
}

bool DebugTarget::handle(const Json& request) try {
  const Json id = request.value("id", Json());
  const std::string command = request.value("command", "");
  if (command == "pause") return false;  // it came too late
  if (command == "resume") return handle_resume(request);
  if (command == "go_to") {
    go_to(id, {request.at("moment").get<std::uint64_t>(), false},
          {{"reason", "step"}, {"text", "moment " + request.at("moment").dump()}});
    return true;
  }
  if (command == "restart") wake(0, start_goal(id), false);
  if (command == "quit") {
    answer_with(id, Json(true));
    kill(0, SIGKILL);
  }
  answer_with(id, answer(request));
  return false;
} catch (const Json::exception& error) {
  answer_with(request.value("id", Json()),
              bad_input(std::string("malformed request: ") + error.what()));
  return false;
}

bool DebugTarget::handle_resume(const Json& request) {
  Json motion = request;
  if (op_ != nullptr) motion["depth"] = place().depth;
  if (request.value("backward", false)) search_before(request.value("id", Json()), motion, here());
  if (has_ended_) {
    answer_with(request.value("id", Json()), has_ended());
    return false;
  }
  goal_ = {};
  goal_.request = request.value("id", Json());
  goal_.motion = motion;
  goal_.from = here();
  if (program_ != nullptr) mark_records();
  return true;
}

Result<Json> DebugTarget::answer(const Json& request) {
  const std::string command = request.value("command", "");
  if (command == "status") return describe_stop(last_reason_);
  if (command == "checkpoints") return checkpoints_.describe();
  if (command == "findings") return findings_;
  if (command == "set_stops") {
    stops_.set(request.at("stops"));
    if (code_ && program_ != nullptr) {
      stops_.resolve(*code_);
      mark_records();
    }
    return stops_.describe();
  }
  if (command == cancelled) return bad_input(cancelled);
  if (program_ == nullptr) return has_ended();
  if (command == "focus") return set_focus(request);
  if (!Views::knows(command)) return bad_input("unknown request '" + command + "'");
  if (Views::needs_history(command) && !history_) {
    Goal goal;
    goal.kind = Goal::Kind::go_to;
    goal.target = here();
    goal.stop = last_reason_;
    goal.question = request;
    goal.question["focus"] = {focus_.workgroup, focus_.subgroup, focus_.lane, focus_.frame};
    goal.question["reason"] = last_reason_;
    wake(0, goal, true);
  }
  DebugFocus focus = focus_;
  focus.lane = request.value("lane", focus.lane);
  focus.frame = request.value("frame", focus.frame);
  return views_.answer(paused_run(), focus, command, request, history_.get());
}

Result<Json> DebugTarget::set_focus(const Json& request) {
  DebugFocus focus = focus_;
  focus.workgroup = request.value("workgroup", focus.workgroup);
  focus.subgroup = request.value("subgroup", focus.subgroup);
  focus.lane = request.value("lane", focus.lane);
  focus.frame = request.value("frame", 0u);
  for (const Workgroup* workgroup : workgroups_) {
    if (workgroup->index() != focus.workgroup) continue;
    if (focus.subgroup >= workgroup->subgroups().size())
      return bad_input("the workgroup has no subgroup " + std::to_string(focus.subgroup));
    if (focus.lane >= 128 || !workgroup->subgroup(focus.subgroup).existing.test(focus.lane))
      return bad_input("the subgroup has no lane " + std::to_string(focus.lane));
    focus_ = focus;
    return Json{{"workgroup", focus.workgroup}, {"subgroup", focus.subgroup}, {"lane", focus.lane}};
  }
  return bad_input("workgroup " + std::to_string(focus.workgroup) + " does not run now");
}

}  // namespace spirv_oracle
