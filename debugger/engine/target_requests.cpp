// What the debugger answers while the run is paused.
#include <csignal>

#include <algorithm>
#include <utility>

#include "debugger/engine/program/focus.h"
#include "debugger/engine/target.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

void add_fragment(const FragmentInvocation* fragment, Json& stop) {
  if (fragment == nullptr) return;
  stop["pixel"] = {fragment->x, fragment->y};
  stop["primitive"] = fragment->part->source.primitive.id;
  stop["helper"] = fragment->is_helper();
}

tl::unexpected<Error> program_has_ended() {
  return bad_input("the program has ended: go back first");
}

}  // namespace

void DebugTarget::pause(const Json& reason) {
  if (moment_ != 0 && look_ahead()) return;
  if (const Subgroup* const subgroup = dispatch_.subgroup_of(reason))
    focus_ = focus_at_stop(focus_, *subgroup, reason);
  last_reason_ = reason;
  views_.forget_handles();
  dispatch_.values().forget_copies();
  if (const std::string changes = assignments_.take_changes(); !changes.empty())
    output_.send_console_text(changes);
  if (goal_.question.is_null()) {
    answer_with(goal_.request, describe_stop(reason));
  } else {
    const Json question = std::exchange(goal_.question, nullptr);
    focus_ = question["focus"].get<DebugFocus>();
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
    const Json& moment = request.at("moment");
    go_to(Goal::go_to(id, {moment.get<std::uint64_t>(), false},
                      {{"reason", "step"}, {"text", "moment " + moment.dump()}}));
    return true;
  }
  if (command == "restart") wake(0, Goal::go_to_start(id), false);
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
  const Json id = request.value("id", Json());
  Json motion = request;
  if (dispatch_.record() != nullptr) {
    // To step over calls does not mean to step over the source's entry point.
    const bool is_over = motion.value("motion", "") == "over";
    motion["depth"] =
        std::max(dispatch_.place().depth, is_over ? dispatch_.code().depth_of_entry() : 0);
  }
  if (request.value("backward", false)) {
    watchpoints_.find_memory(paused_run(), focus_);
    search_before(id, motion, here());
  }
  if (has_ended_) {
    answer_with(id, program_has_ended());
    return false;
  }
  timer_.start();
  goal_ = {};
  goal_.request = id;
  goal_.motion = motion;
  goal_.from = here();
  if (stops_.need_marks() && marks_are_unknown()) prepare_and_run_again();
  if (stops_.count_hits() && !hits_are_exact_) wake(0, goal_, false);
  if (dispatch_.program() != nullptr) mark_records();
  return true;
}

Result<Json> DebugTarget::answer(const Json& request) {
  const std::string command = request.value("command", "");
  if (command == "status") return describe_stop(last_reason_);
  if (command == "checkpoints") return checkpoints_.describe();
  if (command == "findings") return findings_.as_json();
  if (command == "set_stops") return set_stops(request.at("stops"));
  if (command == "pixel") return describe_pixel(request);
  if (command == cancelled_command) return bad_input(cancelled_command);
  if (dispatch_.program() == nullptr) return program_has_ended();
  if (command == "focus") return set_focus(request);
  if (!Views::knows(command)) return bad_input("unknown request '" + command + "'");
  return answer_about_state(request);
}

Result<Json> DebugTarget::answer_about_state(const Json& request) {
  const std::string command = request.at("command");
  if (Views::needs_history(command) && !history_) answer_after_replay(request, true);
  auto result = views_.answer(paused_run(), with_requested_lane(focus_, request), command, request,
                              history_.get());
  if (dispatch_.values().take_missing()) {
    dispatch_.values().request();
    answer_after_replay(request, false);
  }
  if (result && (command == "assign" || command == "write_memory")) note_assignment(request);
  return result;
}

Result<Json> DebugTarget::describe_pixel(const Json& request) const {
  const std::string name = request.at("attachment");
  const auto attachment = fragments_.find_attachment(name);
  if (!attachment)
    return bad_input(
        "'" + name +
        "' is not an output of a fragment shader that has run, or an attachment of the "
        "script; the attachment for Location 0 is also color0");
  std::vector<PixelWrite> found;
  std::string script_name;
  if (attachment->number) {
    found = fragments_.writes_to(
        {*attachment->number, request.at("x"), request.at("y"), request.value("layer", 0u)});
    script_name = fragments_.attachment_name(*attachment->number);
  }
  Json writes = Json::array();
  for (const PixelWrite& write : found) {
    writes.push_back({{"moment", write.moment},
                      {"workgroup", write.workgroup},
                      {"lane", write.lane},
                      {"primitive", write.primitive},
                      {"dispatch", write.dispatch}});
  }
  return Json{{"location", attachment->location},
              {"output", fragments_.name_of(attachment->location)},
              {"attachment", script_name.empty() ? name : script_name},
              {"writes", std::move(writes)}};
}

Json DebugTarget::set_stops(const Json& stops) {
  hits_are_exact_ =
      here() == Position{} || (hits_are_exact_ && stops_.have_counting_points_of(stops));
  stops_.set(stops);
  if (dispatch_.program() != nullptr) {
    stops_.resolve(dispatch_.code());
    mark_records();
  }
  Json described = stops_.describe();
  watchpoints_.add_problems(paused_run(), focus_, described);
  return described;
}

Result<Json> DebugTarget::set_focus(const Json& request) {
  const auto focus = requested_focus(focus_, request, dispatch_.workgroups());
  if (!focus) return tl::unexpected(focus.error());
  focus_ = *focus;
  return Json{
      {"workgroup", focus_.workgroup}, {"subgroup", focus_.subgroup}, {"lane", focus_.lane}};
}

Json DebugTarget::describe_stop(const Json& reason) {
  Json stop = reason;
  stop["moment"] = here().moment;
  stop["ended"] = dispatch_has_ended_ || has_ended_;
  dispatch_.add_place(stop);
  if (stop.contains("subgroup")) stop["lane"] = focus_.lane;
  if (stop.contains("workgroup_index"))
    add_fragment(fragments_.find(stop["workgroup_index"], focus_.lane), stop);
  return stop;
}

void DebugTarget::answer_with(const Json& id, const Result<Json>& result) {
  Json answer = {{"id", id}, {"ok", result.has_value()}};
  if (result) {
    answer["result"] = *result;
  } else {
    answer["error"] = result.error().message;
  }
  output_.send(answer);
}

}  // namespace spirv_oracle
