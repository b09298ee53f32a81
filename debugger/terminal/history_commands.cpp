// Commands that explain where a value comes from.

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

Result<void> why(Context& context, std::string_view arguments) {
  constexpr std::string_view all = "/all";
  constexpr unsigned depth_of_all = 64;
  const bool shows_all = arguments.starts_with(all);
  const std::string_view expression = shows_all ? split_word(arguments).second : arguments;
  if (expression.empty()) return bad_input("no expression is given");
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
       "  why sum\n  why sums[0]",
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
