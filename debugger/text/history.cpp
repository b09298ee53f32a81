#include "debugger/text/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

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

bool is_undefined(const json& step) {
  return plain_value(step, "value").find("undef") != std::string::npos;
}

// The steps below step `parent`, which is one level deeper, have numbers from parent + 1 up to this.
std::size_t end_of_steps_below(const json& steps, std::size_t parent) {
  const std::int64_t depth = integer_field_or(steps[parent], "depth", 0);
  std::size_t end = parent + 1;
  while (end < steps.size() && integer_field_or(steps[end], "depth", 0) > depth) ++end;
  return end;
}

// Of an undefined value: the undefined steps, and what the first of them was computed from. Of another one: the first steps.
std::vector<bool> main_steps(const json& steps) {
  constexpr std::size_t most_steps = 20;
  std::vector<bool> shown(steps.size(), false);
  const bool is_about_undefined = !steps.empty() && is_undefined(steps[0]);
  std::size_t count = 0;
  const auto show = [&](std::size_t i) {
    if (shown[i] || count == most_steps) return;
    shown[i] = true;
    ++count;
  };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (is_about_undefined && !is_undefined(steps[i])) continue;
    show(i);
    if (!is_about_undefined) continue;
    const std::size_t end = end_of_steps_below(steps, i);
    bool is_first = true;
    for (std::size_t below = i + 1; below < end; ++below)
      is_first = is_first && !is_undefined(steps[below]);
    const std::int64_t depth = integer_field_or(steps[i], "depth", 0);
    for (std::size_t below = i + 1; is_first && below < end; ++below)
      if (integer_field_or(steps[below], "depth", 0) == depth + 1) show(below);
  }
  return shown;
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

std::string why_text(const json& why, bool all) {
  const json& steps = list_field(why, "steps");
  const std::vector<bool> shown = all ? std::vector<bool>(steps.size(), true) : main_steps(steps);
  std::string text = text_field(why, "text");
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!shown[i]) continue;
    const json& step = steps[i];
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
  const auto left_out = std::ranges::count(shown, false);
  if (left_out > 0) text += fmt::format("{} more steps: why/all shows them\n", left_out);
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
