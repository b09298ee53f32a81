// The command `info`.

#include <fmt/format.h>

#include <array>

#include "debugger/fields.h"
#include "debugger/terminal/command_table.h"
#include "debugger/terminal/info_topics.h"
#include "debugger/text/arguments.h"
#include "debugger/text/matrix.h"
#include "debugger/text/tables.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

Result<void> show_stop_points(Context& context) {
  if (context.stop_points().empty()) context.out() << "No stop points.\n";
  for (const UserStopPoint& point : context.stop_points()) {
    context.out() << fmt::format("{:>3}  {}{}\n", point.id, point.description,
                                 point.enabled ? "" : " (disabled)");
    if (!point.message.empty()) context.out() << fmt::format("     {}\n", point.message);
  }
  return {};
}

// Asks and shows the answer.
Result<void> show(Context& context, const char* command, std::string (*text_of)(const json&)) {
  const auto answer = context.ask(command);
  if (!answer) return tl::unexpected(answer.error());
  context.print(text_of(*answer));
  return {};
}

Result<void> show_subgroups(Context& context) {
  const auto subgroups = context.ask_list("subgroups");
  if (!subgroups) return tl::unexpected(subgroups.error());
  const auto focus = context.ask("focus");
  if (!focus) return tl::unexpected(focus.error());
  context.print(subgroups_text(*subgroups, *focus));
  return {};
}

Result<void> show_lanes(Context& context) {
  const auto matrix =
      context.ask("matrix", {{"expressions", json::array()}, {"frame", context.frame}});
  if (!matrix) return tl::unexpected(matrix.error());
  const json lanes{{"lanes", list_field(*matrix, "lanes")}, {"rows", json::array()}};
  context.out() << lane_list_text(lanes);
  return {};
}

// The scopes whose names `wanted` accepts.
Result<void> show_scopes(Context& context, bool (*wanted)(std::string_view name)) {
  const auto scopes = context.ask_list("scopes", {{"frame", context.frame}});
  if (!scopes) return tl::unexpected(scopes.error());
  constexpr std::int64_t at_most = 100;
  for (const json& scope : *scopes) {
    const std::string name = text_field(scope, "name");
    if (!wanted(name)) continue;
    const auto children = context.ask(
        "children",
        {{"handle", integer_field_or(scope, "handle", 0)}, {"start", 0}, {"count", at_most}});
    if (!children) return tl::unexpected(children.error());
    if (children->empty()) continue;
    context.out() << name << ":\n" << children_text(*children, "  ");
    const std::int64_t count = integer_field_or(scope, "count", 0);
    if (count > at_most) context.out() << fmt::format("  and {} more\n", count - at_most);
  }
  return {};
}

Result<void> show_sources(Context& context) {
  return show(context, "sources", [](const json& sources) {
    std::string text;
    for (const json& source : sources) text += text_field(source, "name") + '\n';
    return text.empty() ? std::string("The module has no source.\n") : text;
  });
}

bool is_local(std::string_view name) { return name == "Locals" || name == "Parameters"; }
// The command `lanes` shows the values of all lanes.
bool is_of_one_lane(std::string_view name) { return name != "All lanes"; }

struct Topic {
  std::string_view name;
  std::string_view help;
  Result<void> (*execute)(Context& context);
};

constexpr std::array topics{
    Topic{"barriers", "which invocations wait at a barrier, and which have not reached it",
          [](Context& c) { return show(c, "barriers", barriers_text); }},
    Topic{"breaks", "the stop points", show_stop_points},
    Topic{"checkpoints", "the checkpoints of the run",
          [](Context& c) { return show(c, "checkpoints", checkpoints_text); }},
    Topic{"findings", "what the run has found so far",
          [](Context& c) { return show(c, "findings", findings_text); }},
    Topic{"lanes", "the lanes of the subgroup and their invocations", show_lanes},
    Topic{"locals", "variables and parameters of the frame",
          [](Context& c) { return show_scopes(c, is_local); }},
    Topic{"quad", "the fragments of the quad: their pixels, and which are helper invocations",
          [](Context& c) { return show(c, "quad", quad_text); }},
    Topic{"scopes", "all variables that are visible in the frame",
          [](Context& c) { return show_scopes(c, is_of_one_lane); }},
    Topic{"sources", "the source files of the program", show_sources},
    Topic{"stop", "where the run is", [](Context& c) { return c.show_stop(); }},
    Topic{"subgroups", "the subgroups of the workgroups that run", show_subgroups},
    Topic{"tangles", "how the lanes are grouped, and what they wait for",
          [](Context& c) { return show(c, "tangles", tangles_text); }},
};

Result<void> info(Context& context, std::string_view arguments) {
  const std::string_view name = split_word(arguments).first;
  if (name.empty()) {
    for (const Topic& topic : topics)
      context.out() << fmt::format("info {:12} {}\n", topic.name, topic.help);
    return {};
  }
  std::vector<const Topic*> found;
  std::vector<std::string_view> names;
  for (const Topic& topic : topics) {
    names.push_back(topic.name);
    if (topic.name == name || (name == "breakpoints" && topic.name == "breaks"))
      return topic.execute(context);
    if (topic.name.starts_with(name)) found.push_back(&topic);
  }
  if (found.size() == 1) return found.front()->execute(context);
  const std::string_view guess = nearest(name, names);
  return bad_input(fmt::format("{} '{}': {}", found.empty() ? "unknown topic" : "ambiguous topic",
                               name,
                               guess.empty() ? std::string("info lists the topics")
                                             : fmt::format("did you mean {}?", guess)));
}

}  // namespace

std::vector<std::string> info_topic_names() {
  std::vector<std::string> names;
  for (const Topic& topic : topics) names.emplace_back(topic.name);
  return names;
}

void add_info_commands(std::vector<CommandRow>& rows) {
  rows.push_back({"Program", "info", "i", "[TOPIC]", "the state of the run",
                  "Topics: barriers, breaks, checkpoints, findings, lanes, locals, quad, scopes,\n"
                  "sources, stop, subgroups, tangles. info alone explains them.\n  info tangles",
                  info});
}

}  // namespace spirv_oracle
