// A Debug Adapter Protocol server for one client. It knows nothing of bytes and sockets: messages come and go as JSON.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "debugger/target.h"

namespace spirv_oracle::dap {

// A request of the client.
struct Request {
  std::int64_t seq = 0;
  std::string command;
  nlohmann::json arguments;
};

// The body of a response; none: it is sent later.
using Reply = Result<std::optional<nlohmann::json>>;

// The protocol's threads are subgroups. This class numbers them.
class ThreadNumbers {
 public:
  struct Subgroup {
    std::uint64_t workgroup_index = 0;
    std::int64_t subgroup = 0;
    friend auto operator<=>(const Subgroup&, const Subgroup&) = default;
  };
  std::int64_t number_of(const Subgroup& subgroup);
  const Subgroup* find(std::int64_t number) const;

 private:
  std::vector<Subgroup> subgroups_;  // number N is at N - 1
  std::map<Subgroup, std::int64_t> numbers_;
};

class Server {
 public:
  using Sender = std::function<void(const nlohmann::json& message)>;

  Server(TargetStarter start, Sender send);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Handles the content of a message. If it is not a request, the client gets a message, and nothing else happens.
  void receive(const std::string& content);
  // To be called when the target's descriptor is readable, and every few hundred milliseconds.
  void check_target();
  // -1 without a target.
  int target_descriptor() const { return target_ ? target_->descriptor() : -1; }
  // The client has disconnected.
  bool has_ended() const { return has_ended_; }
  bool is_initialized() const { return is_initialized_; }

 private:
  using json = nlohmann::json;
  using Clock = std::chrono::steady_clock;

  enum class Needs : std::uint8_t {
    nothing,      // always answered
    initialized,  // after `initialize`
    stop_points,  // waits until the run pauses
    paused,       // a target that is paused
  };
  struct Row {
    std::string_view command;
    Needs needs;
    Reply (Server::*handle)(const Request& request);
  };
  static const std::vector<Row>& table();

  // A request that the target is working on.
  struct Pending {
    Request request;  // seq 0: the client has its answer
    bool resumes = false;
    std::string title;  // of its progress; "": none is shown
    Clock::time_point begun;
    std::string progress;                       // its id, once it is shown
    Clock::time_point reported;                 // when the client last got a progress event
    std::optional<std::uint64_t> first_moment;  // of the replay
    std::function<void(Result<json> answer)> done;
  };

  // --- server.cpp: messages ---
  void dispatch(const Request& request);
  void execute(const Row& row, const Request& request);
  std::optional<Error> refusal(const Row& row) const;
  void respond(const Request& request, const Reply& reply);
  void send_event(const char* event, json body);
  void send_output(const std::string& category, const std::string& text);
  void begin(const Request& request, std::string_view command, json arguments, std::string title,
             std::function<void(Result<json>)> done);
  void run_queue();
  void show_progress();
  void update_progress(Clock::time_point now);
  Result<json> ask(std::string_view command, json arguments = json::object());
  // Asks for a result that is a list.
  Result<json> ask_list(std::string_view command, json arguments = json::object());
  void lose_target(const std::string& message);

  // --- lifecycle.cpp ---
  Reply initialize(const Request& request);
  Reply launch(const Request& request);
  Reply attach(const Request& request);
  Reply configuration_done(const Request& request);
  void begin_run();
  Reply restart(const Request& request);
  Reply terminate(const Request& request);
  Reply disconnect(const Request& request);
  Reply cancel(const Request& request);

  // --- motion.cpp ---
  Reply go_on(const Request& request);
  Reply next(const Request& request);
  Reply step_in(const Request& request);
  Reply step_out(const Request& request);
  Reply step_back(const Request& request);
  Reply reverse_continue(const Request& request);
  Reply pause(const Request& request);
  Reply goto_targets(const Request& request);
  Reply go_to_target(const Request& request);
  void resume(std::string_view command, json arguments, std::string title);
  Reply step(const Request& request, const char* motion, bool backward);
  void stopped(Result<json> stop);
  void announce_stop();
  json stop_reason() const;
  void end_session();

  // --- breakpoints.cpp ---
  Reply set_breakpoints(const Request& request);
  Reply set_function_breakpoints(const Request& request);
  Reply set_instruction_breakpoints(const Request& request);
  Reply data_breakpoint_info(const Request& request);
  Reply set_data_breakpoints(const Request& request);
  Reply set_exception_breakpoints(const Request& request);
  Reply exception_info(const Request& request);
  Reply breakpoint_locations(const Request& request);
  // Replaces the stop points of a category; the breakpoints for the response.
  Result<json> replace_stops(const std::string& category, std::vector<json> stops);
  Result<json> send_stops();
  json breakpoint_of(const json& stop, const json& answers) const;
  void look_at_dispatch();

  // --- state.cpp ---
  Reply threads(const Request& request);
  Reply stack_trace(const Request& request);
  Reply scopes(const Request& request);
  Reply variables(const Request& request);
  Reply set_variable(const Request& request);
  Reply set_expression(const Request& request);
  Reply evaluate(const Request& request);
  Reply completions(const Request& request);
  Reply lanes(const Request& request);
  Reply tangles(const Request& request);
  Reply focus(const Request& request);
  Reply timeline(const Request& request);
  Result<void> focus_thread(std::int64_t thread);
  // Focuses the thread of `frameId` in the arguments; the number of the frame in its stack.
  Result<std::int64_t> frame_of(const json& arguments);
  nlohmann::json ended_stack(std::int64_t thread);
  bool is_after_program() const;
  json variable(const json& child, const char* value_name) const;
  void forget_state();

  // --- repl.cpp ---
  // Executes a command of the terminal that the debug console has, too; none: the text is an expression.
  std::optional<Reply> repl_command(const Request& request, const std::string& text,
                                    std::int64_t frame);

  // --- memory.cpp ---
  Reply read_memory(const Request& request);
  Reply write_memory(const Request& request);

  // --- program.cpp ---
  Reply disassemble(const Request& request);
  Reply loaded_sources(const Request& request);
  Reply source(const Request& request);
  void load_sources();
  json source_of(const std::string& name) const;
  // The name that the program has for a source of the client.
  std::string source_name(const json& source) const;
  // Lines as the client counts them, and back.
  std::int64_t client_line(std::int64_t line) const { return line - 1 + first_line_; }
  std::int64_t own_line(std::int64_t line) const { return line + 1 - first_line_; }

  TargetStarter start_;
  Sender send_;
  std::int64_t next_seq_ = 1;

  // Of the client.
  bool is_initialized_ = false;
  std::int64_t first_line_ = 1, first_column_ = 1;
  bool shows_progress_ = false, knows_invalidated_ = false, knows_memory_ = false;

  // Of the session.
  std::unique_ptr<Target> target_;
  std::string folder_;  // relative names of sources are relative to it
  bool stops_on_entry_ = false, is_configured_ = false, has_begun_ = false, has_terminated_ = false,
       has_ended_ = false;
  json stop_;  // the last one
  std::optional<Pending> pending_;
  std::deque<Request> queue_;
  json last_motion_;         // to go on with after an interruption
  bool leaves_run_ = false;  // the client continues at the end of a run
  bool interrupts_ = false, client_pauses_ = false;
  std::int64_t next_progress_ = 1;

  std::map<std::string, std::vector<json>> stops_;  // by category, as `set_stops` takes them
  std::int64_t next_stop_ = 1;
  std::map<std::int64_t, json> reported_;  // breakpoints as the client knows them, by id
  std::int64_t dispatch_ = 0;              // that of the last stop
  ThreadNumbers thread_numbers_;
  json known_threads_ = json::array();
  struct FrameReference {
    std::int64_t thread = 0;
    std::int64_t number = 0;
    bool has_ended = false;  // represents a lane without frames
  };
  std::string last_file_;       // the place in the entry point that the client has seen last
  std::int64_t last_line_ = 0;  // 0: it has seen none
  std::vector<FrameReference> frames_;                        // frame N of the client is at N - 1
  std::vector<std::pair<std::string, std::int64_t>> gotos_;   // files and lines
  std::vector<std::pair<std::string, std::string>> sources_;  // names and texts
};

}  // namespace spirv_oracle::dap
