// Commands that explain where a value comes from.

#include <fmt/format.h>

#include "debugger/fields.h"
#include "debugger/terminal/command_table.h"
#include "debugger/text/arguments.h"
#include "debugger/text/history.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

constexpr std::string_view history_group = "History";

Result<void> show(Context& context, const char* command, std::string_view expression,
                  std::string (*text_of)(const json&)) {
  if (expression.empty()) return bad_input("no expression is given");
  const auto answer = context.ask(command, {{"expression", expression}, {"frame", context.frame}});
  if (!answer) return tl::unexpected(answer.error());
  context.print(text_of(*answer));
  return {};
}

// Explains the value of an expression in the focused lane.
Result<void> explain(Context& context, std::string_view expression, bool shows_all) {
  constexpr unsigned depth_of_all = 64;
  json question{{"expression", expression}, {"frame", context.frame}};
  if (shows_all) question["depth"] = depth_of_all;
  auto answer = context.ask("why", question);
  if (answer && !shows_all && explains_undefined_value(*answer)) {
    question["depth"] = depth_of_undefined_values;
    answer = context.ask("why", std::move(question));
  }
  if (!answer) return tl::unexpected(answer.error());
  context.print(why_text(*answer, shows_all));
  return {};
}

// Goes to the end of the fragment that wrote the pixel last, and explains the value of its output.
Result<void> explain_pixel(Context& context, const PixelName& name, bool shows_all) {
  json question = name.pixel;
  question["attachment"] = name.attachment;
  const auto answer = context.ask("pixel", std::move(question));
  if (!answer) return tl::unexpected(answer.error());
  const json& writes = list_field(*answer, "writes");
  const std::string place =
      fmt::format("pixel ({}, {}) of {}", integer_field_or(name.pixel, "x", 0),
                  integer_field_or(name.pixel, "y", 0), text_field(*answer, "attachment"));
  if (writes.empty()) {
    context.print(fmt::format("No fragment has written to {} so far.\n", place));
    return {};
  }
  for (const json& write : writes) {
    context.print(fmt::format("[{}] {}: written by primitive {}\n",
                              integer_field_or(write, "moment", 0), place,
                              integer_field_or(write, "primitive", 0)));
  }
  const json& last = writes.back();
  if (auto done = context.resume("go_to", {{"moment", integer_field_or(last, "moment", 0)}}); !done)
    return done;
  const auto focus = context.change_focus({{"workgroup", integer_field_or(last, "workgroup", 0)},
                                           {"subgroup", 0},
                                           {"lane", integer_field_or(last, "lane", 0)}});
  if (!focus) return tl::unexpected(focus.error());
  const std::string output = text_field(*answer, "output");
  if (output.empty()) return bad_input("the output of the fragment shader has no name");
  return explain(context, output, shows_all);
}

Result<void> why(Context& context, std::string_view arguments) {
  constexpr std::string_view all = "/all";
  const bool shows_all = arguments.starts_with(all);
  const std::string_view expression = shows_all ? split_word(arguments).second : arguments;
  if (expression.empty()) return bad_input("no expression is given");
  if (const auto pixel = as_pixel_name(expression))
    return explain_pixel(context, *pixel, shows_all);
  return explain(context, expression, shows_all);
}

Result<void> diff(Context& context, std::string_view arguments) {
  const auto words = words_of(arguments);
  if (words.size() != 2) return bad_input("write diff LANE LANE");
  json lanes = json::array();
  for (const std::string_view word : words) {
    const auto lane = parse_number(word, "the lane");
    if (!lane) return tl::unexpected(lane.error());
    lanes.push_back(*lane);
  }
  const auto answer = context.ask("diff", {{"lanes", std::move(lanes)}});
  if (!answer) return tl::unexpected(answer.error());
  context.print(diff_text(*answer));
  return {};
}

}  // namespace

void add_history_commands(std::vector<CommandRow>& rows) {
  using Words = std::string_view;
  rows.push_back(
      {history_group, "why", "", "[/all] EXPRESSION", "what the value was computed from",
       "Each line begins with its moment: goto goes there. For an undefined value, the steps lead\n"
       "to where it became undefined. For other values, why shows the first steps; why/all shows\n"
       "more.\n"
       "color[X,Y] is a pixel of the color attachment that the output color of the fragment "
       "shader\n"
       "goes to (color[X,Y,LAYER]; color0 is the one for Location 0). Instead of the output, "
       "write\n"
       "the name of the image in a script. why goes to the end of the fragment that wrote the "
       "pixel\n"
       "last, and explains that output.\n"
       "  why sum\n  why sums[0]\n  why color[17,4]",
       why, true});
  rows.push_back({history_group, "last-write", "lw", "EXPRESSION", "the last write to the memory",
                  "  last-write sums[0]",
                  [](Context& c, Words a) { return show(c, "last_write", a, last_write_text); },
                  true});
  rows.push_back({history_group, "who-else", "", "EXPRESSION",
                  "which invocations access the memory", "",
                  [](Context& c, Words a) { return show(c, "who_else", a, who_else_text); }, true});
  rows.push_back({history_group, "diff", "", "LANE LANE", "where two lanes begin to differ",
                  "  diff 0 3", diff});
}

}  // namespace spirv_oracle
