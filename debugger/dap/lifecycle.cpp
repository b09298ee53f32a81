// The beginning and the end of a session.

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <system_error>

#include "debugger/dap/exception_filters.h"
#include "debugger/dap/server.h"
#include "debugger/fields.h"

namespace spirv_oracle::dap {
namespace {

using nlohmann::json;

json capabilities() {
  constexpr std::array names{"supportsConfigurationDoneRequest",
                             "supportsFunctionBreakpoints",
                             "supportsConditionalBreakpoints",
                             "supportsHitConditionalBreakpoints",
                             "supportsEvaluateForHovers",
                             "supportsStepBack",
                             "supportsSetVariable",
                             "supportsGotoTargetsRequest",
                             "supportsCompletionsRequest",
                             "supportsRestartRequest",
                             "supportsExceptionInfoRequest",
                             "supportsLoadedSourcesRequest",
                             "supportsLogPoints",
                             "supportsSetExpression",
                             "supportsTerminateRequest",
                             "supportsDataBreakpoints",
                             "supportsReadMemoryRequest",
                             "supportsWriteMemoryRequest",
                             "supportsDisassembleRequest",
                             "supportsCancelRequest",
                             "supportsBreakpointLocationsRequest",
                             "supportsClipboardContext",
                             "supportsSteppingGranularity",
                             "supportsInstructionBreakpoints",
                             "supportsExceptionFilterOptions",
                             "supportTerminateDebuggee"};
  json body = json::object();
  for (const char* name : names) body[name] = true;
  body["exceptionBreakpointFilters"] = exception_filters();
  body["completionTriggerCharacters"] = {".", "%"};
  return body;
}

// What the launch request says to run.
Result<SessionOptions> session_options(const json& arguments) {
  SessionOptions options;
  const std::string program = text_field(arguments, "program");
  if (program.empty()) return bad_input("the launch request needs \"program\", the file to debug");
  options.arguments.push_back(program);
  for (const json& argument : list_field(arguments, "args")) {
    if (!argument.is_string())
      return bad_input("\"args\" must be a list of strings, the options of spirv-run");
    options.arguments.push_back(argument.get<std::string>());
  }
  const json& element = field(arguments, "element");
  if (element.is_string()) options.element = element.get<std::string>();
  if (element.is_number_unsigned()) options.element = compact_text(element);
  if (const auto bytes = integer_field(arguments, "checkpointMemory"); bytes && *bytes > 0)
    options.checkpoint_bytes = static_cast<std::uint64_t>(*bytes);
  return options;
}

}  // namespace

Reply Server::initialize(const Request& request) {
  if (is_initialized_) return bad_input("initialize has been requested before");
  const json& arguments = request.arguments;
  if (field(arguments, "linesStartAt1") == false) first_line_ = 0;
  if (field(arguments, "columnsStartAt1") == false) first_column_ = 0;
  shows_progress_ = flag_field(arguments, "supportsProgressReporting");
  knows_invalidated_ = flag_field(arguments, "supportsInvalidatedEvent");
  knows_memory_ = flag_field(arguments, "supportsMemoryReferences");
  return capabilities();
}

Reply Server::launch(const Request& request) {
  if (target_) return bad_input("a program has been launched before");
  const auto options = session_options(request.arguments);
  if (!options) return tl::unexpected(options.error());
  const std::string folder = text_field(request.arguments, "cwd");
  std::error_code error;
  if (!folder.empty()) std::filesystem::current_path(folder, error);
  if (error) return bad_input(fmt::format("cannot use {} as cwd: {}", folder, error.message()));
  folder_ = std::filesystem::current_path(error).string();
  auto target = start_(*options, [this](const std::string& category, const std::string& text) {
    send_output(category, text);
  });
  if (!target) return tl::unexpected(std::move(target.error()));
  target_ = std::move(*target);
  stop_ = target_->entry();
  stops_on_entry_ = flag_field(request.arguments, "stopOnEntry");
  load_sources();
  if (const auto set = send_stops(); !set) return tl::unexpected(set.error());
  if (is_configured_) begin_run();
  return json();
}

Reply Server::attach(const Request& /*request*/) {
  return unsupported("attach is not supported: a program is debugged from its start, by launch");
}

Reply Server::configuration_done(const Request& /*request*/) {
  is_configured_ = true;
  if (target_) begin_run();
  return json();
}

void Server::begin_run() {
  if (has_begun_) return;
  has_begun_ = true;
  if (stops_on_entry_) {
    announce_stop();
  } else {
    resume("resume", {{"motion", "continue"}}, "");
  }
}

Reply Server::restart(const Request& /*request*/) {
  if (!target_) return bad_input("no program has been launched");
  resume("restart", json::object(), "");
  // The run continues from the start as it did after the launch.
  pending_->done = [this](Result<json> stop) {
    if (!stop || stops_on_entry_) return stopped(std::move(stop));
    stop_ = std::move(*stop);
    resume("resume", {{"motion", "continue"}}, "");
  };
  return json();
}

Reply Server::terminate(const Request& /*request*/) {
  target_.reset();
  pending_.reset();
  queue_.clear();
  if (!has_terminated_) send_event("terminated", nullptr);
  has_terminated_ = true;
  return json();
}

Reply Server::disconnect(const Request& /*request*/) {
  target_.reset();
  pending_.reset();
  queue_.clear();
  return json();
}

Reply Server::cancel(const Request& request) {
  const auto seq = integer_field(request.arguments, "requestId");
  const std::string progress = text_field(request.arguments, "progressId");
  for (auto waiting = queue_.begin(); seq && waiting != queue_.end(); ++waiting) {
    if (waiting->seq != *seq) continue;
    const Request cancelled = *waiting;
    queue_.erase(waiting);
    respond(cancelled, bad_input("cancelled"));
    return json();
  }
  const bool is_at_work = pending_ && ((seq && pending_->request.seq == *seq) ||
                                       (!progress.empty() && pending_->progress == progress));
  if (is_at_work) target_->pause();
  return json();
}

}  // namespace spirv_oracle::dap
