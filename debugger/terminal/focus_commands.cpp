// Commands that choose which lane the others are about.

#include <fmt/format.h>

#include "debugger/fields.h"
#include "debugger/terminal/command_table.h"
#include "debugger/text/arguments.h"
#include "debugger/text/tables.h"
#include "debugger/text/values.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

constexpr std::string_view focus_group = "Focus and stack";

Result<void> show_focus(Context& context) {
  const auto focus = context.change_focus(json::object());
  if (!focus) return tl::unexpected(focus.error());
  context.out() << who_text(*focus) << '\n';
  return {};
}

Result<void> focus_lane(Context& context, std::string_view argument) {
  if (argument.empty()) return show_focus(context);
  const auto lane = parse_number(argument, "the lane");
  if (!lane) return tl::unexpected(lane.error());
  return context.focus({{"lane", *lane}});
}

Result<void> focus_subgroup(Context& context, std::string_view argument) {
  if (argument.empty()) return show_focus(context);
  const auto subgroup = parse_number(argument, "the subgroup");
  if (!subgroup) return tl::unexpected(subgroup.error());
  return context.focus({{"subgroup", *subgroup}, {"lane", 0}});
}

Result<void> focus_workgroup(Context& context, std::string_view argument) {
  if (argument.empty()) return show_focus(context);
  const auto given = parse_workgroup(argument);
  if (!given) return tl::unexpected(given.error());
  const auto name = context.workgroup(*given);
  if (!name) return tl::unexpected(name.error());
  return context.focus({{"workgroup", name->index}, {"subgroup", 0}, {"lane", 0}});
}

Result<void> backtrace(Context& context, std::string_view /*argument*/) {
  const auto frames = context.ask_list("stack");
  if (!frames) return tl::unexpected(frames.error());
  context.out() << stack_text(*frames, context.frame);
  return {};
}

Result<void> select_frame(Context& context, std::int64_t number) {
  const auto frames = context.ask_list("stack");
  if (!frames) return tl::unexpected(frames.error());
  if (number < 0) return bad_input("this is the innermost frame");
  const auto index = static_cast<std::size_t>(number);
  if (index >= frames->size())
    return bad_input(fmt::format("no frame {}: backtrace lists the frames", number));
  context.frame = index;
  const json& frame = (*frames)[index];
  const std::string place = place_text(frame);
  context.out() << fmt::format("#{} {}{}\n", index, text_field(frame, "function"),
                               place.empty() ? "" : " at " + place);
  const std::int64_t line = integer_field_or(frame, "line", 0);
  const std::string text = context.source_line(text_field(frame, "file"), line);
  if (!text.empty()) context.out() << fmt::format("  {} | {}\n", line, text);
  return {};
}

Result<void> choose_frame(Context& context, std::string_view argument) {
  if (argument.empty()) return select_frame(context, static_cast<std::int64_t>(context.frame));
  const auto number = parse_number(argument, "the frame");
  if (!number) return tl::unexpected(number.error());
  if (*number > 1U << 30U)
    return bad_input(fmt::format("no frame {}: backtrace lists the frames", *number));
  return select_frame(context, static_cast<std::int64_t>(*number));
}

}  // namespace

void add_focus_commands(std::vector<CommandRow>& rows) {
  rows.push_back({focus_group, "lane", "", "[N]", "focus on a lane of the subgroup",
                  "step, print, backtrace and other commands refer to the focused lane.\n  lane 3",
                  focus_lane});
  rows.push_back({focus_group, "subgroup", "sub", "[N]", "focus on a subgroup of the workgroup", "",
                  focus_subgroup});
  rows.push_back({focus_group, "workgroup", "wg", "[X,Y,Z]", "focus on a workgroup that runs",
                  "info subgroups lists the workgroups that run. You can also write the linear "
                  "index.\n  workgroup 1,0,0\n  workgroup 7",
                  focus_workgroup});
  rows.push_back(
      {focus_group, "backtrace", "bt where", "", "the calls that the lane is in", "", backtrace});
  rows.push_back({focus_group, "frame", "f", "[N]", "choose a frame of the backtrace",
                  "print, lanes and set look up names in this frame.", choose_frame});
  rows.push_back({focus_group, "up", "", "", "choose the caller's frame", "",
                  [](Context& context, std::string_view) {
                    return select_frame(context, static_cast<std::int64_t>(context.frame) + 1);
                  }});
  rows.push_back({focus_group, "down", "", "", "choose the callee's frame", "",
                  [](Context& context, std::string_view) {
                    return select_frame(context, static_cast<std::int64_t>(context.frame) - 1);
                  }});
}

}  // namespace spirv_oracle
