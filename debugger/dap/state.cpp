// Requests about the state of the run.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "debugger/dap/memory_reference.h"
#include "debugger/dap/server.h"
#include "debugger/fields.h"
#include "debugger/text/values.h"
#include "debugger/text/workgroups.h"

namespace spirv_oracle::dap {
namespace {

using nlohmann::json;

constexpr std::size_t max_handle = INT32_MAX;

const char* scope_hint(const std::string& name) {
  if (name == "Locals") return "locals";
  if (name == "Parameters") return "arguments";
  return name.starts_with("Registers") ? "registers" : nullptr;
}

// A handle that the client may use; 0 where it cannot.
std::int64_t handle_of(const json& object) {
  const std::int64_t handle = integer_field_or(object, "handle", 0);
  return handle > 0 && static_cast<std::uint64_t>(handle) <= max_handle ? handle : 0;
}

bool is_identifier_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '%';
}

}  // namespace

void Server::forget_state() {
  frames_.clear();
  gotos_.clear();
}

Reply Server::threads(const Request& /*request*/) {
  if (target_ && !(pending_ && pending_->resumes)) {
    const auto subgroups = ask_list("subgroups");
    if (subgroups && !subgroups->empty()) {
      known_threads_ = json::array();
      for (const json& one : *subgroups) {
        const ThreadNumbers::Subgroup subgroup{
            static_cast<std::uint64_t>(integer_field_or(one, "workgroup_index", 0)),
            integer_field_or(one, "subgroup", 0)};
        const std::string state = text_field(one, "state");
        known_threads_.push_back(
            {{"id", thread_numbers_.number_of(subgroup)},
             {"name",
              fmt::format("workgroup {}, subgroup {}{}", coordinates_text(field(one, "workgroup")),
                          subgroup.subgroup, state.empty() ? "" : ": " + state)}});
      }
    }
  }
  return json{{"threads", known_threads_}};
}

Result<void> Server::focus_thread(std::int64_t thread) {
  const ThreadNumbers::Subgroup* subgroup = thread_numbers_.find(thread);
  if (subgroup == nullptr) return bad_input(fmt::format("no thread {}", thread));
  const auto now = ask("focus", json::object());
  if (!now) return tl::unexpected(now.error());
  const bool is_focused = integer_field_or(*now, "workgroup", -1) ==
                              static_cast<std::int64_t>(subgroup->workgroup_index) &&
                          integer_field_or(*now, "subgroup", -1) == subgroup->subgroup;
  if (is_focused) return {};
  const auto done = ask(
      "focus",
      {{"workgroup", subgroup->workgroup_index}, {"subgroup", subgroup->subgroup}, {"lane", 0}});
  if (!done) return tl::unexpected(done.error());
  return {};
}

Result<std::int64_t> Server::frame_of(const json& arguments) {
  const auto id = integer_field(arguments, "frameId");
  if (!id) return 0;
  if (*id < 1 || static_cast<std::uint64_t>(*id) > frames_.size())
    return bad_input(fmt::format("no frame {}", *id));
  const FrameReference& frame = frames_[static_cast<std::size_t>(*id) - 1];
  if (auto done = focus_thread(frame.thread); !done) return tl::unexpected(done.error());
  return frame.number;
}

Reply Server::stack_trace(const Request& request) {
  const std::int64_t thread = integer_field_or(request.arguments, "threadId", 0);
  if (is_after_program()) return ended_stack(thread);
  if (auto done = focus_thread(thread); !done) return tl::unexpected(done.error());
  const auto frames = ask_list("stack");
  if (!frames) return tl::unexpected(frames.error());
  if (frames->empty()) return ended_stack(thread);
  last_file_ = text_field(frames->back(), "file");
  last_line_ = integer_field_or(frames->back(), "line", 0);
  const std::int64_t total = static_cast<std::int64_t>(frames->size());
  const std::int64_t first =
      std::clamp<std::int64_t>(integer_field_or(request.arguments, "startFrame", 0), 0, total);
  const std::int64_t levels = integer_field_or(request.arguments, "levels", 0);
  const std::int64_t end = levels > 0 ? first + std::min(levels, total - first) : total;
  json list = json::array();
  for (std::int64_t i = first; i < end; ++i) {
    const json& own = (*frames)[static_cast<std::size_t>(i)];
    frames_.push_back({thread, i, false});
    const std::int64_t line = integer_field_or(own, "line", 0);
    const std::int64_t column = integer_field_or(own, "column", 0);
    json frame{{"id", frames_.size()},
               {"name", text_field(own, "function")},
               {"line", line > 0 ? client_line(line) : 0},
               {"column", column > 0 ? column - 1 + first_column_ : 0}};
    if (line > 0) frame["source"] = source_of(text_field(own, "file"));
    if (const std::int64_t word = integer_field_or(own, "word", 0); word > 0)
      frame["instructionPointerReference"] = fmt::format("{:#x}", word);
    list.push_back(std::move(frame));
  }
  return json{{"stackFrames", std::move(list)}, {"totalFrames", total}};
}

// After the end of the whole program, there is nothing to focus on.
bool Server::is_after_program() const {
  return flag_field(stop_, "ended") && !stop_.contains("subgroup");
}

// A lane that has ended has no frames. At the end of a run, however, users want to see its buffers, and clients show scopes
// only for a frame with a place in a source. So we add a frame at the place in an entry point that the client saw last.
json Server::ended_stack(std::int64_t thread) {
  frames_.push_back({thread, 0, true});
  json frame{{"id", frames_.size()},
             {"name", "(ended)"},
             {"line", 0},
             {"column", 0},
             {"presentationHint", "subtle"}};
  if (last_line_ > 0) {
    frame["line"] = client_line(last_line_);
    frame["source"] = source_of(last_file_);
  }
  return json{{"stackFrames", json::array({std::move(frame)})}, {"totalFrames", 1}};
}

Reply Server::scopes(const Request& request) {
  if (is_after_program()) return json{{"scopes", json::array()}};
  const auto frame = frame_of(request.arguments);
  if (!frame) return tl::unexpected(frame.error());
  const auto scopes = ask_list("scopes", {{"frame", *frame}});
  if (!scopes) return tl::unexpected(scopes.error());
  const auto id = integer_field(request.arguments, "frameId");
  const bool has_ended = id && frames_[static_cast<std::size_t>(*id) - 1].has_ended;
  json list = json::array();
  for (const json& own : *scopes) {
    const std::string name = text_field(own, "name");
    if (has_ended && name != "Buffers") continue;
    json scope{{"name", name},
               {"variablesReference", handle_of(own)},
               {"expensive", name == "All lanes" || name.starts_with("Registers")}};
    if (const char* hint = scope_hint(name)) scope["presentationHint"] = hint;
    if (const std::int64_t count = integer_field_or(own, "count", -1); count >= 0)
      scope["namedVariables"] = std::min<std::int64_t>(count, INT32_MAX);
    list.push_back(std::move(scope));
  }
  return json{{"scopes", std::move(list)}};
}

// A Variable, or with another name of the value the body of a response.
json Server::variable(const json& child, const char* value_name) const {
  json result{{value_name, enclosed_text(child)}, {"variablesReference", handle_of(child)}};
  if (const std::string type = text_field(child, "type"); !type.empty()) result["type"] = type;
  // Lets the client ask for pages of long arrays.
  if (flag_field(child, "indexed"))
    result["indexedVariables"] =
        std::min<std::int64_t>(integer_field_or(child, "count", 0), INT32_MAX);
  if (const auto reference = memory_reference(child); knows_memory_ && reference)
    result["memoryReference"] = *reference;
  return result;
}

Reply Server::variables(const Request& request) {
  const std::int64_t handle = integer_field_or(request.arguments, "variablesReference", 0);
  json arguments{{"handle", handle}};
  const std::int64_t start = integer_field_or(request.arguments, "start", 0);
  const std::int64_t count = integer_field_or(request.arguments, "count", 0);
  if (start > 0) arguments["start"] = start;
  if (count > 0) arguments["count"] = count;
  const auto children = ask_list("children", std::move(arguments));
  if (!children) return tl::unexpected(children.error());
  json list = json::array();
  for (const json& child : *children) {
    json one = variable(child, "value");
    one["name"] = text_field(child, "name");
    if (const std::string expression = text_field(child, "expression"); !expression.empty())
      one["evaluateName"] = expression;
    list.push_back(std::move(one));
  }
  return json{{"variables", std::move(list)}};
}

Reply Server::set_variable(const Request& request) {
  const std::string name = text_field(request.arguments, "name");
  const auto children = ask_list(
      "children", {{"handle", integer_field_or(request.arguments, "variablesReference", 0)}});
  if (!children) return tl::unexpected(children.error());
  for (const json& child : *children) {
    if (text_field(child, "name") != name) continue;
    const std::string expression = text_field(child, "expression");
    if (expression.empty()) return bad_input(fmt::format("'{}' cannot be assigned", name));
    const auto value =
        ask("assign", {{"expression", expression},
                       {"value", without_marks(text_field(request.arguments, "value"))}});
    if (!value) return tl::unexpected(value.error());
    return variable(*value, "value");
  }
  return bad_input(fmt::format("no variable '{}'", name));
}

Reply Server::set_expression(const Request& request) {
  const auto frame = frame_of(request.arguments);
  if (!frame) return tl::unexpected(frame.error());
  const auto value =
      ask("assign", {{"expression", text_field(request.arguments, "expression")},
                     {"value", without_marks(text_field(request.arguments, "value"))},
                     {"frame", *frame}});
  if (!value) return tl::unexpected(value.error());
  return variable(*value, "value");
}

Reply Server::evaluate(const Request& request) {
  const auto frame = frame_of(request.arguments);
  if (!frame) return tl::unexpected(frame.error());
  const std::string expression = text_field(request.arguments, "expression");
  if (text_field(request.arguments, "context") == "repl") {
    if (auto reply = repl_command(request, expression, *frame)) return std::move(*reply);
  }
  const auto value = ask("evaluate", {{"expression", expression}, {"frame", *frame}});
  if (!value) return tl::unexpected(value.error());
  return variable(*value, "result");
}

Reply Server::completions(const Request& request) {
  const auto frame = frame_of(request.arguments);
  if (!frame) return tl::unexpected(frame.error());
  const std::string text = text_field(request.arguments, "text");
  const std::int64_t column = integer_field_or(request.arguments, "column", 0) - first_column_;
  // Columns count UTF-16 code units, not bytes. After characters other than ASCII, completion starts a little too early.
  const auto end = static_cast<std::size_t>(
      std::clamp<std::int64_t>(column, 0, static_cast<std::int64_t>(text.size())));
  std::size_t begin = end;
  while (begin > 0 && is_identifier_character(text[begin - 1])) --begin;
  const auto names = ask_list("complete", {{"text", text.substr(0, end)}, {"frame", *frame}});
  if (!names) return tl::unexpected(names.error());
  json targets = json::array();
  for (const json& name : *names) {
    if (!name.is_string()) continue;
    targets.push_back({{"label", name},
                       {"start", static_cast<std::int64_t>(begin) + first_column_},
                       {"length", end - begin}});
  }
  return json{{"targets", std::move(targets)}};
}

Reply Server::lanes(const Request& request) {
  const auto frame = frame_of(request.arguments);
  if (!frame) return tl::unexpected(frame.error());
  json arguments{{"frame", *frame}};
  const json& expressions = list_field(request.arguments, "expressions");
  if (!expressions.empty()) arguments["expressions"] = expressions;
  auto matrix = ask("matrix", std::move(arguments));
  if (!matrix) return tl::unexpected(matrix.error());
  return std::move(*matrix);
}

Reply Server::tangles(const Request& /*request*/) {
  auto tree = ask("tangles");
  if (!tree) return tl::unexpected(tree.error());
  auto barriers = ask("barriers");
  if (!barriers) return tl::unexpected(barriers.error());
  if (!tree->is_object()) return bad_input("the target's answer to 'tangles' is not an object");
  (*tree)["barriers"] = std::move(*barriers);
  return std::move(*tree);
}

Reply Server::timeline(const Request& request) {
  json arguments = json::object();
  if (const auto count = integer_field(request.arguments, "count")) arguments["count"] = *count;
  begin(request, "timeline", std::move(arguments), "Replaying the run",
        [this, request](Result<json> segments) {
          if (!segments) return respond(request, tl::unexpected(std::move(segments.error())));
          respond(request, json{{"segments", std::move(*segments)}});
        });
  return std::nullopt;
}

Reply Server::focus(const Request& request) {
  json arguments = json::object();
  for (const char* name : {"subgroup", "lane"})
    if (const auto number = integer_field(request.arguments, name)) arguments[name] = *number;
  const auto named = [this](const json& given) {
    return name_workgroup([this](std::string_view command,
                                 json question) { return ask(command, std::move(question)); },
                          given);
  };
  if (const json& given = field(request.arguments, "workgroup"); !given.is_null()) {
    const auto name = named(given);
    if (!name) return tl::unexpected(name.error());
    arguments["workgroup"] = name->index;
  }
  auto focus = ask("focus", std::move(arguments));
  if (!focus) return tl::unexpected(focus.error());
  if (const auto name = named(field(*focus, "workgroup")))
    (*focus)["workgroup"] = name->coordinates;
  forget_state();
  if (knows_invalidated_) send_event("invalidated", {{"areas", {"stacks", "variables"}}});
  return std::move(*focus);
}

}  // namespace spirv_oracle::dap
