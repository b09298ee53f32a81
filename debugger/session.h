// A program that is being debugged, in a process of its own. Clients talk to it through this class only.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "interpreter/result.h"

namespace spirv_oracle {

struct SessionOptions {
  std::vector<std::string> arguments;  // of spirv-run, or a bundle of golden results
  std::uint64_t checkpoint_bytes = std::uint64_t{1} << 30;  // memory for checkpoints at most
  std::string element;  // of a bundle: stop where it gets its value; "": none
};

// A replay of the run: where it is, and where it goes to.
struct ReplayProgress {
  std::uint64_t moment = 0;
  std::uint64_t target = 0;
};

// Requests and results are those of docs/debugger_protocol.md. One thread uses a session, except for pause().
class DebugSession {
 public:
  using OutputHandler = std::function<void(const std::string& category, const std::string& text)>;

  // Starts the target and waits until it is paused before the first record. Errors: those of the program itself (a file that
  // does not compile, wrong options), with the status that spirv-run ends with.
  static Result<std::unique_ptr<DebugSession>> start(const SessionOptions& options,
                                                     OutputHandler output);
  // Ends the target.
  ~DebugSession();

  // Sends a request and waits for its result. Errors: those of the target; limit when it has died.
  Result<nlohmann::json> request(std::string_view command,
                                 nlohmann::json arguments = nlohmann::json::object());

  // Sends a request and does not wait: poll() or wait() brings the answer. For requests that resume, so that the client can
  // listen to its user.
  void begin_request(std::string_view command, nlohmann::json arguments = nlohmann::json::object());
  // The answer to begin_request(), if it is there.
  bool poll(Result<nlohmann::json>& answer);
  // The socket, to wait for together with others (poll(2)); readable when poll() has something to do.
  int descriptor() const;

  // Stops a run that a request has resumed. Any thread, also a signal handler.
  void pause();

  // The last progress reported for the request that begin_request() sent. None if it replays nothing.
  std::optional<ReplayProgress> progress() const;

  // The first stop: before the first record.
  const nlohmann::json& entry() const;

 private:
  struct State;
  explicit DebugSession(std::unique_ptr<State> state);
  Result<void> go_to_element(const SessionOptions& options);
  std::unique_ptr<State> state_;
};

}  // namespace spirv_oracle
