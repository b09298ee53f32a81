// Requests that resume the run, and what the client hears when it stops.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "debugger/dap/server.h"
#include "debugger/fields.h"
#include "debugger/text/stops.h"

namespace spirv_oracle::dap {
namespace {

using nlohmann::json;

// Reasons that the protocol has words for; others are shown as they are.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> reasons{
    {{"watchpoint", "data breakpoint"},
     {"finding", "exception"},
     {"cursor", "goto"},
     {"start", "entry"}}};

bool is_by_instruction(const Request& request) {
  return text_field(request.arguments, "granularity") == "instruction";
}

}  // namespace

void Server::resume(std::string_view command, json arguments, std::string title) {
  forget_state();
  last_motion_ = arguments;
  client_pauses_ = false;
  begin({}, command, std::move(arguments), std::move(title),
        [this](Result<json> stop) { stopped(std::move(stop)); });
  pending_->resumes = true;
}

void Server::stopped(Result<json> stop) {
  const bool was_interrupted = std::exchange(interrupts_, false);
  const bool leaves_run = std::exchange(leaves_run_, false);
  if (!stop) {
    if (!target_ || has_terminated_) return;
    send_output("console", stop.error().message + '\n');
    return announce_stop();
  }
  stop_ = std::move(*stop);
  // The client has seen the end of the last run, which is that of the program.
  if (leaves_run && is_after_program()) return end_session();
  if (!was_interrupted || client_pauses_ || text_field(stop_, "reason") != "pause")
    return announce_stop();
  const json motion = last_motion_;
  run_queue();
  if (target_ && !pending_) resume("resume", motion, "");
}

json Server::stop_reason() const {
  const std::string reason = text_field(stop_, "reason");
  for (const auto& [own, of_protocol] : reasons)
    if (own == reason) return of_protocol;
  const auto hit = numbers_field(stop_, "stop_ids");
  const auto is_hit = [&hit](const json& stop) {
    return std::ranges::count(hit, static_cast<std::uint64_t>(integer_field_or(stop, "id", -1))) >
           0;
  };
  constexpr std::array<std::pair<const char*, const char*>, 3> categories{
      {{"exception", "exception"},
       {"function", "function breakpoint"},
       {"instruction", "instruction breakpoint"}}};
  for (const auto& [category, name] : categories) {
    const auto stops = stops_.find(category);
    if (stops != stops_.end() && std::ranges::any_of(stops->second, is_hit)) return name;
  }
  return reason;
}

void Server::announce_stop() {
  look_at_dispatch();
  json body{
      {"reason", stop_reason()}, {"description", reason_text(stop_)}, {"allThreadsStopped", true}};
  const auto workgroup = integer_field(stop_, "workgroup_index");
  const auto subgroup = integer_field(stop_, "subgroup");
  if (workgroup && subgroup)
    body["threadId"] =
        thread_numbers_.number_of({static_cast<std::uint64_t>(*workgroup), *subgroup});
  const json& finding = field(stop_, "finding");
  if (finding.is_object()) body["text"] = finding_text(finding);
  const auto hit = numbers_field(stop_, "stop_ids");
  if (!hit.empty()) body["hitBreakpointIds"] = hit;
  send_event("stopped", std::move(body));
}

Reply Server::step(const Request& request, const char* motion, bool backward) {
  if (const auto thread = integer_field(request.arguments, "threadId");
      thread && !is_after_program()) {
    if (auto done = focus_thread(*thread); !done) return tl::unexpected(done.error());
  }
  json arguments{{"motion", is_by_instruction(request) ? "instruction" : motion}};
  if (backward) arguments["backward"] = true;
  resume("resume", std::move(arguments), backward ? "Going back" : "");
  return json();
}

Reply Server::go_on(const Request& /*request*/) {
  if (is_after_program()) {
    end_session();
  } else {
    resume("resume", {{"motion", "continue"}}, "");
    leaves_run_ = flag_field(stop_, "ended");
  }
  return json{{"allThreadsContinued", true}};
}

// There is nothing to go on with: the session ends, so that the client's key for it is never without effect.
void Server::end_session() {
  if (!has_terminated_) send_event("terminated", nullptr);
  has_terminated_ = true;
}

Reply Server::next(const Request& request) { return step(request, "over", false); }
Reply Server::step_in(const Request& request) { return step(request, "line", false); }
Reply Server::step_out(const Request& request) {
  Request whole = request;  // its granularity means nothing here
  if (whole.arguments.is_object()) whole.arguments.erase("granularity");
  return step(whole, "out", false);
}
Reply Server::step_back(const Request& request) { return step(request, "over", true); }

Reply Server::reverse_continue(const Request& /*request*/) {
  resume("resume", {{"motion", "continue"}, {"backward", true}}, "Going back");
  return json();
}

Reply Server::pause(const Request& /*request*/) {
  if (!target_) return bad_input("no program has been launched");
  client_pauses_ = true;
  if (pending_) target_->pause();
  return json();
}

Reply Server::goto_targets(const Request& request) {
  const auto line = integer_field(request.arguments, "line");
  if (!line) return bad_input("gotoTargets needs a line");
  gotos_.emplace_back(source_name(object_field(request.arguments, "source")), own_line(*line));
  const auto id = 2 * static_cast<std::int64_t>(gotos_.size());
  const auto target = [&](std::int64_t number, const char* form) {
    return json{{"id", number}, {"label", fmt::format(fmt::runtime(form), *line)}, {"line", *line}};
  };
  return json{{"targets", {target(id, "forward to line {}"), target(id + 1, "back to line {}")}}};
}

Reply Server::go_to_target(const Request& request) {
  const auto id = integer_field_or(request.arguments, "targetId", 0);
  const auto index = id / 2 - 1;
  if (index < 0 || static_cast<std::uint64_t>(index) >= gotos_.size())
    return bad_input("goto needs a target of gotoTargets");
  if (const auto thread = integer_field(request.arguments, "threadId")) {
    if (auto done = focus_thread(*thread); !done) return tl::unexpected(done.error());
  }
  const auto& [file, line] = gotos_[static_cast<std::size_t>(index)];
  json arguments{{"motion", "cursor"}, {"file", file}, {"line", line}};
  if (id % 2 == 1) arguments["backward"] = true;
  resume("resume", std::move(arguments), id % 2 == 1 ? "Going back" : "");
  return json();
}

}  // namespace spirv_oracle::dap
