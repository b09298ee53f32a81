#include "debugger/text/history.h"

#include <fmt/format.h>

#include <algorithm>

#include "debugger/fields.h"
#include "debugger/text/values.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

std::string moment_text(const json& access) {
  return fmt::format("[{}]", integer_field_or(access, "moment", 0));
}

std::string plain_value(const json& object, const char* name) {
  const json& value = field(object, name);
  if (value.is_object()) return value_text(value);
  if (value.is_string()) return value.get<std::string>();
  return value.is_null() ? "" : compact_text(value);
}

std::string access_text(const json& access) {
  std::string text = moment_text(access);
  const std::string kind = text_field(access, "access");
  if (!kind.empty()) text += " " + kind;
  const std::string who = who_text(access);
  if (!who.empty()) text += " by " + who;
  const std::string place = place_text(access);
  if (!place.empty()) text += " at " + place;
  const std::string value = plain_value(access, "value");
  const std::string previous = plain_value(access, "previous");
  if (!value.empty()) text += ": " + value;
  if (!previous.empty()) text += fmt::format(" (before: {})", previous);
  return text + '\n';
}

std::string side_text(const json& side) {
  if (side.is_string()) return side.get<std::string>() + '\n';
  std::string text = who_text(side);
  const std::string place = place_text(side);
  const std::string said = text_field(side, "text");
  const std::string value = plain_value(side, "value");
  if (!place.empty()) text += (text.empty() ? "at " : " at ") + place;
  if (!said.empty()) text += (text.empty() ? "" : ": ") + said;
  if (!value.empty()) text += (text.empty() ? "" : ": ") + value;
  return text + '\n';
}

}  // namespace

std::string why_text(const json& why) {
  std::string text = text_field(why, "text");
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  for (const json& step : list_field(why, "steps")) {
    const auto depth = std::clamp<std::int64_t>(integer_field_or(step, "depth", 0), 0, 20);
    text += std::string(2 * static_cast<std::size_t>(depth), ' ') + moment_text(step);
    const std::string place = place_text(step);
    if (!place.empty()) text += " " + place;
    if (const auto lane = integer_field(step, "lane")) text += fmt::format(" lane {}", *lane);
    text += ": " + text_field(step, "text");
    const std::string value = plain_value(step, "value");
    if (!value.empty()) text += " -> " + value;
    text += '\n';
  }
  return text;
}

std::string last_write_text(const json& write) {
  if (!write.is_object() || !integer_field(write, "moment"))
    return "No instruction has written it: it has its initial value.\n";
  return access_text(write);
}

std::string who_else_text(const json& accesses) {
  std::string text;
  if (accesses.is_array())
    for (const json& access : accesses) text += access_text(access);
  return text.empty() ? "No other invocation accesses it.\n" : text;
}

std::string diff_text(const json& diff) {
  if (!diff.is_object() || !integer_field(diff, "moment"))
    return "The two lanes have the same history so far.\n";
  std::string text = moment_text(diff);
  const std::string place = place_text(diff);
  if (!place.empty()) text += " " + place;
  text += ": " + text_field(diff, "text") + '\n';
  text += "  first:  " + side_text(field(diff, "first"));
  text += "  second: " + side_text(field(diff, "second"));
  return text;
}

}  // namespace spirv_oracle
