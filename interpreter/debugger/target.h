// The debugger inside the process that runs the program: decides where the run stops, answers requests while it is paused,
// and goes back to earlier moments.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/debugger/channel.h"
#include "interpreter/debugger/checkpoints.h"
#include "interpreter/debugger/code_map.h"
#include "interpreter/debugger/history.h"
#include "interpreter/debugger/kept_values.h"
#include "interpreter/debugger/scalar_text.h"
#include "interpreter/debugger/stop_points.h"
#include "interpreter/debugger/symbols.h"
#include "interpreter/debugger/views.h"
#include "interpreter/exec/record_watch.h"

namespace spirv_oracle {

// A state of the run: before a record, or within it, at a finding.
struct Position {
  std::uint64_t moment = 0;
  bool within = false;
  friend auto operator<=>(const Position&, const Position&) = default;
};

struct DebugTargetOptions {
  std::uint64_t checkpoint_bytes = std::uint64_t{1} << 30;
  std::uint64_t history_bytes = std::uint64_t{1} << 30;
};

// Answers requests as docs/debugger_protocol.md defines them. The process may be replaced by an earlier copy of
// itself. So the caller must not have other threads, and no effects that must not be repeated, except through send_output().
class DebugTarget final : public RecordWatch {
 public:
  using Json = nlohmann::json;
  // The command that replaces a question that the client has canceled.
  static constexpr const char* cancelled = "cancelled";

  DebugTarget(Channel client, const DebugTargetOptions& options);
  ~DebugTarget() override;

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
  void limit_time(double seconds) override { seconds_per_motion_ = seconds; }
  void note_finding(const Subgroup& subgroup, const Op& op, const Clause& clause,
                    const LaneMask& lanes, const std::string& message) override;
  void print(const std::string& line) override;

 private:
  // The task of the run until it pauses.
  struct Goal {
    enum class Kind : std::uint8_t {
      run,    // forward, until something stops it
      go_to,  // to `target`; `stop` says why
      search  // to `target`, for the last place before it where run would stop
    };
    Kind kind = Kind::run;
    Json motion;  // of run and search
    Position from;
    Position target;
    Json stop;
    Json request;   // the id of the request to answer when the run pauses
    Json question;  // the request itself, if it needs the history
    // Of a search: the number of records before the target in which it searches for the ends of motions. If it finds none, the
    // search begins again with more.
    std::uint64_t window = 4096;
    std::optional<Position> hit;  // of a search: the last hit so far, which `stop` describes
  };
  // Whether a dispatch runs with all marks.
  enum class Marks : std::uint8_t { unknown, complete, need_preparation };
  // An execution, before which look() was called.
  struct Executed {
    const Op* op = nullptr;
    const Subgroup* subgroup = nullptr;
    std::uint64_t workgroup = 0;
    LaneMask active;
    std::uint64_t moment = 0;
  };
  // An access to watched memory that is executing.
  struct WatchedAccess {
    int point = 0;  // its id: the client may replace the points while the access executes
    LaneMask lanes;
    MemoryPlace range;
    std::vector<std::byte> before;  // the contents before the access
    bool writes = false;
    std::vector<Scalar> planes_before =
        {};  // of watched registers: by lane of `lanes`, and component
  };

  void look(Subgroup& subgroup, const Op* op) override;
  void plan_next_look();
  // The first moment from which a search checks every record; 0: from its start.
  std::uint64_t window_begin() const;
  // Selects the records at which look() is called. A search checks for the ends of motions only in its window.
  void mark_records();
  void mark_ends_of_motion(std::vector<std::uint8_t>& marks);
  // The steps of the program's records (exec/record_watch.h); `marks`, by record, not 0: look.
  void make_steps(const std::vector<std::uint8_t>& marks);
  // Polls the client, and makes a checkpoint if it is time.
  void keep_house();
  void tell_progress();
  void take_over(const Json& message);
  bool sees_every_record() const;
  // Whether `last_` is the execution before the current record, or there is none before it.
  bool knows_last() const { return last_.op == nullptr || last_.moment + 1 == moment_; }
  // What the subgroups executed last, if it was not recorded: with the lanes that are active now.
  void guess_last_of();
  Position here() const { return {within_ ? moment_ - 1 : moment_, within_}; }

  // Text of the debugger itself.
  void send_console(const std::string& text);
  // Texts of one category wait until there are many of them, or something else is sent: clients take time for each event.
  void send_text(const std::string& category, const std::string& text);
  void flush_text();
  void start_output();
  void send(const Json& message);

  // --- assignments: events of the run, which a replay repeats at their moments ---
  void note_assignment(const Json& request);
  void repeat_assignments();
  void tell_of_assignments();
  Position position_of_assignment(std::size_t index) const;

  // --- where to stop ---
  std::optional<Json> reason_to_stop();
  // The lanes in which the point is hit here; none if it is not hit.
  LaneMask lanes_that_hit(const StopPoint& point);
  // The lanes in which the last instruction made a result undefined (by `kind`: implementation-dependent) from operands
  // that are not.
  LaneMask lanes_that_open(StopKind kind);
  std::string text_of_hit(const StopPoint& point, const LaneMask& lanes) const;
  // Whether the hit counts: the condition is true, and there were enough hits before. Prints the text of a log point.
  bool counts(StopPoint& point, LaneMask& lanes);
  // Before a record accesses watched memory, and after it: the reason to stop, if any.
  void begin_accesses();
  std::optional<Json> finished_accesses();
  std::optional<MemoryPlace> watched_range(StopPoint& point);
  // Finds watched variables that are in registers now, so that the records that write them can be marked.
  void find_watched_planes();
  void begin_plane_write(StopPoint& point);
  // The lanes in which the value has changed; "x = 1 -> 2 in lane 0, ..." for people.
  LaneMask changed_lanes(const WatchedAccess& access, const std::vector<Slot>& planes,
                         std::string& text) const;
  ScalarType type_of_plane(Slot slot) const;
  bool motion_ends(const Json& motion) const;
  bool focus_lane_is_active() const;
  bool focus_lane_is_gone() const;
  // Whether the goal lets the run stop here; and whether stop points are evaluated here, if only to count their hits.
  bool may_stop_here() const;
  bool looks_for_stops() const { return may_stop_here() || stops_.count_hits(); }
  void arrive(const Json& reason);
  // Why a dispatch that has ended early goes no further.
  Json reason_of(const DispatchEnd& end) const;
  bool is_out_of_time() const;
  Json describe_finding(const Subgroup& subgroup, const Op& op, const Clause& clause,
                        const LaneMask& lanes, const std::string& message) const;
  // The planes of the operands of an instruction.
  const std::vector<Slot>& planes_read(std::uint32_t origin);
  const std::vector<Slot>& planes_of_result(std::uint32_t origin) const;

  // --- requests ---
  void pause(const Json& reason);
  void serve();
  // Whether the request resumes the run.
  bool handle(const Json& request);
  bool handle_resume(const Json& request);
  void go_to(const Json& request, Position position, const Json& stop);
  [[noreturn]] void search_before(const Json& request, const Json& motion, Position position);
  [[noreturn]] void wake(std::size_t checkpoint, const Goal& goal, bool with_history);
  // What the process that wakes takes over. `is_start`: it is at the start of the run.
  Json message_of(const Goal& goal, bool with_history, bool is_start) const;
  [[noreturn]] void look_back_further();
  // Finds out, before somebody sees the state, whether the run lacks marks (see finish_run()); if so, runs the dispatch again,
  // prepared. True: this process is the copy that finds out, and must go on.
  bool find_missing_marks();
  [[noreturn]] void prepare_and_run_again();
  [[noreturn]] void end_scout(bool lacks_marks);
  [[noreturn]] void start_again_keeping_values();
  [[noreturn]] void answer_after_replay(const Json& request, bool with_history);
  static Goal start_goal(const Json& request);
  Result<Json> answer(const Json& request);
  // Adds why watched expressions are in no memory or registers at this place.
  void describe_watches(Json& described);
  Result<Json> set_focus(const Json& request);
  void move_focus(const Json& reason);
  void answer_with(const Json& id, const Result<Json>& result);
  Json describe_stop(const Json& reason);
  PausedRun paused_run();
  const RecordPlace& place() const;  // of the current record

  Channel client_;
  DebugTargetOptions options_;
  Checkpoints checkpoints_;
  std::vector<Marks> marks_;     // by dispatch
  int scout_ = -1;               // not -1: this process only finds missing marks, and writes here
  std::uint64_t scout_end_ = 0;  // the moment at which it gives up
  Json take_over_at_start_;      // what to take over at the first record of the dispatch
  StopPoints stops_;
  Views views_;
  ProgramSymbols symbols_;
  std::unique_ptr<History> history_;         // null if it is not recorded
  bool keeps_values_ = false;                // those of temporary ids, from the start of the run
  std::optional<TemporaryIds> temporaries_;  // of the running dispatch
  std::optional<KeptValues> kept_;           // likewise
  bool misses_kept_ = false;                 // somebody has read such a value, which was not kept
  Goal goal_;
  DebugFocus focus_;
  std::uint64_t next_housekeeping_ = 0;
  double seconds_per_motion_ = 0;  // 0: no limit
  std::chrono::steady_clock::time_point resumed_;
  std::chrono::steady_clock::time_point progress_told_;
  std::chrono::steady_clock::time_point polled_;  // the client
  std::uint64_t outputs_ = 0, outputs_shown_ = 0;
  // Categories and texts; if the run does not start, they say why.
  std::vector<std::pair<std::string, std::string>> texts_before_start_;
  std::string unsent_category_, unsent_text_;
  Json findings_ = Json::array();
  Json assignments_ = Json::array();  // by position
  std::size_t assigned_ = 0;          // the number of them made in this state of the run
  std::size_t assigned_seen_ = 0;     // likewise, when the user was last told

  // For the running dispatch.
  const Program* program_ = nullptr;
  std::optional<CodeMap> code_;
  std::vector<Workgroup*> workgroups_;
  std::uint32_t dispatch_ = 0;
  std::unordered_map<std::uint32_t, std::vector<Slot>> planes_read_;  // by origin
  Subgroup* subgroup_ = nullptr;
  const Op* op_ = nullptr;
  Executed last_;                                          // the last one that look() has seen
  std::vector<Slot> last_results_;                         // of the records of its instruction
  std::unordered_map<const Subgroup*, Executed> last_of_;  // likewise, if look() sees all of them
  bool waits_for_window_ = false;                          // no ends of motions are marked yet
  std::vector<WatchedAccess> accesses_;
  std::vector<RecordStep> step_table_;
  Json last_reason_;
  bool hits_are_exact_ =
      true;  // the hits of all stop points that need them, from the start of the run
  bool started_ = false;
  bool within_ = false;  // a handler is executing
  bool dispatch_has_ended_ = false, has_ended_ = false;
};

// The numbers of the lanes.
nlohmann::json lanes_as_json(const LaneMask& lanes);

}  // namespace spirv_oracle
