// The run that the debugger watches.
#include "debugger/engine/target.h"

#include <csignal>

#include <algorithm>
#include <utility>

#include "debugger/engine/motions.h"
#include "debugger/engine/program/focus.h"
#include "debugger/engine/stops/record_steps.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

// The poll interval, in records, for messages of the client and for checkpoints.
constexpr std::uint64_t records_between_polls = 1u << 14;
static_assert(records_between_polls < RecordStep::always_look);
// Conditions may take long, and the client must not wait for many of them.
constexpr auto max_time_between_polls = std::chrono::milliseconds(50);

// A draw has a launch of each of its stages.
std::string name_of_run(const Program& program) {
  switch (program.execution_model) {
    case spv::ExecutionModel::Vertex:
      return "the launch of the vertex shader";
    case spv::ExecutionModel::TessellationControl:
      return "the launch of the tessellation control shader";
    case spv::ExecutionModel::TessellationEvaluation:
      return "the launch of the tessellation evaluation shader";
    case spv::ExecutionModel::Geometry:
      return "the launch of the geometry shader";
    case spv::ExecutionModel::Fragment:
      return "the launch of the fragment shader";
    default:
      return "the run";
  }
}

}  // namespace

DebugTarget::DebugTarget(Channel client, const DebugTargetOptions& options)
    : history_bytes_(options.history_bytes),
      client_(std::move(client)),
      output_(client_),
      checkpoints_(options.checkpoint_bytes),
      goal_(Goal::go_to(0, {}, {{"reason", "entry"}, {"text", "before the first instruction"}})),
      hit_counter_(output_),
      stop_hits_(stops_, hit_counter_, executed_),
      watchpoints_(stops_, views_, hit_counter_) {}

void DebugTarget::send_output(const std::string& category, const std::string& text) {
  output_.send_program_text(category, text);
}

void DebugTarget::print(const std::string& text) { send_output("stdout", text); }

// --- dispatches ---

bool DebugTarget::wants_preparation() {
  // Each start of a dispatch is a process.
  constexpr std::uint32_t max_dispatch_starts = 16;
  const std::uint32_t dispatch = dispatch_.index();
  if (dispatch >= max_dispatch_starts) return true;
  if (marks_.size() <= dispatch) marks_.resize(dispatch + 1);
  if (!lookahead_.is_active() && marks_[dispatch] == Marks::unknown) {
    output_.flush();
    const Json message = stops_.need_marks() ? Json() : checkpoints_.make_start(moment_, client_);
    if (!message.is_null()) {
      marks_ = message.at("marks").get<std::vector<Marks>>();
      start_message_ = message;
      checkpoints_.forget_start();
    } else if (!checkpoints_.has_start(moment_)) {
      marks_[dispatch] = Marks::need_preparation;
    }
  }
  return marks_[dispatch] == Marks::need_preparation;
}

void DebugTarget::finish_run(bool lacks_marks) {
  if (lookahead_.is_active()) lookahead_.end(lacks_marks);
}

void DebugTarget::start_dispatch(const Program& program) {
  dispatch_.start(program);
  fragments_.start_launch(program);
  executed_.clear();
  stop_hits_.start_dispatch();
  watchpoints_.forget_accesses();
  dispatch_has_ended_ = false;
  stops_.resolve(dispatch_.code());
  mark_records();
  if (history_) history_->start_dispatch(program, dispatch_.index());
  next_look_ = moment_;
}

void DebugTarget::start_workgroup(Workgroup& workgroup) { dispatch_.start_workgroup(workgroup); }

void DebugTarget::finish_workgroup(Workgroup& workgroup) {
  fragments_.end_workgroup(workgroup.shape().index(), moment_);
  dispatch_.finish_workgroup(workgroup);
}

// Colors are written after the launch.
void DebugTarget::note_color(std::size_t invocation, std::uint32_t location) {
  fragments_.note_color(invocation, location, dispatch_.index() - 1);
}

PausedRun DebugTarget::paused_run() {
  PausedRun run = dispatch_.paused(moment_);
  run.fragments = &fragments_;
  return run;
}

void DebugTarget::finish_dispatch(const DispatchEnd& early) {
  if (lookahead_.is_active()) return;
  fragments_.end_launch(*dispatch_.program());
  dispatch_has_ended_ = true;
  within_ = false;
  dispatch_.clear_record();
  const std::string what = name_of_run(*dispatch_.program());
  Json end = {{"reason", "end"}, {"text", what + " has ended"}};
  if (!early.limit.empty() || early.by_finding) {
    const Json reason = findings_.reason_of(early);
    // People want to see where the lanes are; at the end, they are nowhere.
    const Position last = {moment_ - 1, false};
    if (goal_.kind == Goal::Kind::run && goal_.from < last)
      go_to(Goal::go_to(goal_.request, last, reason));
    end["text"] = what + " has ended: " + reason["text"].get<std::string>();
  }
  if (goal_.kind == Goal::Kind::search && here() >= goal_.target) continue_search();
  repeat_assignments();
  if (goal_.kind == Goal::Kind::search) {
    if (!runs_on_after_launch()) arrive(end);
  } else if (goal_.kind == Goal::Kind::run ? !runs_on_after_launch() : here() >= goal_.target) {
    pause(end);
  }
  dispatch_has_ended_ = false;
  dispatch_.end();
  ++moment_;  // the end is a moment of its own, and differs from the beginning of the next dispatch
}

bool DebugTarget::runs_on_after_launch() const {
  return dispatch_.program()->is_graphics() && goal_.motion_kind() == "continue";
}

void DebugTarget::serve_after_end(int status) {
  if (lookahead_.is_active()) lookahead_.end(false);
  if (!output_.has_started()) {
    // spirv-run has reported its own errors.
    const bool is_fine = status == static_cast<int>(Status::ok);
    const std::string reason = is_fine ? "it ended without executing an instruction" : "";
    output_.send({{"id", 0},
                  {"ok", false},
                  {"error", output_.text_before_start() + reason},
                  {"status", is_fine ? static_cast<int>(Status::bad_input) : status}});
    return;
  }
  has_ended_ = true;
  output_.send({{"event", "exited"}, {"status", status}});
  if (goal_.kind == Goal::Kind::search) continue_search();
  pause({{"reason", "end"}, {"text", "the program has ended"}});
}

// --- records ---

void DebugTarget::look(Subgroup& subgroup, const Record* record) {
  dispatch_.set_record(subgroup, *record);
  within_ = false;
  if (!output_.has_started() || moment_ >= next_poll_) poll();
  if (!start_message_.is_null()) take_over(std::exchange(start_message_, nullptr));
  if (waits_for_window_ && moment_ >= goal_.window_begin()) mark_records();
  if (stops_.need_every_record() && !executed_.knows_subgroups())
    executed_.assume_last(dispatch_.workgroups(), subgroup, moment_);
  dispatch_.values().note(executed_.last());
  if (history_) history_->note(subgroup, *record, moment_);
  if (goal_.kind == Goal::Kind::search && here() >= goal_.target) continue_search();
  const std::optional<Json> reason = reason_to_stop();
  repeat_assignments();
  if (goal_.kind == Goal::Kind::go_to) {
    if (!goal_.target.within && moment_ >= goal_.target.moment) pause(goal_.stop);
  } else if (reason && goal_.may_stop_at(here())) {
    arrive(*reason);
  }
  watchpoints_.begin_record(paused_run(), focus_);
  replay_if_values_are_missing();
  executed_.note(subgroup, *record, moment_, stops_.need_every_record());
  plan_next_look();
}

void DebugTarget::plan_next_look() {
  if (sees_every_record()) {
    next_look_ = 0;
    return;
  }
  next_look_ = next_poll_;
  if (moment_ < goal_.window_begin()) next_look_ = std::min(next_look_, goal_.window_begin());
  if (goal_.kind != Goal::Kind::run) next_look_ = std::min(next_look_, goal_.target.moment);
  if (const auto moment = assignments_.next_moment()) next_look_ = std::min(next_look_, *moment);
}

bool DebugTarget::sees_every_record() const {
  if (history_ || dispatch_.values().are_kept() || watchpoints_.have_accesses()) return true;
  if (stops_.need_every_record()) return true;
  return moment_ >= goal_.window_begin() && needs_every_record(goal_.motion_kind());
}

void DebugTarget::mark_records() {
  const Program& program = *dispatch_.program();
  if (stops_.watch_memory() && program.debug != nullptr)
    watchpoints_.find_registers(paused_run(), focus_);
  std::vector<std::uint8_t> marks(program.records.size() + 1, 0);
  mark_stop_points(stops_, program, dispatch_.index(), marks);
  waits_for_window_ = moment_ < goal_.window_begin();
  if (!waits_for_window_) mark_ends_of_motion(goal_.motion_kind(), dispatch_.code(), marks);
  record_steps_ = make_record_steps(program, marks);
  steps_ = record_steps_.data();
}

void DebugTarget::poll() {
  next_poll_ = moment_ + records_between_polls;
  last_poll_ = std::chrono::steady_clock::now();
  if (lookahead_.is_active()) {
    if (lookahead_.is_too_long(moment_)) lookahead_.end(false);
    return;
  }
  // The process that this one is a copy of may have shown the text before the start.
  if (!output_.has_started()) output_.start(!start_message_.is_null());
  output_.flush();
  if (checkpoints_.count() == 0 || (goal_.kind != Goal::Kind::search && checkpoints_.is_due())) {
    const Json message = checkpoints_.make(moment_, client_);
    if (!message.is_null()) return take_over(message);
  }
  if (goal_.kind == Goal::Kind::run && timer_.is_over())
    return pause({{"reason", "limit"}, {"text", "limit: time limit reached"}});
  if (!client_.is_ready(0)) {
    if (goal_.kind != Goal::Kind::run) output_.send_progress(moment_, goal_.target.moment);
    return;
  }
  const auto request = client_.receive();
  if (!request) kill(0, SIGKILL);  // the client has gone
  if (request->value("command", "") != "pause") return;
  if (goal_.question.is_null()) return pause({{"reason", "pause"}, {"text", "paused"}});
  // The run still continues to where the question was asked, but without checking every record.
  goal_.question["command"] = cancelled_command;
  history_.reset();
}

// --- stops ---

bool DebugTarget::prints_logs() const {
  return goal_.kind == Goal::Kind::run && goal_.may_stop_at(here());
}

std::optional<Json> DebugTarget::reason_to_stop() {
  if (!evaluates_stops()) {
    watchpoints_.forget_accesses();
    return std::nullopt;
  }
  const PausedRun run = paused_run();
  std::optional<Json> reason = watchpoints_.finish_record(run, prints_logs());
  std::optional<Json> other = stop_hits_.before_record(run, prints_logs());
  replay_if_values_are_missing();
  if (hit_counter_.take_evaluated() &&
      std::chrono::steady_clock::now() - last_poll_ > max_time_between_polls)
    next_poll_ = moment_;
  if (reason && other) {
    for (const Json& id : (*other)["stop_ids"]) (*reason)["stop_ids"].push_back(id);
  }
  if (!reason) reason = std::move(other);
  if (reason || goal_.kind == Goal::Kind::go_to ||
      !ends_motion(goal_.motion, dispatch_, focus_, executed_, moment_))
    return reason;
  return Json{{"reason", goal_.motion_kind() == "cursor" ? "cursor" : "step"}, {"text", "step"}};
}

void DebugTarget::note_finding(const Subgroup& subgroup, const Record& record, const Clause& clause,
                               const LaneMask& lanes, const std::string& message) {
  dispatch_.set_executing_record(subgroup, record);
  within_ = true;
  const NotedFinding finding{subgroup, record, clause, lanes, message};
  findings_.add(finding, *dispatch_.program(), here().moment);
  std::optional<Json> reason;
  if (evaluates_stops()) {
    reason = stop_hits_.at_finding(paused_run(), finding, here().moment, prints_logs());
    replay_if_values_are_missing();
  }
  repeat_assignments();
  if (goal_.kind == Goal::Kind::go_to && here() == goal_.target) return pause(goal_.stop);
  if (reason && goal_.may_stop_at(here())) arrive(*reason);
}

void DebugTarget::arrive(const Json& reason) {
  if (goal_.kind == Goal::Kind::search) {
    goal_.hit = here();
    goal_.stop = reason;
    return;
  }
  stops_.note_stop(reason.value("stop_ids", Json::array()));
  pause(reason);
}

// --- assignments ---

void DebugTarget::note_assignment(const Json& request) {
  dispatch_.values().forget_copies();
  if (const std::size_t dropped = assignments_.add({here(), focus_, request}); dropped != 0)
    output_.send_console_text(
        "assignments at later moments are dropped: " + std::to_string(dropped) + "\n");
}

void DebugTarget::repeat_assignments() {
  while (const Assignment* const next = assignments_.take_next(here())) {
    PausedRun run = paused_run();
    run.misses_kept = nullptr;
    const auto done = views_.answer(run, with_requested_lane(next->focus, next->request),
                                    next->request.value("command", ""), next->request, nullptr);
    if (!done)
      output_.send_console_text("the assignment cannot be repeated: " + done.error().message +
                                "\n");
  }
}

}  // namespace spirv_oracle
