// Commands about breakpoints, watchpoints and catchpoints.

#include <fmt/format.h>

#include <algorithm>

#include "debugger/fields.h"
#include "debugger/terminal/command_table.h"
#include "debugger/terminal/stop_request.h"
#include "debugger/text/arguments.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

constexpr std::string_view stop_group = "Stop points";

Result<UserStopPoint*> find_point(Context& context, std::string_view text) {
  const auto id = parse_number(text, "the number of a stop point");
  if (!id) return tl::unexpected(id.error());
  auto& points = context.stop_points();
  const auto point = std::ranges::find(points, static_cast<std::int64_t>(*id), &UserStopPoint::id);
  if (point == points.end())
    return bad_input(fmt::format("no stop point {}: info breaks lists them", *id));
  return &*point;
}

// The file that a LINE without a FILE is in.
std::string current_file(Context& context) {
  const auto place = context.place();
  return place ? text_field(*place, "file") : "";
}

// Adds a stop point, unless the target refuses it.
Result<void> add(Context& context, Result<json> request) {
  if (!request) return tl::unexpected(std::move(request.error()));
  if (request->contains("workgroup_coordinates")) {
    auto name = context.workgroup((*request)["workgroup_coordinates"]);
    if (!name) return tl::unexpected(name.error());
    (*request)["workgroup"] = name->index;
    (*request)["workgroup_coordinates"] = std::move(name->coordinates);
  }
  auto& points = context.stop_points();
  points.push_back({context.next_id(), std::move(*request), 0, "", true, ""});
  if (auto done = context.send_stop_points(); !done) {
    points.pop_back();
    return done;
  }
  const UserStopPoint& point = points.back();
  context.out() << fmt::format("Stop point {}: {}\n", point.id, point.description);
  if (!point.message.empty()) context.out() << fmt::format("  {}\n", point.message);
  return {};
}

Result<void> add_breakpoint(Context& context, std::string_view arguments, bool once) {
  auto request = parse_breakpoint(arguments, current_file(context));
  if (request && once) (*request)["once"] = true;
  return add(context, std::move(request));
}

Result<void> add_log_point(Context& context, std::string_view arguments) {
  const auto [location, text] = split_log(arguments);
  auto request = parse_breakpoint(location, current_file(context));
  if (!request) return tl::unexpected(request.error());
  if (text.empty())
    return bad_input("no text is given: write log LOCATION TEXT, with {EXPRESSION} for values");
  (*request)["log"] = text;
  return add(context, std::move(request));
}

// Changes a stop point and tells the target.
template <class Change>
Result<void> change(Context& context, std::string_view id, const Change& apply) {
  const auto point = find_point(context, id);
  if (!point) return tl::unexpected(point.error());
  apply(**point);
  if (auto done = context.send_stop_points(); !done) return done;
  context.out() << fmt::format("Stop point {}: {}{}\n", (*point)->id, (*point)->description,
                               (*point)->enabled ? "" : " (disabled)");
  return {};
}

Result<void> set_condition(Context& context, std::string_view arguments) {
  const auto [id, condition] = split_word(arguments);
  return change(context, id, [text = std::string(condition)](UserStopPoint& point) {
    if (text.empty()) {
      point.request.erase("condition");
    } else {
      point.request["condition"] = text;
    }
  });
}

// The run stops at hit number `add` + N and at later ones.
Result<void> set_hits(Context& context, std::string_view arguments, std::uint64_t add) {
  const auto [id, count] = split_word(arguments);
  const auto number = parse_number(count, "the number of hits");
  if (!number) return tl::unexpected(number.error());
  return change(context, id,
                [hits = *number + add](UserStopPoint& point) { point.request["hits"] = hits; });
}

Result<void> set_enabled(Context& context, std::string_view arguments, bool enabled) {
  const auto ids = words_of(arguments);
  for (const std::string_view id : ids)
    if (auto point = find_point(context, id); !point) return tl::unexpected(point.error());
  for (UserStopPoint& point : context.stop_points()) {
    const bool named = ids.empty() || std::ranges::any_of(ids, [&](std::string_view id) {
                         return as_number(id) == static_cast<std::uint64_t>(point.id);
                       });
    if (named) point.enabled = enabled;
  }
  return context.send_stop_points();
}

Result<void> delete_points(Context& context, std::string_view arguments) {
  auto& points = context.stop_points();
  const auto ids = words_of(arguments);
  for (const std::string_view id : ids)
    if (auto point = find_point(context, id); !point) return tl::unexpected(point.error());
  if (ids.empty()) points.clear();
  for (const std::string_view id : ids)
    std::erase_if(points, [&](const UserStopPoint& point) {
      return as_number(id) == static_cast<std::uint64_t>(point.id);
    });
  return context.send_stop_points();
}

constexpr std::string_view break_help =
    R"(LOCATION is LINE, FILE:LINE, a function, pixel X,Y (where its fragment begins; pixel X,Y,LAYER),
a result (%23, %sum), an opcode, or word:N. After it may follow: lane N, subgroup N, workgroup X,Y,Z
(or its linear index): stop only there; hits N: stop at the N-th hit and later ones; if CONDITION:
stop if it is true in an active lane.
  break 14
  break reduce.comp:14 if sum > 100
  break OpAtomicIAdd lane 3 workgroup 1,0,0
  break pixel 17,4
  break main)";

constexpr std::string_view watch_help =
    R"(Stops after an instruction of any invocation writes to it.
  watch sums[0]
  watch total if total > 9
  watch 0.1 16 4     4 bytes of buffer 0.1 from byte 16
rwatch stops at reads, awatch at both.)";

constexpr std::string_view catch_help =
    R"(WHAT is one of:
  finding [KIND...]          what spirv-run reports, or only these kinds
  clause CLAUSE...           findings of these rules (docs/rules.md)
  divergence, reconvergence  where tangles diverge and where they reconverge
  barrier                    where a subgroup reaches a barrier
  undefined, implementation-dependent
                             where a result gets this state
if CONDITION may follow.
  catch finding data-race
  catch divergence)";

}  // namespace

void add_stop_commands(std::vector<CommandRow>& rows) {
  const auto row = [&rows](std::string_view name, std::string_view letter, std::string_view form,
                           std::string_view help, std::string_view more,
                           Result<void> (*execute)(Context&, std::string_view),
                           bool expression = false) {
    rows.push_back({stop_group, name, letter, form, help, more, execute, expression});
  };
  using Words = std::string_view;
  row(
      "break", "b", "LOCATION [if CONDITION]", "stop at a place", break_help,
      [](Context& c, Words a) { return add_breakpoint(c, a, false); }, true);
  row(
      "tbreak", "tb", "LOCATION [if CONDITION]", "stop at a place once",
      "LOCATION: see help break.", [](Context& c, Words a) { return add_breakpoint(c, a, true); },
      true);
  row("log", "", "LOCATION TEXT", "print instead of stopping",
      "LOCATION: see help break; lane N, subgroup N and workgroup X,Y,Z may follow. The text\n"
      "contains values as {EXPRESSION}. Every active lane prints; lanes with the same text share "
      "a\n"
      "line.\n"
      "  log 14 i={i} sum={sum}\n"
      "  log 14 lane 3 subgroup 0 i={i}",
      add_log_point);
  row(
      "watch", "w", "EXPRESSION [if CONDITION]", "stop where memory is written", watch_help,
      [](Context& c, Words a) { return add(c, parse_watchpoint(a, "write")); }, true);
  row(
      "rwatch", "", "EXPRESSION [if CONDITION]", "stop where memory is read", "See help watch.",
      [](Context& c, Words a) { return add(c, parse_watchpoint(a, "read")); }, true);
  row(
      "awatch", "", "EXPRESSION [if CONDITION]", "stop where memory is read or written",
      "See help watch.", [](Context& c, Words a) { return add(c, parse_watchpoint(a, "access")); },
      true);
  row("catch", "", "WHAT [if CONDITION]", "stop at findings and events", catch_help,
      [](Context& c, Words a) { return add(c, parse_catchpoint(a)); });
  row("condition", "", "N [CONDITION]", "change the condition of a stop point",
      "Without CONDITION, the stop point stops unconditionally.", set_condition);
  row("hits", "", "N COUNT", "make stop point N stop from hit COUNT on", "",
      [](Context& c, Words a) { return set_hits(c, a, 0); });
  row("ignore", "", "N COUNT", "make stop point N skip its first COUNT hits", "",
      [](Context& c, Words a) { return set_hits(c, a, 1); });
  row("enable", "", "[N...]", "enable stop points, or all", "",
      [](Context& c, Words a) { return set_enabled(c, a, true); });
  row("disable", "", "[N...]", "disable stop points, or all", "",
      [](Context& c, Words a) { return set_enabled(c, a, false); });
  row("delete", "d", "[N...]", "delete stop points, or all", "", delete_points);
}

}  // namespace spirv_oracle
