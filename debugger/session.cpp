#include "debugger/session.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <optional>
#include <utility>

#include "debugger/bundle_program.h"
#include "debugger/target_process.h"

namespace spirv_oracle {

using Json = nlohmann::json;

struct DebugSession::State {
  Channel target;
  pid_t process = 0;
  OutputHandler output;
  Json entry;
  std::optional<ReplayProgress> progress;
  int next_id = 1;

  ~State() {
    if (process <= 0) return;
    kill(-process, SIGKILL);
    kill(process, SIGKILL);  // it may not have its group yet
    waitpid(process, nullptr, 0);
  }

  // The answer in a message; nothing: it was an event.
  std::optional<Result<Json>> take(const std::optional<Json>& message) {
    if (!message) return tl::unexpected(Error{Status::limit, "the debugged program has crashed"});
    if (message->contains("event")) {
      if (message->at("event") == "output" && output)
        output(message->value("category", ""), message->value("text", ""));
      if (message->at("event") == "progress")
        progress = {message->value("moment", std::uint64_t{0}),
                    message->value("target", std::uint64_t{0})};
      return std::nullopt;
    }
    if (message->value("ok", false)) return Result<Json>(message->value("result", Json()));
    const auto status =
        static_cast<Status>(message->value("status", static_cast<int>(Status::bad_input)));
    return tl::unexpected(Error{status, message->value("error", "")});
  }

  Result<Json> wait() {
    for (;;) {
      if (auto answer = take(target.receive())) return std::move(*answer);
    }
  }
};

namespace {

// ": OLD -> NEW" of the text of a watchpoint.
std::string values_of(const std::string& text) {
  const std::size_t colon = text.find(": ");
  return colon == std::string::npos ? "" : text.substr(colon);
}

}  // namespace

DebugSession::DebugSession(std::unique_ptr<State> state) : state_(std::move(state)) {}
DebugSession::~DebugSession() = default;

Result<std::unique_ptr<DebugSession>> DebugSession::start(const SessionOptions& options,
                                                          OutputHandler output) {
  if (!options.element.empty() && (options.arguments.empty() || !is_bundle(options.arguments[0])))
    return bad_input(
        "--element needs a bundle of golden results: a folder with a file manifest.json");
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return tl::unexpected(
        Error{Status::limit, "cannot create sockets to talk to the debugged program"});
  const pid_t process = fork();
  if (process < 0)
    return tl::unexpected(Error{Status::limit, "cannot start a process for the debugged program"});
  if (process == 0) {
    close(ends[0]);
    DebugTargetOptions target;
    target.checkpoint_bytes = options.checkpoint_bytes;
    run_target(Channel(ends[1]), options.arguments, target);
  }
  close(ends[1]);
  setpgid(process, process);
  auto state = std::make_unique<State>();
  state->target = Channel(ends[0]);
  state->process = process;
  state->output = std::move(output);
  auto entry = state->wait();
  if (!entry) return tl::unexpected(entry.error());
  state->entry = std::move(*entry);
  std::unique_ptr<DebugSession> session(new DebugSession(std::move(state)));
  if (options.element.empty()) return session;
  if (auto found = session->go_to_element(options); !found) return tl::unexpected(found.error());
  return session;
}

// Back from the end to the last write of the element.
Result<void> DebugSession::go_to_element(const SessionOptions& options) {
  const auto element = element_of_bundle(options.arguments[0], options.element);
  if (!element) return tl::unexpected(element.error());
  if (auto end = request("resume", {{"motion", "continue"}}); !end)
    return tl::unexpected(end.error());
  Json watch = *element;
  watch.update({{"id", 1}, {"kind", "watch"}, {"access", "write"}});
  if (auto set = request("set_stops", {{"stops", {watch}}}); !set)
    return tl::unexpected(set.error());
  auto stop = request("resume", {{"motion", "continue"}, {"backward", true}});
  if (!stop) return tl::unexpected(stop.error());
  if (auto reset = request("set_stops", {{"stops", Json::array()}}); !reset)
    return tl::unexpected(reset.error());
  // The user has no such watchpoint.
  const std::string name = element->value("name", "");
  const bool is_written = stop->value("reason", "") == "watchpoint";
  (*stop)["text"] = is_written ? "last write to " + name + values_of(stop->value("text", ""))
                               : "nothing writes " + name + ": this is the start of the run";
  (*stop)["reason"] = is_written ? "element" : "start";
  stop->erase("stop_ids");
  state_->entry = std::move(*stop);
  return {};
}

Result<Json> DebugSession::request(std::string_view command, Json arguments) {
  begin_request(command, std::move(arguments));
  return state_->wait();
}

void DebugSession::begin_request(std::string_view command, Json arguments) {
  state_->progress.reset();
  arguments["id"] = state_->next_id++;
  arguments["command"] = command;
  state_->target.send(arguments);
}

bool DebugSession::poll(Result<Json>& answer) {
  if (!state_->target.is_ready(0)) return false;
  // Only what has been received: a target that prints without end must not keep the client from its user.
  do {
    if (auto taken = state_->take(state_->target.receive())) {
      answer = std::move(*taken);
      return true;
    }
  } while (state_->target.has_received());
  return false;
}

int DebugSession::descriptor() const { return state_->target.descriptor(); }

void DebugSession::pause() {
  constexpr std::string_view message = "{\"command\":\"pause\"}\n";
  send(state_->target.descriptor(), message.data(), message.size(), MSG_NOSIGNAL);
}

std::optional<ReplayProgress> DebugSession::progress() const { return state_->progress; }

const Json& DebugSession::entry() const { return state_->entry; }

}  // namespace spirv_oracle
