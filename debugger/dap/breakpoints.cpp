// Breakpoints of all kinds.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "debugger/dap/exception_filters.h"
#include "debugger/dap/server.h"
#include "debugger/fields.h"
#include "debugger/text/stops.h"
#include "support/text.h"

namespace spirv_oracle::dap {
namespace {

using nlohmann::json;

// "5", ">= 5": from the fifth hit on; "> 5": from the sixth.
std::optional<std::int64_t> hits_of(std::string_view condition) {
  std::int64_t add = 0;
  condition = trimmed(condition);
  if (condition.starts_with(">=")) {
    condition.remove_prefix(2);
  } else if (condition.starts_with('>')) {
    condition.remove_prefix(1);
    add = 1;
  }
  condition = trimmed(condition);
  std::int64_t number = 0;
  const auto [end, error] =
      std::from_chars(condition.data(), condition.data() + condition.size(), number);
  if (condition.empty() || error != std::errc() || end != condition.data() + condition.size() ||
      number < 0 || number > INT32_MAX)
    return {};
  return number + add;
}

// What all kinds of breakpoints have: condition, hitCondition, logMessage. A field "problem" keeps the stop point from the target.
void add_conditions(const json& breakpoint, json& stop) {
  if (const std::string text = text_field(breakpoint, "condition"); !text.empty())
    stop["condition"] = text;
  if (const std::string text = text_field(breakpoint, "hitCondition"); !text.empty()) {
    const auto hits = hits_of(text);
    if (hits) {
      stop["hits"] = *hits;
    } else {
      stop["problem"] = fmt::format("unknown hit condition '{}': write N, >= N or > N", text);
    }
  }
  if (const std::string text = text_field(breakpoint, "logMessage"); !text.empty())
    stop["log"] = text;
}

// The word offset of an instruction, which the client received as "0x1af".
std::optional<std::int64_t> parse_address(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x")) {
    text.remove_prefix(2);
    base = 16;
  }
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || value < 0 ||
      value > INT32_MAX)
    return {};
  return value;
}

}  // namespace

Result<json> Server::send_stops() {
  json all = json::array();
  for (const auto& [category, stops] : stops_)
    for (const json& stop : stops)
      if (!stop.contains("problem")) all.push_back(stop);
  if (!target_) return json::array();
  return ask_list("set_stops", {{"stops", std::move(all)}});
}

Result<json> Server::replace_stops(const std::string& category, std::vector<json> stops) {
  for (json& stop : stops) stop["id"] = next_stop_++;
  std::vector<json> before = std::exchange(stops_[category], std::move(stops));
  const auto said = send_stops();
  if (!said) {
    stops_[category] = std::move(before);
    return tl::unexpected(said.error());
  }
  for (const json& stop : before) reported_.erase(integer_field_or(stop, "id", 0));
  json breakpoints = json::array();
  for (const json& stop : stops_[category]) {
    breakpoints.push_back(breakpoint_of(stop, *said));
    reported_[integer_field_or(stop, "id", 0)] = breakpoints.back();
  }
  return json{{"breakpoints", std::move(breakpoints)}};
}

// The Breakpoint object of the protocol for a stop point and the answers of the target.
json Server::breakpoint_of(const json& stop, const json& answers) const {
  const std::int64_t id = integer_field_or(stop, "id", 0);
  json breakpoint{{"id", id}, {"verified", false}};
  if (stop.contains("problem")) breakpoint["message"] = stop["problem"];
  if (const auto line = integer_field(stop, "line")) breakpoint["line"] = client_line(*line);
  for (const json& answer : answers) {
    if (integer_field_or(answer, "id", 0) != id) continue;
    breakpoint["verified"] = flag_field(answer, "verified");
    if (const std::string text = text_field(answer, "message"); !text.empty())
      breakpoint["message"] = text;
    if (const auto line = integer_field(answer, "line")) breakpoint["line"] = client_line(*line);
  }
  return breakpoint;
}

// Each run of a script may have another shader, with other sources and other places for the breakpoints.
void Server::look_at_dispatch() {
  const std::int64_t dispatch = integer_field_or(stop_, "dispatch", 0);
  if (dispatch == std::exchange(dispatch_, dispatch)) return;
  load_sources();
  const auto said = send_stops();
  if (!said) return;
  for (const auto& [category, stops] : stops_) {
    for (const json& stop : stops) {
      json breakpoint = breakpoint_of(stop, *said);
      json& reported = reported_[integer_field_or(stop, "id", 0)];
      if (reported == breakpoint) continue;
      reported = breakpoint;
      send_event("breakpoint", {{"reason", "changed"}, {"breakpoint", std::move(breakpoint)}});
    }
  }
}

Reply Server::set_breakpoints(const Request& request) {
  const json& source = object_field(request.arguments, "source");
  const std::string file = source_name(source);
  std::vector<json> stops;
  for (const json& breakpoint : list_field(request.arguments, "breakpoints")) {
    const auto line = integer_field(breakpoint, "line");
    if (!line || *line < first_line_ || *line > INT32_MAX)
      return bad_input("a breakpoint has no line");
    json stop{{"kind", "line"}, {"file", file}, {"line", own_line(*line)}};
    add_conditions(breakpoint, stop);
    stops.push_back(std::move(stop));
  }
  // As the client names the source: the program may give it another name later, when it is launched.
  const std::string path = text_field(source, "path");
  return replace_stops("line:" + (path.empty() ? file : path), std::move(stops));
}

Reply Server::set_function_breakpoints(const Request& request) {
  std::vector<json> stops;
  for (const json& breakpoint : list_field(request.arguments, "breakpoints")) {
    json stop{{"kind", "function"}, {"name", text_field(breakpoint, "name")}};
    add_conditions(breakpoint, stop);
    stops.push_back(std::move(stop));
  }
  return replace_stops("function", std::move(stops));
}

Reply Server::set_instruction_breakpoints(const Request& request) {
  std::vector<json> stops;
  for (const json& breakpoint : list_field(request.arguments, "breakpoints")) {
    const std::string reference = text_field(breakpoint, "instructionReference");
    const auto address = parse_address(reference);
    json stop{{"kind", "instruction"}};
    if (address) {
      stop["word"] = *address + integer_field_or(breakpoint, "offset", 0);
    } else {
      stop["problem"] = fmt::format("'{}' is not an instruction of the module", reference);
    }
    add_conditions(breakpoint, stop);
    stops.push_back(std::move(stop));
  }
  return replace_stops("instruction", std::move(stops));
}

Reply Server::data_breakpoint_info(const Request& request) {
  const auto frame = frame_of(request.arguments);
  if (!frame) return tl::unexpected(frame.error());
  std::string expression = text_field(request.arguments, "name");
  if (const auto handle = integer_field(request.arguments, "variablesReference");
      handle && *handle > 0) {
    const auto children = ask_list("children", {{"handle", *handle}});
    if (!children) return tl::unexpected(children.error());
    for (const json& child : *children)
      if (text_field(child, "name") == expression && !text_field(child, "expression").empty()) {
        expression = text_field(child, "expression");
        break;
      }
  }
  const auto unknown = [](const Error& error) {
    return json{{"dataId", nullptr}, {"description", error.message}};
  };
  const auto value = ask("evaluate", {{"expression", expression}, {"frame", *frame}});
  if (!value) return unknown(value.error());
  if (flag_field(*value, "in_registers"))
    return json{{"dataId", json{{"expression", expression}}.dump()},
                {"description", expression},
                {"accessTypes", {"write"}},
                {"canPersist", false}};
  const auto memory = ask("read_memory", {{"expression", expression}, {"frame", *frame}});
  if (!memory) return unknown(memory.error());
  // The breakpoint watches these bytes, even where the expression means others.
  json id{{"address", field(*memory, "address")},
          {"size", field(*memory, "size")},
          {"name", expression}};
  if (value->contains("workgroup")) id["workgroup"] = (*value)["workgroup"];
  return json{{"dataId", id.dump()},
              {"description", expression},
              {"accessTypes", {"read", "write", "readWrite"}},
              {"canPersist", false}};
}

Reply Server::set_data_breakpoints(const Request& request) {
  std::vector<json> stops;
  for (const json& breakpoint : list_field(request.arguments, "breakpoints")) {
    const std::string access = text_field(breakpoint, "accessType");
    json stop{{"kind", "watch"},
              {"access", access == "read"        ? "read"
                         : access == "readWrite" ? "access"
                                                 : "write"}};
    const std::string text = text_field(breakpoint, "dataId");
    const json id = json::parse(text, nullptr, false);
    if (id.is_object()) {
      for (const char* name : {"address", "size", "workgroup"})
        if (field(id, name).is_number_unsigned()) stop[name] = id[name];
      for (const char* name : {"name", "expression"})
        if (field(id, name).is_string()) stop[name] = id[name];
    } else {
      stop["expression"] = text;  // from people who write requests themselves
    }
    add_conditions(breakpoint, stop);
    stops.push_back(std::move(stop));
  }
  return replace_stops("data", std::move(stops));
}

Reply Server::set_exception_breakpoints(const Request& request) {
  std::vector<json> stops;
  const auto add = [&stops](const std::string& filter) -> json& {
    auto stop = stop_of_filter(filter);
    stops.push_back(stop ? std::move(*stop)
                         : json{{"problem", fmt::format("unknown filter '{}'", filter)}});
    return stops.back();
  };
  for (const json& filter : list_field(request.arguments, "filters"))
    if (filter.is_string()) add(filter.get<std::string>());
  for (const json& option : list_field(request.arguments, "filterOptions"))
    add_conditions({{"condition", text_field(option, "condition")}},
                   add(text_field(option, "filterId")));
  return replace_stops("exception", std::move(stops));
}

Reply Server::exception_info(const Request& /*request*/) {
  const json& finding = field(stop_, "finding");
  if (!finding.is_object()) {
    const std::string reason = text_field(stop_, "reason");
    return json{
        {"exceptionId", reason}, {"description", reason_text(stop_)}, {"breakMode", "always"}};
  }
  std::string description = finding_text(finding);
  const std::string help = text_field(finding, "help");
  if (!help.empty()) description += "\nhelp: " + help;
  return json{{"exceptionId", text_field(finding, "clause")},
              {"description", description},
              {"breakMode", "always"},
              {"details",
               {{"message", text_field(finding, "message")},
                {"typeName", text_field(finding, "kind")},
                {"fullTypeName", text_field(finding, "clause")}}}};
}

Reply Server::breakpoint_locations(const Request& request) {
  const auto first = integer_field(request.arguments, "line");
  if (!first) return bad_input("breakpointLocations needs a line");
  const std::int64_t last = integer_field_or(request.arguments, "endLine", *first);
  const auto lines =
      ask_list("lines", {{"file", source_name(object_field(request.arguments, "source"))}});
  if (!lines) return tl::unexpected(lines.error());
  json locations = json::array();
  for (const std::uint64_t line : numbers_field({{"lines", *lines}}, "lines")) {
    const std::int64_t shown = client_line(static_cast<std::int64_t>(line));
    if (shown >= *first && shown <= last) locations.push_back({{"line", shown}});
  }
  return json{{"breakpoints", std::move(locations)}};
}

}  // namespace spirv_oracle::dap
