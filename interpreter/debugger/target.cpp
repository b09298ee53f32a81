#include "interpreter/debugger/target.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "interpreter/exec/workgroup.h"
#include "interpreter/findings/clause.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::json;

// The poll interval, in records, for messages of the client and for checkpoints.
constexpr std::uint64_t records_between_polls = 1u << 14;
constexpr auto time_between_progress = std::chrono::milliseconds(100);
static_assert(records_between_polls < RecordStep::always_look);

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
  if (scout_ != -1) return;
  if (!started_) {
    texts_before_start_.emplace_back(category, text);
    return;
  }
  if (++outputs_ <= outputs_shown_) return;
  outputs_shown_ = outputs_;
  send_text(category, text);
}

void DebugTarget::start_output() {
  started_ = true;
  for (const auto& [category, text] : texts_before_start_) {
    // The process that this one is a copy of may have shown it.
    if (take_over_at_start_.is_null()) {
      send_output(category, text);
    } else {
      ++outputs_;
    }
  }
}

void DebugTarget::send_console(const std::string& text) { send_text("console", text); }

void DebugTarget::send_text(const std::string& category, const std::string& text) {
  constexpr std::size_t most_in_event = 1u << 15;
  if (scout_ != -1) return;
  if (category != unsent_category_) flush_text();
  unsent_category_ = category;
  unsent_text_ += text;
  if (unsent_text_.size() >= most_in_event) flush_text();
}

void DebugTarget::flush_text() {
  if (unsent_text_.empty()) return;
  client_.send({{"event", "output"}, {"category", unsent_category_}, {"text", unsent_text_}});
  unsent_text_.clear();
}

void DebugTarget::send(const Json& message) {
  flush_text();
  client_.send(message);
}

void DebugTarget::print(const std::string& line) { send_output("stdout", line + "\n"); }

// --- marks ---

bool DebugTarget::wants_preparation() {
  // Each start of a dispatch is a process.
  constexpr std::uint32_t most_dispatch_starts = 16;
  if (dispatch_ >= most_dispatch_starts) return true;
  if (marks_.size() <= dispatch_) marks_.resize(dispatch_ + 1);
  if (scout_ == -1 && marks_[dispatch_] == Marks::unknown) {
    flush_text();
    const Json message = stops_.need_marks() ? Json() : checkpoints_.make_start(moment_, client_);
    if (!message.is_null()) {
      marks_ = message.at("marks").get<std::vector<Marks>>();
      take_over_at_start_ = message;
      checkpoints_.forget_start();
    } else if (!checkpoints_.has_start(moment_)) {
      marks_[dispatch_] = Marks::need_preparation;
    }
  }
  return marks_[dispatch_] == Marks::need_preparation;
}

void DebugTarget::finish_run(bool lacks_marks) {
  if (scout_ != -1) end_scout(lacks_marks);
}

void DebugTarget::end_scout(bool lacks_marks) {
  const char answer = lacks_marks ? 1 : 0;
  (void)!write(scout_, &answer, 1);
  _exit(0);
}

bool DebugTarget::find_missing_marks() {
  constexpr std::uint64_t most_moments = 50'000'000;
  if (program_ == nullptr || dispatch_ >= marks_.size() || marks_[dispatch_] != Marks::unknown)
    return false;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  const pid_t process = fork();
  if (process == 0) {
    close(ends[0]);
    scout_ = ends[1];
    scout_end_ = moment_ + most_moments;
    client_ = Channel();
    stops_.clear();
    history_.reset();
    kept_.reset();
    accesses_.clear();
    goal_ = {};
    goal_.kind = Goal::Kind::go_to;
    goal_.target.moment = never;
    mark_records();
    return true;
  }
  close(ends[1]);
  char lacks_marks = 0;
  while (process > 0 && read(ends[0], &lacks_marks, 1) < 0 && errno == EINTR) {
  }
  close(ends[0]);
  if (process > 0) waitpid(process, nullptr, 0);
  if (lacks_marks != 0) prepare_and_run_again();
  marks_[dispatch_] = Marks::complete;
  checkpoints_.forget_start();
  return false;
}

void DebugTarget::prepare_and_run_again() {
  marks_[dispatch_] = Marks::need_preparation;
  flush_text();
  checkpoints_.wake_start(message_of(goal_, false, dispatch_ == 0), client_);
}

// --- the run ---

void DebugTarget::start_dispatch(const Program& program) {
  program_ = &program;
  symbols_ = {};
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
  kept_.reset();
  temporaries_.emplace(program);
  if (keeps_values_) kept_.emplace(program, *temporaries_);
  next_look_ = moment_;
}

void DebugTarget::start_workgroup(Workgroup& workgroup) {
  if (std::ranges::find(workgroups_, &workgroup) == workgroups_.end())
    workgroups_.push_back(&workgroup);
}

void DebugTarget::finish_workgroup(Workgroup& workgroup) {
  if (workgroups_.size() > 1) std::erase(workgroups_, &workgroup);
}

void DebugTarget::finish_dispatch(const DispatchEnd& early) {
  if (scout_ != -1) return;
  dispatch_has_ended_ = true;
  within_ = false;
  op_ = nullptr;
  Json end = {{"reason", "end"}, {"text", "the run has ended"}};
  if (!early.limit.empty() || early.by_finding) {
    // People want to see where the lanes are; at the end, they are nowhere.
    const Position last = {moment_ - 1, false};
    if (goal_.kind == Goal::Kind::run && goal_.from < last)
      go_to(goal_.request, last, reason_of(early));
    end["text"] = "the run has ended: " + reason_of(early)["text"].get<std::string>();
  }
  if (goal_.kind == Goal::Kind::search && here() >= goal_.target) look_back_further();
  repeat_assignments();
  if (goal_.kind == Goal::Kind::search) {
    goal_.hit = here();
    goal_.stop = end;
  } else if (goal_.kind == Goal::Kind::run || here() >= goal_.target) {
    pause(end);
  }
  dispatch_has_ended_ = false;
  ++dispatch_;
  ++moment_;  // the end is a moment of its own, and differs from the beginning of the next dispatch
  program_ = nullptr;
  subgroup_ = nullptr;
}

Json DebugTarget::reason_of(const DispatchEnd& end) const {
  if (!end.by_finding || findings_.empty())
    return {{"reason", "limit"}, {"text", end.by_finding ? "a finding" : "limit: " + end.limit}};
  const Json& finding = findings_.back();
  Json reason = {{"reason", "finding"},
                 {"text", finding["message"]},
                 {"lanes", finding["lanes"]},
                 {"finding", finding}};
  if (!finding["lanes"].empty()) reason["lane"] = finding["lanes"][0];
  return reason;
}

bool DebugTarget::is_out_of_time() const {
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - resumed_;
  return goal_.kind == Goal::Kind::run && seconds_per_motion_ > 0 &&
         taken.count() > seconds_per_motion_;
}

void DebugTarget::look(Subgroup& subgroup, const Op* op) {
  subgroup_ = &subgroup;
  op_ = op;
  within_ = false;
  if (!started_ || moment_ >= next_housekeeping_) keep_house();
  if (!take_over_at_start_.is_null()) take_over(std::exchange(take_over_at_start_, nullptr));
  if (waits_for_window_ && moment_ >= window_begin()) mark_records();
  if (stops_.need_every_record() && last_of_.empty()) guess_last_of();
  if (kept_ && last_.op != nullptr)
    kept_->note(*last_.subgroup, last_.workgroup, *last_.op, last_.active);
  if (history_) history_->note(subgroup, *op, moment_);
  if (goal_.kind == Goal::Kind::search && here() >= goal_.target) look_back_further();
  std::optional<Json> reason = finished_accesses();
  if (looks_for_stops()) {
    auto stop = reason_to_stop();
    if (!reason) {
      reason = std::move(stop);
    } else if (stop && stop->contains("stop_ids")) {
      for (const Json& id : (*stop)["stop_ids"]) (*reason)["stop_ids"].push_back(id);
    }
  }
  repeat_assignments();
  if (goal_.kind == Goal::Kind::go_to) {
    if (!goal_.target.within && moment_ >= goal_.target.moment) pause(goal_.stop);
  } else if (reason && may_stop_here()) {
    arrive(*reason);
  }
  begin_accesses();
  if (last_.op == nullptr || last_.op->origin != op->origin) last_results_.clear();
  if (op->result != no_slot) last_results_.push_back(op->result);
  last_ = {op, &subgroup, subgroup.workgroup_index, subgroup.active, moment_};
  if (stops_.need_every_record()) {
    last_of_[&subgroup] = last_;
  } else {
    last_of_.clear();
  }
  plan_next_look();
}

void DebugTarget::guess_last_of() {
  for (const Workgroup* workgroup : workgroups_) {
    for (const Subgroup& subgroup : workgroup->subgroups())
      last_of_[&subgroup] = {nullptr, &subgroup, workgroup->shape().index(), subgroup.active, 0};
  }
  if (last_.op != nullptr && knows_last()) {
    last_of_[last_.subgroup] = last_;
  } else {
    last_of_.erase(subgroup_);
  }
}

bool DebugTarget::may_stop_here() const {
  switch (goal_.kind) {
    case Goal::Kind::go_to:
      return false;
    case Goal::Kind::search:
      return here() < goal_.target;
    case Goal::Kind::run:
      return here() > goal_.from;
  }
  return false;
}

bool DebugTarget::sees_every_record() const {
  if (history_ || kept_ || !accesses_.empty()) return true;
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
  if (assigned_ < assignments_.size())
    next_look_ = std::min(next_look_, position_of_assignment(assigned_).moment);
}

void DebugTarget::keep_house() {
  next_housekeeping_ = moment_ + records_between_polls;
  polled_ = std::chrono::steady_clock::now();
  if (scout_ != -1) {
    if (moment_ >= scout_end_) end_scout(false);
    return;
  }
  if (!started_) start_output();
  flush_text();
  if (checkpoints_.count() == 0 || (goal_.kind != Goal::Kind::search && checkpoints_.is_due())) {
    const Json message = checkpoints_.make(moment_, client_);
    if (!message.is_null()) return take_over(message);
  }
  if (is_out_of_time()) return pause({{"reason", "limit"}, {"text", "limit: time limit reached"}});
  if (!client_.is_ready(0)) return tell_progress();
  const auto request = client_.receive();
  if (!request) kill(0, SIGKILL);  // the client has gone
  if (request->value("command", "") != "pause") return;
  if (goal_.question.is_null()) return pause({{"reason", "pause"}, {"text", "paused"}});
  // The run still continues to where the question was asked, but without checking every record.
  goal_.question["command"] = cancelled;
  history_.reset();
}

// While it replays the run.
void DebugTarget::tell_progress() {
  const auto now = std::chrono::steady_clock::now();
  if (goal_.kind == Goal::Kind::run || now - progress_told_ < time_between_progress) return;
  progress_told_ = now;
  send({{"event", "progress"}, {"moment", moment_}, {"target", goal_.target.moment}});
}

// --- back to earlier moments ---

void DebugTarget::wake(std::size_t checkpoint, const Goal& goal, bool with_history) {
  flush_text();
  checkpoints_.wake(checkpoint, message_of(goal, with_history, checkpoint == 0), client_);
}

Json DebugTarget::message_of(const Goal& goal, bool with_history, bool is_start) const {
  return {{"kind", goal.kind},
          {"motion", goal.motion},
          {"from", position_as_json(goal.from)},
          {"target", position_as_json(goal.target)},
          {"window", goal.window},
          {"stop", goal.stop},
          {"request", goal.request},
          {"question", goal.question},
          {"history", with_history},
          {"keeps_values", keeps_values_ || with_history},
          {"shown", outputs_shown_},
          {"stops", stops_.as_json()},
          {"assignments", assignments_},
          {"assigned_seen", assigned_seen_},
          {"done", stops_.done()},
          {"watched", stops_.watched_places()},
          {"is_start", is_start},
          {"marks", marks_},
          {"focus", {focus_.workgroup, focus_.subgroup, focus_.lane}}};
}

// This process has just become what another one was at a checkpoint.
void DebugTarget::take_over(const Json& message) {
  outputs_shown_ = message.at("shown");
  marks_ = message.at("marks").get<std::vector<Marks>>();
  take_over_at_start_ = nullptr;
  resumed_ = std::chrono::steady_clock::now();
  goal_ = {};
  goal_.kind = message.at("kind").get<Goal::Kind>();
  goal_.motion = message.at("motion");
  goal_.from = position_of(message.at("from"));
  goal_.target = position_of(message.at("target"));
  goal_.window = message.at("window");
  goal_.stop = message.at("stop");
  goal_.request = message.at("request");
  goal_.question = message.at("question");
  const Json& focus = message.at("focus");
  focus_ = {focus[0], focus[1], focus[2], 0};
  hits_are_exact_ =
      message.at("is_start") || (hits_are_exact_ && stops_.as_json() == message.at("stops"));
  if (!hits_are_exact_ || message.at("is_start")) stops_.clear();
  stops_.set(message.at("stops"));
  assignments_ = message.at("assignments");
  assigned_seen_ = message.at("assigned_seen");
  assigned_ = 0;
  while (assigned_ < assignments_.size() && position_of_assignment(assigned_) < here()) ++assigned_;
  stops_.set_done(message.at("done"));
  stops_.set_watched_places(message.at("watched"));
  stops_.resolve(*code_);
  accesses_.clear();
  last_of_.clear();
  mark_records();
  views_.forget_handles();
  if (message.at("keeps_values") && !keeps_values_) {
    keeps_values_ = true;
    kept_.emplace(*program_, *temporaries_);
  }
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
  wake(stops_.count_hits() ? 0 : checkpoints_.find(last), goal, false);
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
  // Whether the run stops at the moment of a checkpoint may depend on what it executed just before. So that moment belongs to
  // the search before the checkpoint as well.
  Goal earlier;
  earlier.kind = Goal::Kind::search;
  earlier.motion = goal_.motion;
  earlier.target = {began, true};
  earlier.request = goal_.request;
  wake(stops_.count_hits() ? 0 : checkpoints_.find(began - 1), earlier, false);
}

// --- the end ---

void DebugTarget::serve_after_end(int status) {
  if (scout_ != -1) end_scout(false);
  if (!started_) {
    // spirv-run has said what is wrong, if anything is.
    const bool is_fine = status == static_cast<int>(Status::ok);
    std::string text;
    for (const auto& [category, part] : texts_before_start_) text += part;
    send({{"id", 0},
          {"ok", false},
          {"error", text + (is_fine ? "it ended without executing an instruction" : "")},
          {"status", is_fine ? static_cast<int>(Status::bad_input) : status}});
    return;
  }
  has_ended_ = true;
  send({{"event", "exited"}, {"status", status}});
  if (goal_.kind == Goal::Kind::search) look_back_further();
  pause({{"reason", "end"}, {"text", "the program has ended"}});
}

}  // namespace spirv_oracle
