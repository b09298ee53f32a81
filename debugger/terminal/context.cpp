#include "debugger/terminal/context.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <utility>

#include "debugger/fields.h"
#include "debugger/terminal/stop_request.h"
#include "debugger/text/arguments.h"
#include "debugger/text/stops.h"
#include "debugger/text/style.h"
#include "debugger/text/values.h"
#include "support/interrupt.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

// Whether `path` ends with `file`, at the beginning of a name.
bool names_file(std::string_view path, std::string_view file) {
  if (!path.ends_with(file)) return false;
  return path.size() == file.size() || path[path.size() - file.size() - 1] == '/';
}

}  // namespace

Context::Context(Target& target, std::ostream& out, const TextStyle& style)
    : target_(target), out_(out), style_(style), stop_(target.entry()) {}

Result<json> Context::ask(std::string_view command, json arguments) {
  const InterruptFlag interrupt;
  bool paused = false;
  target_.begin_request(command, std::move(arguments));
  Result<json> answer = json();
  while (!target_.poll(answer)) {
    // A signal may arrive just before the wait, so it has an end.
    pollfd ready{target_.descriptor(), POLLIN, 0};
    ::poll(&ready, 1, 100);
    if (InterruptFlag::get() && !paused) {
      target_.pause();
      paused = true;
    }
  }
  return answer;
}

Result<json> Context::ask_list(std::string_view command, json arguments) {
  auto answer = ask(command, std::move(arguments));
  if (answer && !answer->is_array())
    return bad_input(fmt::format("the target's answer to '{}' is not a list", command));
  return answer;
}

Result<void> Context::resume(std::string_view command, json arguments) {
  auto stop = ask(command, std::move(arguments));
  if (!stop) return tl::unexpected(std::move(stop.error()));
  const auto dispatch_of = [](const json& at) { return integer_field_or(at, "dispatch", 0); };
  const bool is_other_run = dispatch_of(*stop) != dispatch_of(stop_);
  stop_ = std::move(*stop);
  frame = 0;
  forget_hit_once();
  if (is_other_run && !stop_points_.empty()) return send_stop_points();
  return {};
}

void Context::forget_hit_once() {
  const auto hit = numbers_field(stop_, "stop_ids");
  std::erase_if(stop_points_, [&hit](const UserStopPoint& point) {
    return flag_field(point.request, "once") &&
           std::ranges::count(hit, static_cast<std::uint64_t>(point.id)) > 0;
  });
}

Result<void> Context::show_stop() {
  // Before the first instruction the stop itself has no place.
  if (integer_field_or(stop_, "line", 0) == 0 && !flag_field(stop_, "ended")) {
    const auto here = place();
    for (const char* name : {"file", "line", "function"})
      if (here && here->contains(name)) stop_[name] = (*here)[name];
  }
  const std::string line =
      source_line(text_field(stop_, "file"), integer_field_or(stop_, "line", 0));
  out_ << stop_text(stop_, line, style_);
  for (const Display& display : displays_) {
    const auto value = ask("evaluate", {{"expression", display.expression}, {"frame", frame}});
    out_ << fmt::format("  {}: {} = {}\n", display.id, display.expression,
                        value ? enclosed_text(*value) : value.error().message);
  }
  return {};
}

Result<json> Context::change_focus(json arguments) {
  auto focus = ask("focus", std::move(arguments));
  if (!focus) return focus;
  if (!focus->is_object()) return bad_input("the target's answer to 'focus' is not an object");
  if (auto name = workgroup(field(*focus, "workgroup")))
    (*focus)["workgroup"] = std::move(name->coordinates);
  return focus;
}

Result<void> Context::focus(json arguments) {
  const auto focus = change_focus(std::move(arguments));
  if (!focus) return tl::unexpected(focus.error());
  frame = 0;
  out_ << who_text(*focus) << '\n';
  const auto frames = ask_list("stack");
  if (!frames) return {};
  if (frames->empty()) {
    out_ << "  the lane has ended\n";
    return {};
  }
  const json& here = frames->front();
  const std::string where = place_text(here);
  if (!where.empty()) out_ << fmt::format("  {} in {}\n", where, text_field(here, "function"));
  const std::int64_t number = integer_field_or(here, "line", 0);
  const std::string line = source_line(text_field(here, "file"), number);
  if (!line.empty()) out_ << fmt::format("  {} | {}\n", number, line);
  return {};
}

Result<WorkgroupName> Context::workgroup(const json& given) {
  return name_workgroup([this](std::string_view command,
                               json arguments) { return ask(command, std::move(arguments)); },
                        given);
}

Result<json> Context::place() {
  auto frames = ask_list("stack");
  if (!frames) return tl::unexpected(std::move(frames.error()));
  if (frame < frames->size()) return (*frames)[frame];
  return stop_;
}

Result<void> Context::send_stop_points() {
  json stops = json::array();
  for (const UserStopPoint& point : stop_points_) {
    if (!point.enabled) continue;
    stops.push_back(point.request);
    stops.back()["id"] = point.id;
  }
  const auto answer = ask_list("set_stops", {{"stops", std::move(stops)}});
  if (!answer) return tl::unexpected(answer.error());
  for (UserStopPoint& point : stop_points_) {
    point.description = stop_description(point.request);
    point.line = integer_field_or(point.request, "line", 0);
  }
  for (const json& said : *answer) {
    const auto point =
        std::ranges::find(stop_points_, integer_field_or(said, "id", 0), &UserStopPoint::id);
    if (point == stop_points_.end()) continue;
    point->message = text_field(said, "message");
    if (!flag_field(said, "verified") && point->message.empty()) point->message = "not found";
    if (!point->request.contains("line") || !integer_field(said, "line")) continue;
    json placed = point->request;
    placed["line"] = point->line = *integer_field(said, "line");
    point->description = stop_description(placed);
  }
  return {};
}

bool Context::has_stop_point(const std::string& file, std::size_t line) const {
  return std::ranges::any_of(stop_points_, [&](const UserStopPoint& point) {
    return point.enabled && text_field(point.request, "kind") == "line" &&
           file.ends_with(text_field(point.request, "file")) &&
           point.line == static_cast<std::int64_t>(line);
  });
}

Result<void> Context::load_sources() {
  // Each run of a script may have another shader.
  const std::int64_t dispatch = integer_field_or(stop_, "dispatch", 0);
  if (dispatch == sources_of_dispatch_) return {};
  const auto sources = ask_list("sources");
  if (!sources) return tl::unexpected(sources.error());
  sources_of_dispatch_ = dispatch;
  for (const json& source : *sources) {
    const std::vector<std::string> lines = lines_of(text_field(source, "text"));
    std::vector<std::string>& known = sources_[text_field(source, "name")];
    known.resize(std::max(known.size(), lines.size()));
    // Of a script, the target knows the lines of the shader that runs; the others are empty.
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (!lines[i].empty()) known[i] = lines[i];
  }
  return {};
}

const std::vector<std::string>& Context::source_lines(const std::string& file) {
  static const std::vector<std::string> none;
  if (file.empty() || !load_sources()) return none;
  const auto exact = sources_.find(file);
  if (exact != sources_.end()) return exact->second;
  for (const auto& [name, lines] : sources_)
    if (names_file(name, file) || names_file(file, name)) return lines;
  return none;
}

std::string Context::source_line(const std::string& file, std::int64_t line) {
  const std::vector<std::string>& lines = source_lines(file);
  if (line < 1 || static_cast<std::uint64_t>(line) > lines.size()) return "";
  return lines[static_cast<std::size_t>(line) - 1];
}

}  // namespace spirv_oracle
