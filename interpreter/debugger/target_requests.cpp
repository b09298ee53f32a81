// What the debugger answers while the run is paused.
#include <unistd.h>
#include <csignal>

#include <algorithm>

#include "interpreter/debugger/frames.h"
#include "interpreter/debugger/object.h"
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

PausedRun DebugTarget::paused_run() {
  return {program_,
          &workgroups_,
          subgroup_,
          op_,
          moment_,
          dispatch_,
          &symbols_,
          temporaries_ ? &*temporaries_ : nullptr,
          kept_ ? &*kept_ : nullptr,
          &misses_kept_};
}

Json DebugTarget::describe_stop(const Json& reason) {
  Json stop = reason;
  stop["moment"] = here().moment;
  stop["ended"] = dispatch_has_ended_ || has_ended_;
  stop["dispatch"] = dispatch_;
  if (subgroup_ == nullptr || program_ == nullptr) return stop;
  for (const Workgroup* workgroup : workgroups_) {
    if (workgroup->shape().index() != subgroup_->workgroup_index) continue;
    stop["workgroup"] = workgroup->shape().id();
    stop["workgroup_index"] = workgroup->shape().index();
  }
  stop["subgroup"] = subgroup_->id;
  stop["lane"] = focus_.lane;
  stop["active"] = lanes_as_json(subgroup_->active);
  if (op_ == nullptr) return stop;
  const RecordPlace& at = place();
  if (at.instruction == 0) return stop;
  const Module& module = *program_->module;
  const Instruction& instruction = module.instruction(at.instruction);
  const auto symbols = symbols_of(paused_run());
  const SourceLocation source =
      symbols ? (*symbols)->source(at.instruction) : module.source(instruction.line);
  stop["file"] = source.file;
  stop["line"] = source.line;
  stop["column"] = source.column;
  stop["function"] = code_->function_name(at.instruction);
  stop["instruction"] = module.disassemble(instruction);
  stop["word"] = instruction.word_offset;
  return stop;
}

void DebugTarget::answer_with(const Json& id, const Result<Json>& result) {
  Json answer = {{"id", id}, {"ok", result.has_value()}};
  if (result) {
    answer["result"] = *result;
  } else {
    answer["error"] = result.error().message;
  }
  send(answer);
}

void DebugTarget::arrive(const Json& reason) {
  if (goal_.kind == Goal::Kind::search) {
    goal_.hit = here();
    goal_.stop = reason;
    return;
  }
  for (StopPoint& point : stops_.all()) {
    const Json ids = reason.value("stop_ids", Json::array());
    if (point.arguments.value("once", false) &&
        std::find(ids.begin(), ids.end(), point.id) != ids.end())
      point.is_done = true;
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
  if (subgroup_->active.none()) {  // the end: any lane still shows the buffers
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
  if (moment_ != 0 && find_missing_marks()) return;
  move_focus(reason);
  last_reason_ = reason;
  views_.forget_handles();
  if (kept_) kept_->forget_copies();
  tell_of_assignments();
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
  if (op_ != nullptr) {
    // To step over calls does not mean to step over the source's entry point.
    const bool is_over = motion.value("motion", "") == "over";
    motion["depth"] = std::max(place().depth, is_over ? code_->depth_of_entry() : 0);
  }
  if (request.value("backward", false)) search_before(request.value("id", Json()), motion, here());
  if (has_ended_) {
    answer_with(request.value("id", Json()), has_ended());
    return false;
  }
  resumed_ = std::chrono::steady_clock::now();
  goal_ = {};
  goal_.request = request.value("id", Json());
  goal_.motion = motion;
  goal_.from = here();
  if (stops_.need_marks() && dispatch_ < marks_.size() && marks_[dispatch_] == Marks::unknown)
    prepare_and_run_again();
  if (stops_.count_hits() && !hits_are_exact_) wake(0, goal_, false);
  if (program_ != nullptr) mark_records();
  return true;
}

Result<Json> DebugTarget::answer(const Json& request) {
  const std::string command = request.value("command", "");
  if (command == "status") return describe_stop(last_reason_);
  if (command == "checkpoints") return checkpoints_.describe();
  if (command == "findings") return findings_;
  if (command == "set_stops") {
    hits_are_exact_ = here() == Position{} ||
                      (hits_are_exact_ && stops_.have_counting_points_of(request.at("stops")));
    stops_.set(request.at("stops"));
    if (code_ && program_ != nullptr) {
      stops_.resolve(*code_);
      mark_records();
    }
    Json described = stops_.describe();
    describe_watches(described);
    return described;
  }
  if (command == cancelled) return bad_input(cancelled);
  if (program_ == nullptr) return has_ended();
  if (command == "focus") return set_focus(request);
  if (!Views::knows(command)) return bad_input("unknown request '" + command + "'");
  if (Views::needs_history(command) && !history_) answer_after_replay(request, true);
  DebugFocus focus = focus_;
  focus.lane = request.value("lane", focus.lane);
  focus.frame = request.value("frame", focus.frame);
  const bool is_assignment = command == "assign" || command == "write_memory";
  misses_kept_ = false;
  auto result = views_.answer(paused_run(), focus, command, request, history_.get());
  if (std::exchange(misses_kept_, false)) {
    keeps_values_ = true;
    answer_after_replay(request, false);
  }
  if (is_assignment && result) note_assignment(request);
  return result;
}

// What a watchpoint watches is found when the run comes to an access. Where it can be found now, so can mistakes.
void DebugTarget::describe_watches(Json& described) {
  if (op_ == nullptr || program_ == nullptr) return;
  for (std::size_t i = 0; i < described.size(); ++i) {
    const StopPoint& point = stops_.all()[i];
    const Json expression = point.arguments.value("expression", Json());
    if (point.kind != StopKind::watch || !point.problem.empty() || !expression.is_string())
      continue;
    PausedRun run = paused_run();
    run.misses_kept = nullptr;
    const auto parsed = Expression::parse(expression.get<std::string>());
    const auto object = parsed->object(run, focus_);
    const std::string message = !object                                   ? object.error().message
                                : object->where == Object::Where::nowhere ? object->reason
                                : object->where == Object::Where::numbers ? "it is computed"
                                : object->where == Object::Where::descriptors
                                    ? "it is an array of descriptors: choose an element"
                                    : "";
    if (message.empty()) continue;
    described[i]["verified"] = false;
    described[i]["message"] = "nothing to watch here: " + message;
  }
}

// --- assignments ---

Position DebugTarget::position_of_assignment(std::size_t index) const {
  const Json& assignment = assignments_[index];
  return {assignment.at("moment"), assignment.at("within")};
}

// What was assigned at later moments belongs to a run that this assignment changes.
void DebugTarget::note_assignment(const Json& request) {
  if (kept_) kept_->forget_copies();
  if (assigned_ < assignments_.size()) {
    send_console("assignments at later moments are dropped: " +
                 std::to_string(assignments_.size() - assigned_) + "\n");
    assignments_.erase(assignments_.begin() + static_cast<std::ptrdiff_t>(assigned_),
                       assignments_.end());
  }
  assignments_.push_back(
      {{"moment", here().moment},
       {"within", here().within},
       {"request", request},
       {"focus", {focus_.workgroup, focus_.subgroup, focus_.lane, focus_.frame}}});
  assigned_seen_ = assigned_ = assignments_.size();
}

void DebugTarget::repeat_assignments() {
  for (; assigned_ < assignments_.size() && position_of_assignment(assigned_) <= here();
       ++assigned_) {
    const Json& request = assignments_[assigned_].at("request");
    const Json& at = assignments_[assigned_].at("focus");
    DebugFocus focus{at[0], at[1], at[2], at[3]};
    focus.lane = request.value("lane", focus.lane);
    focus.frame = request.value("frame", focus.frame);
    const auto done =
        views_.answer(paused_run(), focus, request.value("command", ""), request, nullptr);
    if (!done) send_console("the assignment cannot be repeated: " + done.error().message + "\n");
  }
}

void DebugTarget::tell_of_assignments() {
  const bool is_undone = assigned_ < assigned_seen_;
  const std::size_t first = std::min(assigned_, assigned_seen_);
  const std::size_t end = std::min(std::max(assigned_, assigned_seen_), assignments_.size());
  for (std::size_t i = first; i < end; ++i) {
    const Json& request = assignments_[i].at("request");
    const std::string what =
        request.value("command", "") == "assign"
            ? request.value("expression", "") + " = " + request.value("value", "")
            : "the write to " + request.value("buffer", request.value("expression", "memory"));
    const std::string moment = "[" + assignments_[i].at("moment").dump() + "] ";
    send_console(is_undone
                     ? moment + what + ": undone, and repeated when the run comes there again\n"
                     : moment + what + ": repeated\n");
  }
  assigned_seen_ = assigned_;
}

// Runs from the start to this place again, and records what the answer needs.
void DebugTarget::answer_after_replay(const Json& request, bool with_history) {
  Goal goal;
  goal.kind = Goal::Kind::go_to;
  goal.target = here();
  goal.stop = last_reason_;
  goal.question = request;
  goal.question["focus"] = {focus_.workgroup, focus_.subgroup, focus_.lane, focus_.frame};
  goal.question["reason"] = last_reason_;
  wake(0, goal, with_history);
}

Result<Json> DebugTarget::set_focus(const Json& request) {
  DebugFocus focus = focus_;
  focus.workgroup = request.value("workgroup", focus.workgroup);
  focus.subgroup = request.value("subgroup", focus.subgroup);
  focus.lane = request.value("lane", focus.lane);
  focus.frame = request.value("frame", 0u);
  for (const Workgroup* workgroup : workgroups_) {
    if (workgroup->shape().index() != focus.workgroup) continue;
    if (focus.subgroup >= workgroup->subgroups().size())
      return bad_input("the workgroup has no subgroup " + std::to_string(focus.subgroup));
    if (focus.lane >= 128 || !workgroup->subgroups()[focus.subgroup].existing.test(focus.lane))
      return bad_input("the subgroup has no lane " + std::to_string(focus.lane));
    focus_ = focus;
    return Json{{"workgroup", focus.workgroup}, {"subgroup", focus.subgroup}, {"lane", focus.lane}};
  }
  return bad_input("workgroup " + std::to_string(focus.workgroup) + " is not running");
}

}  // namespace spirv_oracle
