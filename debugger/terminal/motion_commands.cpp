// Commands that move the run, forward and backward.

#include <fmt/format.h>

#include "debugger/fields.h"
#include "debugger/terminal/command_table.h"
#include "debugger/text/arguments.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

constexpr std::string_view forward_group = "Forward";
constexpr std::string_view backward_group = "Backward";

// Repeats the motion as often as the argument says, unless something else stops the run.
Result<void> move(Context& context, std::string_view argument, const char* motion, bool backward) {
  std::uint64_t count = 1;
  if (!argument.empty()) {
    const auto number = parse_number(argument, "the number of steps");
    if (!number) return tl::unexpected(number.error());
    count = *number;
  }
  json request{{"motion", motion}};
  if (backward) request["backward"] = true;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (auto done = context.resume("resume", request); !done) return done;
    if (text_field(context.stop(), "reason") != "step") break;
  }
  return context.show_stop();
}

Result<void> resume_to_stop(Context& context, std::string_view argument, bool backward) {
  if (!argument.empty())
    return bad_input("continue takes no argument: goto MOMENT and until LINE go to a place");
  return move(context, "", "continue", backward);
}

Result<void> move_to_line(Context& context, std::string_view argument, bool backward) {
  const auto here = context.place();
  std::string file = here ? text_field(*here, "file") : "";
  std::optional<std::uint64_t> line = as_number(argument);
  if (const auto place = as_file_line(argument)) {
    file = place->file;
    line = place->line;
  }
  if (!line) return bad_input("write a line: until LINE or until FILE:LINE");
  json request{{"motion", "cursor"}, {"file", file}, {"line", *line}};
  if (backward) request["backward"] = true;
  if (auto done = context.resume("resume", std::move(request)); !done) return done;
  return context.show_stop();
}

Result<void> restart(Context& context, std::string_view /*argument*/) {
  if (auto done = context.resume("restart", json::object()); !done) return done;
  return context.show_stop();
}

Result<void> run(Context& context, std::string_view /*argument*/) {
  if (integer_field_or(context.stop(), "moment", 0) != 0) {
    if (auto done = context.resume("restart", json::object()); !done) return done;
  }
  return move(context, "", "continue", false);
}

// MOMENT, +N or -N.
Result<void> go_to(Context& context, std::string_view argument) {
  const bool forward = argument.starts_with('+');
  const bool backward = argument.starts_with('-');
  const auto number = parse_number(forward || backward ? argument.substr(1) : argument, "a moment");
  if (!number) return tl::unexpected(number.error());
  const auto now = static_cast<std::uint64_t>(integer_field_or(context.stop(), "moment", 0));
  std::uint64_t moment = *number;
  if (forward) moment = now + *number;
  if (backward) moment = *number > now ? 0 : now - *number;
  if (auto done = context.resume("go_to", {{"moment", moment}}); !done) return done;
  return context.show_stop();
}

}  // namespace

void add_motion_commands(std::vector<CommandRow>& rows) {
  const auto add = [&rows](std::string_view group, std::string_view name, std::string_view letter,
                           std::string_view form, std::string_view help, std::string_view more,
                           Result<void> (*execute)(Context&, std::string_view)) {
    rows.push_back({group, name, letter, form, help, more, execute});
  };
  using Words = std::string_view;
  add(forward_group, "run", "r", "", "go to the start and continue",
      "Stops at the first breakpoint, watchpoint or catchpoint.",
      [](Context& c, Words a) { return run(c, a); });
  add(forward_group, "continue", "c", "", "continue to the next stop point or the end",
      "Ctrl-C stops the run.", [](Context& c, Words a) { return resume_to_stop(c, a, false); });
  add(forward_group, "step", "s", "[N]", "the focused lane's next line, also in calls",
      "The other lanes run as well. If the lane is inactive, the run continues until it is "
      "active.\n"
      "  step\n  step 10",
      [](Context& c, Words a) { return move(c, a, "line", false); });
  add(forward_group, "next", "n", "[N]", "the focused lane's next line, not in calls", "",
      [](Context& c, Words a) { return move(c, a, "over", false); });
  add(forward_group, "finish", "fin", "", "until the focused lane leaves the function", "",
      [](Context& c, Words a) { return move(c, a, "out", false); });
  add(forward_group, "stepi", "si", "[N]", "the focused lane's next instruction", "",
      [](Context& c, Words a) { return move(c, a, "instruction", false); });
  add(forward_group, "tangle", "t", "[N]", "until another tangle runs",
      "A tangle is the lanes of a subgroup that execute an instruction together. The run stops "
      "when\n"
      "other lanes, another subgroup or another workgroup execute.",
      [](Context& c, Words a) { return move(c, a, "tangle", false); });
  add(forward_group, "step-any", "sa", "[N]", "the next line of any lane", "",
      [](Context& c, Words a) { return move(c, a, "any_line", false); });
  add(forward_group, "until", "u", "[FILE:]LINE", "until the focused lane reaches a line",
      "  until 14\n  until reduce.comp:14",
      [](Context& c, Words a) { return move_to_line(c, a, false); });
  add(forward_group, "goto", "", "MOMENT", "go to a moment, forward or backward",
      "A moment is the number in brackets that each stop shows.\n  goto 5321\n  goto -10   ten "
      "records back",
      go_to);
  add(forward_group, "restart", "", "", "go to the start", "", restart);

  add(backward_group, "reverse-continue", "rc", "", "back to the previous stop point", "",
      [](Context& c, Words a) { return resume_to_stop(c, a, true); });
  add(backward_group, "reverse-step", "rs", "[N]", "the focused lane's previous line", "",
      [](Context& c, Words a) { return move(c, a, "line", true); });
  add(backward_group, "reverse-next", "rn", "[N]", "the focused lane's previous line, not in calls",
      "", [](Context& c, Words a) { return move(c, a, "over", true); });
  add(backward_group, "reverse-finish", "rfin", "", "back to the call of this function", "",
      [](Context& c, Words a) { return move(c, a, "out", true); });
  add(backward_group, "reverse-stepi", "rsi", "[N]", "the focused lane's previous instruction", "",
      [](Context& c, Words a) { return move(c, a, "instruction", true); });
  add(backward_group, "reverse-tangle", "rt", "[N]", "back until another tangle runs", "",
      [](Context& c, Words a) { return move(c, a, "tangle", true); });
  add(backward_group, "reverse-step-any", "rsa", "[N]", "the previous line of any lane", "",
      [](Context& c, Words a) { return move(c, a, "any_line", true); });
  add(backward_group, "reverse-until", "ru", "[FILE:]LINE",
      "back until the focused lane reaches a line", "",
      [](Context& c, Words a) { return move_to_line(c, a, true); });
}

}  // namespace spirv_oracle
