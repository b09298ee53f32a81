// How the debugger gets to other positions of the run: forward, or in an earlier copy of the process.
#include <algorithm>

#include "debugger/engine/program/focus.h"
#include "debugger/engine/target.h"

namespace spirv_oracle {

using Json = nlohmann::json;

void DebugTarget::go_to(const Goal& goal) {
  if (goal.target > here() && !dispatch_has_ended_ && !has_ended_) {
    goal_ = goal;
    return;
  }
  wake(checkpoints_.find(goal.target.moment), goal, false);
}

void DebugTarget::search_before(const Json& request, const Json& motion, Position position) {
  if (position == Position{}) wake(0, Goal::go_to_start(request), false);
  const std::uint64_t last = position.within ? position.moment : position.moment - 1;
  wake(stops_.count_hits() ? 0 : checkpoints_.find(last), Goal::search(request, motion, position),
       false);
}

void DebugTarget::continue_search() {
  const std::uint64_t began = checkpoints_.moment(checkpoints_.count() - 1);
  const bool misses_some = began < goal_.window_begin();
  if (goal_.hit && (!misses_some || goal_.hit->moment >= goal_.window_begin()))
    wake(checkpoints_.find(goal_.hit->moment), Goal::go_to(goal_.request, *goal_.hit, goal_.stop),
         false);
  if (misses_some) {
    Goal wider = goal_;
    wider.window = 64 * goal_.window;
    wake(checkpoints_.count() - 1, wider, false);
  }
  if (began == 0) wake(0, Goal::go_to_start(goal_.request), false);
  // Whether the run stops at the moment of a checkpoint may depend on what it executed just before. So that moment belongs to
  // the search before the checkpoint as well.
  wake(stops_.count_hits() ? 0 : checkpoints_.find(began - 1),
       Goal::search(goal_.request, goal_.motion, {began, true}), false);
}

void DebugTarget::wake(std::size_t checkpoint, const Goal& goal, bool with_history) {
  output_.flush();
  checkpoints_.wake(checkpoint, message_of(goal, with_history, checkpoint == 0), client_);
}

Json DebugTarget::message_of(const Goal& goal, bool with_history, bool is_start) const {
  return {{"goal", goal},
          {"history", with_history},
          {"keeps_values", dispatch_.values().are_requested() || with_history},
          {"sent_program_texts", output_.sent_program_texts()},
          {"stops", stops_.as_json()},
          {"done", stops_.done()},
          {"watched", stops_.watched_places()},
          {"assignments", assignments_.as_json()},
          {"is_start", is_start},
          {"marks", marks_},
          {"focus", focus_}};
}

// This process has just become what another one was at a checkpoint.
void DebugTarget::take_over(const Json& message) {
  output_.set_sent_program_texts(message.at("sent_program_texts"));
  marks_ = message.at("marks").get<std::vector<Marks>>();
  start_message_ = nullptr;
  timer_.start();
  goal_ = message.at("goal").get<Goal>();
  focus_ = message.at("focus").get<DebugFocus>();
  focus_.frame = 0;
  hits_are_exact_ =
      message.at("is_start") || (hits_are_exact_ && stops_.as_json() == message.at("stops"));
  if (!hits_are_exact_ || message.at("is_start")) stops_.clear();
  stops_.set(message.at("stops"));
  stops_.set_done(message.at("done"));
  stops_.set_watched_places(message.at("watched"));
  stops_.resolve(dispatch_.code());
  assignments_.take_over(message.at("assignments"), here());
  watchpoints_.forget_accesses();
  executed_.forget_subgroups();
  mark_records();
  views_.forget_handles();
  const Program& program = *dispatch_.program();
  if (message.at("keeps_values") && !dispatch_.values().are_requested())
    dispatch_.values().keep(program);
  if (message.at("history")) {
    history_ = std::make_unique<History>(history_bytes_);
    history_->start_dispatch(program, dispatch_.index());
  }
}

void DebugTarget::answer_after_replay(const Json& request, bool with_history) {
  Goal goal = Goal::go_to(nullptr, here(), last_reason_);
  goal.question = request;
  goal.question["focus"] = focus_;
  goal.question["reason"] = last_reason_;
  wake(0, goal, with_history);
}

void DebugTarget::replay_if_values_are_missing() {
  if (!dispatch_.values().take_missing()) return;
  dispatch_.values().request();
  Goal goal = goal_;
  if (goal.kind == Goal::Kind::run && moment_ != 0)
    goal.from = std::max(goal.from, Position{moment_ - 1, true});
  wake(0, goal, history_ != nullptr);
}

// --- marks ---

bool DebugTarget::marks_are_unknown() const {
  return dispatch_.index() < marks_.size() && marks_[dispatch_.index()] == Marks::unknown;
}

bool DebugTarget::look_ahead() {
  if (dispatch_.program() == nullptr || !marks_are_unknown()) return false;
  switch (lookahead_.run(moment_)) {
    case Lookahead::Result::failed:
      return false;
    case Lookahead::Result::lacks_marks:
      prepare_and_run_again();
    case Lookahead::Result::complete:
      marks_[dispatch_.index()] = Marks::complete;
      checkpoints_.forget_start();
      return false;
    case Lookahead::Result::in_lookahead:
      break;
  }
  output_.silence();
  client_ = Channel();
  stops_.clear();
  history_.reset();
  dispatch_.values().stop_keeping();
  watchpoints_.forget_accesses();
  goal_ = Goal::go_to(nullptr, {never, false}, nullptr);
  mark_records();
  return true;
}

void DebugTarget::prepare_and_run_again() {
  marks_[dispatch_.index()] = Marks::need_preparation;
  output_.flush();
  checkpoints_.wake_start(message_of(goal_, false, dispatch_.index() == 0), client_);
}

}  // namespace spirv_oracle
