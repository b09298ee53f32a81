#include "interpreter/debugger/target.h"

#include <signal.h>

#include <algorithm>
#include <utility>

#include "interpreter/exec/workgroup.h"
#include "interpreter/findings/clause.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

// Records between looks whether the client wants something, and whether a checkpoint is due.
constexpr std::uint64_t records_between_polls = 1u << 14;
constexpr auto time_between_progress = std::chrono::milliseconds(100);

Json position_as_json(const Position& position) {
  return {{"moment", position.moment}, {"within", position.within}};
}

Position position_of(const Json& json) { return {json.at("moment"), json.at("within")}; }

}  // namespace

DebugTarget::DebugTarget(Channel client, const DebugTargetOptions& options)
    : client_(std::move(client)), options_(options), checkpoints_(options.checkpoint_bytes) {
  goal_.request = 0;
  goal_.kind = Goal::Kind::go_to;
  goal_.stop = {{"reason", "entry"}, {"text", "before the first instruction"}};
}

DebugTarget::~DebugTarget() = default;

void DebugTarget::send_output(const std::string& category, const std::string& text) {
  if (!started_) text_before_start_ += text;
  if (++outputs_ <= outputs_shown_) return;
  outputs_shown_ = outputs_;
  client_.send({{"event", "output"}, {"category", category}, {"text", text}});
}

void DebugTarget::print(const std::string& line) { send_output("stdout", line + "\n"); }

// --- the run ---

void DebugTarget::start_dispatch(const Program& program) {
  program_ = &program;
  code_.emplace(program);
  planes_read_.clear();
  workgroups_.clear();
  last_ = {};
  last_of_.clear();
  accesses_.clear();
  dispatch_has_ended_ = false;
  stops_.resolve(*code_);
  mark_records();
  if (history_) history_->start_dispatch(program, dispatch_);
  next_look_ = moment_;
}

void DebugTarget::start_workgroup(Workgroup& workgroup) {
  if (std::ranges::find(workgroups_, &workgroup) == workgroups_.end())
    workgroups_.push_back(&workgroup);
}

void DebugTarget::finish_workgroup(Workgroup& workgroup) {
  if (workgroups_.size() > 1) std::erase(workgroups_, &workgroup);
}

void DebugTarget::finish_dispatch() {
  dispatch_has_ended_ = true;
  within_ = false;
  op_ = nullptr;
  if (goal_.kind == Goal::Kind::search) {
    look_back_further();
  }
  pause({{"reason", "end"}, {"text", "the run has ended"}});
  dispatch_has_ended_ = false;
  ++dispatch_;
  program_ = nullptr;
  subgroup_ = nullptr;
}

void DebugTarget::look(Subgroup& subgroup, const Op* op) {
  subgroup_ = &subgroup;
  op_ = op;
  within_ = false;
  if (!started_ || moment_ >= next_housekeeping_) keep_house();
  if (history_) history_->note(subgroup, *op, moment_);
  std::optional<Json> reason = finished_accesses();
  switch (goal_.kind) {
    case Goal::Kind::go_to:
      if (!goal_.target.within && moment_ >= goal_.target.moment) pause(goal_.stop);
      break;
    case Goal::Kind::search:
      if (here() >= goal_.target) look_back_further();
      [[fallthrough]];
    case Goal::Kind::run:
      if (!reason && (goal_.kind == Goal::Kind::search || here() > goal_.from))
        reason = reason_to_stop();
      if (reason) arrive(*reason);
      break;
  }
  begin_accesses();
  if (last_.op == nullptr || last_.op->origin != op->origin) last_results_.clear();
  if (op->result != no_slot) last_results_.push_back(op->result);
  last_ = {op, &subgroup, subgroup.workgroup_index, subgroup.active};
  if (stops_.need_every_record()) last_of_[&subgroup] = last_;
  plan_next_look();
}

bool DebugTarget::sees_every_record() const {
  if (history_ || !accesses_.empty()) return true;
  if (stops_.need_every_record()) return true;
  if (goal_.kind == Goal::Kind::go_to || moment_ < window_begin()) return false;
  const std::string motion = goal_.motion.value("motion", "continue");
  return motion == "instruction" || motion == "tangle";
}

std::uint64_t DebugTarget::window_begin() const {
  if (goal_.kind != Goal::Kind::search || goal_.target.moment < goal_.window) return 0;
  return goal_.target.moment - goal_.window;
}

void DebugTarget::plan_next_look() {
  if (sees_every_record()) {
    next_look_ = 0;
    return;
  }
  next_look_ = next_housekeeping_;
  if (moment_ < window_begin()) next_look_ = std::min(next_look_, window_begin());
  if (goal_.kind != Goal::Kind::run) next_look_ = std::min(next_look_, goal_.target.moment);
}

void DebugTarget::keep_house() {
  next_housekeeping_ = moment_ + records_between_polls;
  if (!started_ || (goal_.kind != Goal::Kind::search && checkpoints_.is_due())) {
    started_ = true;
    const Json message = checkpoints_.make(moment_, client_);
    if (!message.is_null()) return take_over(message);
  }
  if (!client_.is_ready(0)) return tell_progress();
  const auto request = client_.receive();
  if (!request) kill(0, SIGKILL);  // the client has gone
  if (request->value("command", "") != "pause") return;
  if (goal_.question.is_null()) return pause({{"reason", "pause"}, {"text", "paused"}});
  // The run still goes to where the question was asked, but without looking at every record.
  goal_.question["command"] = cancelled;
  history_.reset();
}

// While it replays the run.
void DebugTarget::tell_progress() {
  const auto now = std::chrono::steady_clock::now();
  if (goal_.kind == Goal::Kind::run || now - progress_told_ < time_between_progress) return;
  progress_told_ = now;
  client_.send({{"event", "progress"}, {"moment", moment_}, {"target", goal_.target.moment}});
}

// --- back to earlier moments ---

void DebugTarget::wake(std::size_t checkpoint, const Goal& goal, bool with_history) {
  Json message = {{"kind", goal.kind == Goal::Kind::search ? "search" : "go_to"},
                  {"motion", goal.motion},
                  {"target", position_as_json(goal.target)},
                  {"window", goal.window},
                  {"stop", goal.stop},
                  {"request", goal.request},
                  {"question", goal.question},
                  {"history", with_history},
                  {"shown", outputs_shown_},
                  {"stops", stops_.as_json()},
                  {"hits", stops_.hits()},
                  {"focus", {focus_.workgroup, focus_.subgroup, focus_.lane}}};
  checkpoints_.wake(checkpoint, message, client_);
}

// This process has just become what another one was at a checkpoint.
void DebugTarget::take_over(const Json& message) {
  outputs_shown_ = message.at("shown");
  goal_ = {};
  goal_.kind = message.at("kind") == "search" ? Goal::Kind::search : Goal::Kind::go_to;
  goal_.motion = message.at("motion");
  goal_.target = position_of(message.at("target"));
  goal_.window = message.at("window");
  goal_.stop = message.at("stop");
  goal_.request = message.at("request");
  goal_.question = message.at("question");
  const Json& focus = message.at("focus");
  focus_ = {focus[0], focus[1], focus[2], 0};
  stops_.set(message.at("stops"));
  stops_.set_hits(message.at("hits"));
  stops_.resolve(*code_);
  mark_records();
  views_.forget_handles();
  if (message.at("history")) {
    history_ = std::make_unique<History>(options_.history_bytes);
    history_->start_dispatch(*program_, dispatch_);
  }
}

void DebugTarget::go_to(const Json& request, Position position, const Json& stop) {
  Goal goal;
  goal.kind = Goal::Kind::go_to;
  goal.target = position;
  goal.stop = stop;
  goal.request = request;
  if (position > here() && !dispatch_has_ended_ && !has_ended_) {
    goal_ = goal;
    return;
  }
  wake(checkpoints_.find(position.moment), goal, false);
}

void DebugTarget::search_before(const Json& request, const Json& motion, Position position) {
  Goal goal;
  goal.kind = Goal::Kind::search;
  goal.motion = motion;
  goal.target = position;
  goal.request = request;
  if (position == Position{}) wake(0, start_goal(request), false);
  const std::uint64_t last = position.within ? position.moment : position.moment - 1;
  wake(checkpoints_.find(last), goal, false);
}

DebugTarget::Goal DebugTarget::start_goal(const Json& request) {
  Goal goal;
  goal.kind = Goal::Kind::go_to;
  goal.request = request;
  goal.stop = {{"reason", "start"}, {"text", "the start of the run"}};
  return goal;
}

// The search has come to its end: goes to the last place that it found, or searches before the checkpoint that it began at.
void DebugTarget::look_back_further() {
  const std::uint64_t began = checkpoints_.moment(checkpoints_.count() - 1);
  const bool misses_some = began < window_begin();
  if (goal_.hit && (!misses_some || goal_.hit->moment >= window_begin()))
    go_to(goal_.request, *goal_.hit, goal_.stop);
  if (misses_some) {
    Goal wider = goal_;
    wider.window = 64 * goal_.window;
    wider.hit.reset();
    wake(checkpoints_.count() - 1, wider, false);
  }
  if (began == 0) wake(0, start_goal(goal_.request), false);
  search_before(goal_.request, goal_.motion, {began, false});
}

// --- the end ---

void DebugTarget::serve_after_end(int status) {
  if (!started_) {
    // spirv-run has said what is wrong, if anything is.
    const bool is_fine = status == static_cast<int>(Status::ok);
    client_.send({{"id", 0},
                  {"ok", false},
                  {"error", text_before_start_ +
                                (is_fine ? "it ended without executing an instruction" : "")},
                  {"status", is_fine ? static_cast<int>(Status::bad_input) : status}});
    return;
  }
  has_ended_ = true;
  client_.send({{"event", "exited"}, {"status", status}});
  if (goal_.kind == Goal::Kind::search) look_back_further();
  pause({{"reason", "end"}, {"text", "the program has ended"}});
}

}  // namespace spirv_oracle
