#include "debugger/dap/server.h"

#include <fmt/format.h>

#include <algorithm>

#include "debugger/fields.h"

namespace spirv_oracle::dap {
namespace {

using nlohmann::json;

constexpr std::size_t max_queue = 1000;
constexpr auto progress_delay = std::chrono::milliseconds(700);
constexpr auto progress_interval = std::chrono::milliseconds(250);
constexpr const char* not_stopped = "notStopped";

}  // namespace

std::int64_t ThreadNumbers::number_of(const Subgroup& subgroup) {
  const auto [entry, is_new] =
      numbers_.try_emplace(subgroup, static_cast<std::int64_t>(subgroups_.size()) + 1);
  if (is_new) subgroups_.push_back(subgroup);
  return entry->second;
}

const ThreadNumbers::Subgroup* ThreadNumbers::find(std::int64_t number) const {
  if (number < 1 || static_cast<std::uint64_t>(number) > subgroups_.size()) return nullptr;
  return &subgroups_[static_cast<std::size_t>(number) - 1];
}

Server::Server(TargetStarter start, Sender send)
    : start_(std::move(start)), send_(std::move(send)) {}

Server::~Server() = default;

const std::vector<Server::Row>& Server::table() {
  static const std::vector<Row> rows{
      {"initialize", Needs::nothing, &Server::initialize},
      {"launch", Needs::initialized, &Server::launch},
      {"attach", Needs::initialized, &Server::attach},
      {"configurationDone", Needs::initialized, &Server::configuration_done},
      {"restart", Needs::stop_points, &Server::restart},
      {"terminate", Needs::nothing, &Server::terminate},
      {"disconnect", Needs::nothing, &Server::disconnect},
      {"cancel", Needs::nothing, &Server::cancel},
      {"continue", Needs::paused, &Server::go_on},
      {"next", Needs::paused, &Server::next},
      {"stepIn", Needs::paused, &Server::step_in},
      {"stepOut", Needs::paused, &Server::step_out},
      {"stepBack", Needs::paused, &Server::step_back},
      {"reverseContinue", Needs::paused, &Server::reverse_continue},
      {"pause", Needs::initialized, &Server::pause},
      {"gotoTargets", Needs::paused, &Server::goto_targets},
      {"goto", Needs::paused, &Server::go_to_target},
      {"setBreakpoints", Needs::stop_points, &Server::set_breakpoints},
      {"setFunctionBreakpoints", Needs::stop_points, &Server::set_function_breakpoints},
      {"setInstructionBreakpoints", Needs::stop_points, &Server::set_instruction_breakpoints},
      {"dataBreakpointInfo", Needs::paused, &Server::data_breakpoint_info},
      {"setDataBreakpoints", Needs::stop_points, &Server::set_data_breakpoints},
      {"setExceptionBreakpoints", Needs::stop_points, &Server::set_exception_breakpoints},
      {"exceptionInfo", Needs::paused, &Server::exception_info},
      {"breakpointLocations", Needs::stop_points, &Server::breakpoint_locations},
      {"threads", Needs::initialized, &Server::threads},
      {"stackTrace", Needs::paused, &Server::stack_trace},
      {"scopes", Needs::paused, &Server::scopes},
      {"variables", Needs::paused, &Server::variables},
      {"setVariable", Needs::paused, &Server::set_variable},
      {"setExpression", Needs::paused, &Server::set_expression},
      {"evaluate", Needs::paused, &Server::evaluate},
      {"completions", Needs::paused, &Server::completions},
      {"disassemble", Needs::paused, &Server::disassemble},
      {"readMemory", Needs::paused, &Server::read_memory},
      {"writeMemory", Needs::paused, &Server::write_memory},
      {"loadedSources", Needs::initialized, &Server::loaded_sources},
      {"source", Needs::initialized, &Server::source},
      {"spirv/lanes", Needs::paused, &Server::lanes},
      {"spirv/tangles", Needs::paused, &Server::tangles},
      {"spirv/focus", Needs::paused, &Server::focus},
      {"spirv/timeline", Needs::paused, &Server::timeline},
  };
  return rows;
}

void Server::receive(const std::string& content) {
  const json message = json::parse(content, nullptr, false);
  const auto seq = integer_field(message, "seq");
  const std::string type = text_field(message, "type");
  if (type == "response") return;  // this server sends no requests
  if (!message.is_object() || type != "request" || !seq || *seq < 1 || *seq > INT32_MAX ||
      !field(message, "command").is_string())
    return send_output("console", "The client has sent a message that is not a request.\n");
  dispatch({*seq, text_field(message, "command"), object_field(message, "arguments")});
}

void Server::dispatch(const Request& request) {
  const auto row = std::ranges::find(table(), request.command, &Row::command);
  if (row == table().end())
    return respond(request, bad_input(fmt::format("spirv-debug does not support the request '{}'",
                                                  request.command)));
  const bool waits =
      pending_ && (pending_->resumes ? row->needs == Needs::stop_points
                                     : row->needs != Needs::nothing && request.command != "pause");
  if (!waits) return execute(*row, request);
  if (queue_.size() >= max_queue)
    return respond(request, bad_input("too many requests wait for the run to stop"));
  queue_.push_back(request);
  // Pauses the run to set the stop points; it continues afterwards.
  if (pending_->resumes && !interrupts_ && text_field(last_motion_, "motion") == "continue") {
    interrupts_ = true;
    target_->pause();
  }
}

std::optional<Error> Server::refusal(const Row& row) const {
  if (row.needs == Needs::nothing) return {};
  if (!is_initialized_) return Error{Status::bad_input, "the first request must be initialize"};
  if (row.needs != Needs::paused) return {};
  if (!target_) return Error{Status::bad_input, "no program has been launched"};
  if (pending_ && pending_->resumes) return Error{Status::bad_input, not_stopped};
  return {};
}

void Server::execute(const Row& row, const Request& request) {
  if (const auto error = refusal(row)) return respond(request, tl::unexpected(*error));
  const Reply reply = (this->*row.handle)(request);
  if (!reply || *reply) respond(request, reply);
}

void Server::respond(const Request& request, const Reply& reply) {
  json response{{"seq", next_seq_++},
                {"type", "response"},
                {"request_seq", request.seq},
                {"success", reply.has_value()},
                {"command", request.command}};
  if (!reply) {
    const std::string& message = reply.error().message;
    response["message"] = message;
    response["body"] = json::object();
    if (message != not_stopped && message != "cancelled") {
      // The protocol replaces {NAME} in a format. Clients show the error of an expression in place of its value, and the
      // extension shows errors of its requests in the panel.
      const bool has_own_place =
          request.command == "evaluate" || request.command.starts_with("spirv/");
      json error{{"id", 1}, {"format", "{message}"}, {"showUser", !has_own_place}};
      error["variables"]["message"] = message;
      response["body"]["error"] = std::move(error);
    }
  } else if (*reply && !(*reply)->is_null()) {
    response["body"] = **reply;
  }
  send_(response);
  if (request.command == "initialize" && reply) is_initialized_ = true;
  // What follows the response in the protocol.
  if (request.command == "launch" && reply) send_event("initialized", nullptr);
  if (request.command == "disconnect") has_ended_ = true;
}

void Server::send_event(const char* event, json body) {
  json message{{"seq", next_seq_++}, {"type", "event"}, {"event", event}};
  if (!body.is_null()) message["body"] = std::move(body);
  send_(message);
}

void Server::send_output(const std::string& category, const std::string& text) {
  send_event("output", {{"category", category}, {"output", text}});
}

Result<json> Server::ask(std::string_view command, json arguments) {
  if (!target_) return bad_input("no program has been launched");
  auto answer = target_->request(command, std::move(arguments));
  if (!answer && answer.error().status == Status::limit) lose_target(answer.error().message);
  return answer;
}

Result<json> Server::ask_list(std::string_view command, json arguments) {
  auto answer = ask(command, std::move(arguments));
  if (answer && !answer->is_array())
    return bad_input(fmt::format("the target's answer to '{}' is not a list", command));
  return answer;
}

void Server::begin(const Request& request, std::string_view command, json arguments,
                   std::string title, std::function<void(Result<json>)> done) {
  pending_ = Pending{request, false, std::move(title), Clock::now(), "", {}, {}, std::move(done)};
  target_->begin_request(command, std::move(arguments));
}

void Server::check_target() {
  if (!target_ || !pending_) return;
  Result<json> answer = json();
  if (!target_->poll(answer)) return show_progress();
  const Pending pending = std::move(*pending_);
  pending_.reset();
  if (!pending.progress.empty()) send_event("progressEnd", {{"progressId", pending.progress}});
  if (!answer && answer.error().status == Status::limit) lose_target(answer.error().message);
  pending.done(std::move(answer));
  run_queue();
}

void Server::run_queue() {
  while (!queue_.empty() && !pending_ && !has_ended_) {
    const Request request = std::move(queue_.front());
    queue_.pop_front();
    dispatch(request);
  }
}

void Server::show_progress() {
  if (!shows_progress_ || pending_->title.empty()) return;
  const auto now = Clock::now();
  if (!pending_->progress.empty()) return update_progress(now);
  if (now - pending_->begun < progress_delay) return;
  pending_->progress = fmt::format("progress-{}", next_progress_++);
  pending_->reported = now;
  json body{{"progressId", pending_->progress}, {"title", pending_->title}, {"cancellable", true}};
  if (pending_->request.seq > 0) body["requestId"] = pending_->request.seq;
  send_event("progressStart", std::move(body));
}

// A motion back has no percentage: nothing says how far back it finds a place to stop.
void Server::update_progress(Clock::time_point now) {
  const auto replay = target_->progress();
  if (!replay || now - pending_->reported < progress_interval) return;
  pending_->reported = now;
  json body{{"progressId", pending_->progress},
            {"message", fmt::format("at moment {} of {}", replay->moment, replay->target)}};
  if (!pending_->first_moment) pending_->first_moment = replay->moment;
  const std::uint64_t first = *pending_->first_moment;
  if (!pending_->resumes && first < replay->target && replay->moment >= first)
    body["percentage"] =
        std::min<std::uint64_t>(100, 100 * (replay->moment - first) / (replay->target - first));
  send_event("progressUpdate", std::move(body));
}

void Server::lose_target(const std::string& message) {
  if (has_terminated_) return;
  has_terminated_ = true;
  send_output("important", message + '\n');
  send_event("terminated", nullptr);
}

}  // namespace spirv_oracle::dap
