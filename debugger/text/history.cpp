#include "debugger/text/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
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
  if (const std::string copy = text_field(access, "copy"); !copy.empty()) text += ", in " + copy;
  const std::string value = plain_value(access, "value");
  const std::string previous = plain_value(access, "previous");
  if (!value.empty()) text += ": " + value;
  if (!previous.empty()) text += fmt::format(" (before: {})", previous);
  return text + '\n';
}

bool is_undefined(const json& step) {
  return plain_value(step, "value").find("undef") != std::string::npos;
}

std::int64_t depth_of(const json& step) { return integer_field_or(step, "depth", 0); }

// Whether none of the steps below step `i`, which follow it and are deeper, is undefined.
bool is_origin(const json& steps, std::size_t i) {
  for (std::size_t below = i + 1;
       below < steps.size() && depth_of(steps[below]) > depth_of(steps[i]); ++below)
    if (is_undefined(steps[below])) return false;
  return true;
}

// The first moment at which a value became undefined, of those that the steps lead to.
std::size_t origin_of_undefined(const json& steps) {
  std::size_t origin = 0;
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::int64_t moment = integer_field_or(steps[i], "moment", 0);
    if (!is_undefined(steps[i]) || moment >= first || !is_origin(steps, i)) continue;
    origin = i;
    first = moment;
  }
  return origin;
}

// The steps that lead to the origin of an undefined value, and those directly below it.
std::vector<bool> steps_to_origin(const json& steps) {
  std::vector<bool> shown(steps.size(), false);
  const std::size_t origin = origin_of_undefined(steps);
  std::int64_t depth = depth_of(steps[origin]);
  for (std::size_t below = origin + 1; below < steps.size() && depth_of(steps[below]) > depth;
       ++below)
    shown[below] = depth_of(steps[below]) == depth + 1;
  for (std::size_t i = origin + 1; i-- > 0;) {
    if (depth_of(steps[i]) > depth) continue;
    shown[i] = true;
    --depth;
  }
  return shown;
}

std::vector<bool> main_steps(const json& steps) {
  constexpr std::size_t most_steps = 15;
  constexpr std::int64_t deepest = 8;
  if (!steps.empty() && is_undefined(steps[0])) return steps_to_origin(steps);
  std::vector<bool> shown(steps.size(), false);
  std::size_t count = 0;
  for (std::size_t i = 0; i < steps.size() && count < most_steps; ++i) {
    shown[i] = depth_of(steps[i]) <= deepest;
    count += shown[i] ? 1 : 0;
  }
  return shown;
}

// " lane 5", with its subgroup and workgroup if they differ from those of the first step.
std::string lane_of_step(const json& step, const json& first) {
  const auto lane = integer_field(step, "lane");
  if (!lane) return "";
  std::string text = fmt::format(" lane {}", *lane);
  const bool is_elsewhere = field(step, "workgroup") != field(first, "workgroup");
  if (is_elsewhere || field(step, "subgroup") != field(first, "subgroup"))
    text += fmt::format(" of subgroup {}", integer_field_or(step, "subgroup", 0));
  if (is_elsewhere)
    text += fmt::format(" of workgroup {}", coordinates_text(field(step, "workgroup")));
  return text;
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

bool explains_undefined_value(const json& why) {
  const json& steps = list_field(why, "steps");
  return !steps.empty() && is_undefined(steps[0]);
}

std::string why_text(const json& why, bool all) {
  const json& steps = list_field(why, "steps");
  const std::vector<bool> shown = all ? std::vector<bool>(steps.size(), true) : main_steps(steps);
  // The way to the origin of an undefined value is a list, in which each step explains the one before it.
  const bool is_list = !all && explains_undefined_value(why);
  const std::int64_t origin = is_list ? depth_of(steps[origin_of_undefined(steps)]) : 0;
  std::string text = text_field(why, "text");
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!shown[i]) continue;
    const json& step = steps[i];
    const auto depth = std::clamp<std::int64_t>(depth_of(step) - origin, 0, 20);
    text += std::string(2 * static_cast<std::size_t>(depth), ' ') + moment_text(step);
    const std::string place = place_text(step);
    if (!place.empty()) text += " " + place;
    text += lane_of_step(step, steps[0]);
    text += ": " + with_undef(text_field(step, "text"));
    const std::string value = with_undef(plain_value(step, "value"));
    if (!value.empty()) text += " -> " + value;
    text += '\n';
  }
  const auto left_out = std::ranges::count(shown, false);
  if (left_out > 0)
    text += fmt::format("{} more step{}: why/all shows them\n", left_out, left_out == 1 ? "" : "s");
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
  if (field(diff, "first").empty()) return text;
  text += "  first:  " + side_text(field(diff, "first"));
  text += "  second: " + side_text(field(diff, "second"));
  return text;
}

}  // namespace spirv_oracle
