// The debugger inside the process that runs the program: decides where the run stops, answers requests while it is paused,
// and goes back to earlier moments.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "debugger/engine/assignments.h"
#include "debugger/engine/checkpoints.h"
#include "debugger/engine/goal.h"
#include "debugger/engine/history/history.h"
#include "debugger/engine/lookahead.h"
#include "debugger/engine/motion_timer.h"
#include "debugger/engine/program/drawn_fragments.h"
#include "debugger/engine/program/executed_records.h"
#include "debugger/engine/program/position.h"
#include "debugger/engine/program/running_dispatch.h"
#include "debugger/engine/stops/hit_counter.h"
#include "debugger/engine/stops/noted_findings.h"
#include "debugger/engine/stops/stop_hits.h"
#include "debugger/engine/stops/stop_points.h"
#include "debugger/engine/stops/watchpoints.h"
#include "debugger/engine/transport/channel.h"
#include "debugger/engine/transport/output.h"
#include "debugger/engine/views/views.h"
#include "interpreter/exec/state/record_observer.h"

namespace spirv_oracle {

struct DebugTargetOptions {
  std::uint64_t checkpoint_bytes = std::uint64_t{1} << 30;
  std::uint64_t history_bytes = std::uint64_t{1} << 30;
};

// Answers requests as docs/debugger_protocol.md defines them. The process may be replaced by an earlier copy of
// itself. So the caller must not have other threads, and no effects that must not be repeated, except through send_output().
//
// This class only coordinates. Its members each have one subject, and do not know this class.
class DebugTarget final : public RecordObserver, public DrawObserver {
 public:
  using Json = nlohmann::json;

  DebugTarget(Channel client, const DebugTargetOptions& options);

  // Sends text of the program to the client, but only once if the run goes back.
  void send_output(const std::string& category, const std::string& text);
  // To be called at the end of the program. Answers requests, which may go back, until the client quits.
  void serve_after_end(int status);

  bool wants_preparation() override;
  void finish_run(bool lacks_marks) override;
  void start_dispatch(const Program& program) override;
  void start_workgroup(Workgroup& workgroup) override;
  void finish_workgroup(Workgroup& workgroup) override;
  void finish_dispatch(const DispatchEnd& end) override;
  void limit_time(double seconds) override { timer_.set_limit(seconds); }
  void note_finding(const Subgroup& subgroup, const Record& record, const Clause& clause,
                    const LaneMask& lanes, const std::string& message) override;
  void print(const std::string& text) override;

  void start_draw(std::span<const std::string> attachments) override {
    fragments_.start_draw(attachments);
  }
  void start_vertices(std::span<const VertexInvocation> vertices) override {
    fragments_.start_vertices(vertices);
  }
  void start_fragments(const FragmentLaunch& launch) override {
    fragments_.start_fragments(launch);
  }
  void note_color(std::size_t invocation, std::uint32_t location) override;
  void end_fragments() override { fragments_.end_fragments(); }

 private:
  // The command that replaces a question that the client has canceled.
  static constexpr const char* cancelled_command = "cancelled";

  // --- the run (target.cpp) ---

  void look(Subgroup& subgroup, const Record* record) override;
  void plan_next_look();
  // Whether the run does not pause at the end of a launch, because a draw has further ones.
  bool runs_on_after_launch() const;
  bool sees_every_record() const;
  // Selects the records at which look() is called. A search checks for the ends of motions only in its window.
  void mark_records();
  // Polls the client, and makes a checkpoint if it is time.
  void poll();
  Position here() const { return {within_ ? moment_ - 1 : moment_, within_}; }
  PausedRun paused_run();
  // Whether stop points are evaluated here, if only to count their hits.
  bool evaluates_stops() const { return goal_.may_stop_at(here()) || stops_.count_hits(); }
  // Whether log points print their text here.
  bool prints_logs() const;
  // Why stop points or the motion stop the run before the next record, if they do.
  std::optional<Json> reason_to_stop();
  // The run has come to a place where it may stop: a search notes it, and otherwise the run pauses.
  void arrive(const Json& reason);
  void note_assignment(const Json& request);
  void repeat_assignments();

  // --- requests (target_requests.cpp) ---

  // Answers the request that resumed the run, and further ones until one resumes it again.
  void pause(const Json& reason);
  void serve();
  // Whether the request resumes the run.
  bool handle(const Json& request);
  bool handle_resume(const Json& request);
  Result<Json> answer(const Json& request);
  Result<Json> answer_about_state(const Json& request);
  // Who wrote to a pixel of a color attachment.
  Result<Json> describe_pixel(const Json& request) const;
  Json set_stops(const Json& stops);
  Result<Json> set_focus(const Json& request);
  Json describe_stop(const Json& reason);
  void answer_with(const Json& id, const Result<Json>& result);

  // --- to other positions (target_replay.cpp) ---

  // Sets the goal, or goes back.
  void go_to(const Goal& goal);
  [[noreturn]] void search_before(const Json& request, const Json& motion, Position position);
  // A search has come to its end: goes to the last place that it found, or searches before the checkpoint that it began at.
  [[noreturn]] void continue_search();
  // Becomes what the process was at a checkpoint.
  [[noreturn]] void wake(std::size_t checkpoint, const Goal& goal, bool with_history);
  // What the process that wakes takes over. `is_start`: it is at the start of the run.
  Json message_of(const Goal& goal, bool with_history, bool is_start) const;
  void take_over(const Json& message);
  // Runs to this place again, and records what the answer needs.
  [[noreturn]] void answer_after_replay(const Json& request, bool with_history);
  // If an expression has read a value that was not kept: runs to this place again, and keeps such values.
  void replay_if_values_are_missing();
  // Finds out, before the user sees the state, whether the run lacks marks; if so, runs the dispatch again, prepared. True:
  // this is the lookahead process, which must run on.
  bool look_ahead();
  [[noreturn]] void prepare_and_run_again();
  bool marks_are_unknown() const;

  std::uint64_t history_bytes_;
  Channel client_;
  DebugOutput output_;
  Checkpoints checkpoints_;
  Lookahead lookahead_;
  std::vector<Marks> marks_;          // by dispatch
  Json start_message_;                // what to take over at the first record of the dispatch
  std::unique_ptr<History> history_;  // null if it is not recorded
  NotedFindings findings_;
  Assignments assignments_;
  Views views_;
  DebugFocus focus_;
  Goal goal_;
  MotionTimer timer_;
  std::uint64_t next_poll_ = 0;  // a moment
  std::chrono::steady_clock::time_point last_poll_;
  Json last_reason_;     // of the last stop
  bool within_ = false;  // a handler is executing
  bool dispatch_has_ended_ = false, has_ended_ = false;

  RunningDispatch dispatch_;
  DrawnFragments fragments_;
  ExecutedRecords executed_;
  std::vector<RecordStep> record_steps_;
  bool waits_for_window_ = false;  // no ends of motions are marked yet

  StopPoints stops_;
  // Whether the hits of all stop points that need them were counted from the start of the run.
  bool hits_are_exact_ = true;
  HitCounter hit_counter_;
  StopHits stop_hits_;
  Watchpoints watchpoints_;
};

}  // namespace spirv_oracle
