#include "debugger/terminal/stop_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "debugger/fields.h"
#include "debugger/text/arguments.h"
#include "debugger/text/values.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 5> events{"divergence", "reconvergence", "barrier",
                                                 "undefined", "implementation-dependent"};

// Splits `text` at the word "if".
std::pair<std::string_view, std::string_view> split_condition(std::string_view text) {
  for (std::size_t at = 0; (at = text.find("if", at)) != std::string_view::npos; ++at) {
    const bool begins = at == 0 || text[at - 1] == ' ' || text[at - 1] == '\t';
    const bool ends = at + 2 < text.size() &&
                      (text[at + 2] == ' ' || text[at + 2] == '\t' || text[at + 2] == '(');
    if (begins && ends) return {trimmed(text.substr(0, at)), trimmed(text.substr(at + 2))};
  }
  return {trimmed(text), {}};
}

json location_of(std::string_view text, const std::string& file) {
  if (const auto place = as_file_line(text); place && place->file != "word")
    return {{"kind", "line"}, {"file", place->file}, {"line", place->line}};
  if (const auto line = as_number(text)) return {{"kind", "line"}, {"file", file}, {"line", *line}};
  if (text.starts_with('%')) return {{"kind", "instruction"}, {"result", text}};
  if (text.starts_with("word:")) {
    if (const auto word = as_number(text.substr(5)))
      return {{"kind", "instruction"}, {"word", *word}};
  }
  if (text.size() > 2 && text.starts_with("Op") &&
      std::isupper(static_cast<unsigned char>(text[2])) != 0)
    return {{"kind", "instruction"}, {"opcode", text}};
  return {{"kind", "function"}, {"name", text}};
}

Result<json> location_of_pixel(std::string_view text) {
  auto pixel = parse_pixel(text);
  if (pixel) (*pixel)["kind"] = "pixel";
  return pixel;
}

// `lane 3` and so on, after the location.
Result<void> add_restriction(std::string_view name, std::string_view value, json& request) {
  if (name == "workgroup") {
    auto workgroup = parse_workgroup(value);
    if (!workgroup) return tl::unexpected(workgroup.error());
    request["workgroup_coordinates"] = std::move(*workgroup);
    return {};
  }
  if (name != "lane" && name != "subgroup" && name != "hits")
    return bad_input(fmt::format(
        "unexpected '{}': after the location follow lane N, subgroup N, workgroup X,Y,Z, hits N "
        "or if CONDITION",
        name));
  const auto number = parse_number(value, name);
  if (!number) return tl::unexpected(number.error());
  request[std::string(name)] = *number;
  return {};
}

}  // namespace

Result<json> parse_breakpoint(std::string_view text, const std::string& file) {
  const auto [before, condition] = split_condition(text);
  const auto words = words_of(before);
  if (words.empty())
    return bad_input(
        "no location is given: write LINE, FILE:LINE, FUNCTION, pixel X,Y, %ID or an opcode");
  const bool is_pixel = words[0] == "pixel" && words.size() > 1;
  Result<json> location =
      is_pixel ? location_of_pixel(words[1]) : Result<json>(location_of(words[0], file));
  if (!location) return location;
  json request = std::move(*location);
  if (request.value("line", 1) == 0) return bad_input("lines count from 1");
  for (std::size_t i = is_pixel ? 2 : 1; i < words.size(); i += 2) {
    const std::string_view value = i + 1 < words.size() ? words[i + 1] : std::string_view();
    if (auto done = add_restriction(words[i], value, request); !done)
      return tl::unexpected(done.error());
  }
  if (!condition.empty()) request["condition"] = condition;
  return request;
}

std::pair<std::string_view, std::string_view> split_log(std::string_view text) {
  auto [word, rest] = split_word(text);
  std::string_view location = word;
  // A restriction is a name and a number; anything else begins the text.
  for (;;) {
    const auto [name, after] = split_word(rest);
    const auto [value, remaining] = split_word(after);
    const bool is_restriction = name == "workgroup"
                                    ? parse_workgroup(value).has_value()
                                    : (name == "lane" || name == "subgroup") && as_number(value);
    if (!is_restriction) break;
    location = {text.data(), static_cast<std::size_t>(value.data() + value.size() - text.data())};
    rest = remaining;
  }
  return {location, rest};
}

Result<json> parse_watchpoint(std::string_view text, const char* access) {
  const auto [before, condition] = split_condition(text);
  if (before.empty())
    return bad_input("nothing to watch is given: write an expression, or SET.BINDING OFFSET SIZE");
  json request{{"kind", "watch"}, {"access", access}};
  const auto words = words_of(before);
  const auto offset = words.size() == 3 ? as_number(words[1]) : std::nullopt;
  const auto size = words.size() == 3 ? as_number(words[2]) : std::nullopt;
  if (offset && size) {
    request["buffer"] = words[0];
    request["offset"] = *offset;
    request["size"] = *size;
  } else {
    request["expression"] = before;
  }
  if (!condition.empty()) request["condition"] = condition;
  return request;
}

Result<json> parse_catchpoint(std::string_view text) {
  const auto [before, condition] = split_condition(text);
  const auto words = words_of(before);
  const std::string_view what = words.empty() ? std::string_view() : words[0];
  json request;
  const std::vector<std::string_view> names(words.begin() + (words.empty() ? 0 : 1), words.end());
  if (what == "finding" || what == "clause") {
    request = {{"kind", "finding"}, {"finding_kinds", json::array()}, {"clauses", json::array()}};
    if (what == "clause" && names.empty())
      return bad_input("no clause is given: docs/rules.md lists them");
    json& list = request[what == "clause" ? "clauses" : "finding_kinds"];
    for (const std::string_view name : names) list.push_back(name);
  } else if (std::ranges::find(events, what) != events.end() && names.empty()) {
    std::string kind(what);
    std::ranges::replace(kind, '-', '_');
    request = {{"kind", kind}};
  } else {
    return bad_input(fmt::format(
        "cannot catch '{}': write finding [KIND...], clause CLAUSE..., divergence, reconvergence, "
        "barrier, undefined or implementation-dependent",
        before));
  }
  if (!condition.empty()) request["condition"] = condition;
  return request;
}

std::string stop_description(const json& request) {
  const std::string kind = text_field(request, "kind");
  std::string text;
  if (kind == "line") {
    text = place_text(request);
    if (text_field(request, "file").empty()) text.insert(0, "line ").erase(5, 1);
  } else if (kind == "function") {
    text = "function " + text_field(request, "name");
  } else if (kind == "instruction") {
    text = "instruction " + text_field(request, "result") + text_field(request, "opcode");
    if (const auto word = integer_field(request, "word")) text += fmt::format("at word {}", *word);
  } else if (kind == "pixel") {
    text = fmt::format("pixel ({}, {})", integer_field_or(request, "x", 0),
                       integer_field_or(request, "y", 0));
    if (const auto layer = integer_field(request, "layer"))
      text += fmt::format(", layer {}", *layer);
  } else if (kind == "watch") {
    text = text_field(request, "access") == "access" ? "access to "
                                                     : text_field(request, "access") + " of ";
    text += text_field(request, "expression") + text_field(request, "buffer");
    if (const auto offset = integer_field(request, "offset"))
      text += fmt::format(", bytes {} to {}", *offset,
                          *offset + integer_field_or(request, "size", 1) - 1);
  } else {
    text = kind;
    std::ranges::replace(text, '_', '-');
    for (const char* list : {"finding_kinds", "clauses"})
      for (const json& name : list_field(request, list))
        if (name.is_string()) text += " " + name.get<std::string>();
  }
  const auto number = [&](const char* name) {
    if (const auto value = integer_field(request, name))
      text += fmt::format(", {} {}", name, *value);
  };
  if (request.contains("workgroup_coordinates"))
    text += ", workgroup " + coordinates_text(field(request, "workgroup_coordinates"));
  number("subgroup");
  number("lane");
  number("hits");
  if (flag_field(request, "once")) text += ", once";
  const std::string condition = text_field(request, "condition");
  if (!condition.empty()) text += " if " + condition;
  const std::string log = text_field(request, "log");
  if (!log.empty()) text += fmt::format(": print \"{}\"", log);
  return text;
}

}  // namespace spirv_oracle
