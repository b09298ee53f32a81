// Commands that show and change values.

#include <fmt/format.h>

#include <algorithm>

#include "debugger/fields.h"
#include "debugger/terminal/command_table.h"
#include "debugger/text/arguments.h"
#include "debugger/text/hexadecimal.h"
#include "debugger/text/matrix.h"
#include "debugger/text/tables.h"
#include "debugger/text/values.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

constexpr std::string_view value_group = "Values";

// Takes /LETTERS or /NUMBER from the beginning.
std::string_view take_format(std::string_view& arguments) {
  if (!arguments.starts_with('/')) return {};
  const auto [format, rest] = split_word(arguments);
  arguments = rest;
  return format.substr(1);
}

// Prints the parts of structures and arrays, one per line.
class Unfolding {
 public:
  explicit Unfolding(Context& context) : context_(context) {}

  Result<void> show(const json& value, std::string_view name, unsigned depth) {
    if (lines_ == 0) return {};
    --lines_;
    const std::string indent(2 * static_cast<std::size_t>(depth), ' ');
    const std::string text = enclosed_text(value);
    const std::int64_t handle = integer_field_or(value, "handle", 0);
    // Vectors and short arrays fit in a line.
    const bool is_short =
        text.find('{') == std::string::npos && text.find("...") == std::string::npos;
    if (handle == 0 || is_short || depth == deepest) {
      context_.out() << fmt::format("{}{} = {}\n", indent, name, text);
      if (lines_ == 0) context_.out() << "(more lines are not shown: print a part)\n";
      return {};
    }
    const std::string type = text_field(value, "type");
    context_.out() << fmt::format("{}{}{}\n", indent, name,
                                  type.empty() ? "" : fmt::format("   ({})", type));
    const auto parts = context_.ask_list("children", {{"handle", handle}, {"count", most_parts}});
    if (!parts) return tl::unexpected(parts.error());
    for (const json& part : *parts)
      if (auto done = show(part, text_field(part, "name"), depth + 1); !done) return done;
    const std::int64_t left_out = integer_field_or(value, "count", 0) - most_parts;
    if (left_out > 0) context_.out() << fmt::format("{}  and {} more\n", indent, left_out);
    return {};
  }

 private:
  static constexpr unsigned deepest = 10;
  static constexpr std::int64_t most_parts = 100;

  Context& context_;
  unsigned lines_ = 1000;
};

Result<void> print(Context& context, std::string_view arguments) {
  const std::string_view format = take_format(arguments);
  if (!format.empty() && format != "x" && format != "v")
    return bad_input(fmt::format(
        "unknown format '/{}': print/x is hexadecimal, print/v has a line for each part", format));
  if (arguments.empty()) return bad_input("no expression is given: write print EXPRESSION");
  const auto value = context.ask("evaluate", {{"expression", arguments}, {"frame", context.frame}});
  if (!value) return tl::unexpected(value.error());
  if (format == "v") return Unfolding(context).show(*value, arguments, 0);
  std::string text = value_text(*value);
  if (format == "x") {
    text = hexadecimal_text(text, text_field(*value, "type"));
  } else {
    text = enclosed_text(*value);
  }
  const std::string type = text_field(*value, "type");
  context.out() << fmt::format("{} = {}{}\n", arguments, text,
                               type.empty() ? "" : fmt::format("   ({})", type));
  return {};
}

Result<void> print_lanes(Context& context, std::string_view arguments) {
  const std::string_view format = take_format(arguments);
  if (!format.empty() && format != "v")
    return bad_input(fmt::format("unknown format '/{}': lanes/v has a line for each lane", format));
  json request{{"frame", context.frame}};
  const auto expressions = split_expressions(arguments);
  if (!expressions.empty()) request["expressions"] = expressions;
  const auto matrix = context.ask("matrix", std::move(request));
  if (!matrix) return tl::unexpected(matrix.error());
  context.out() << (format == "v" ? lane_list_text(*matrix)
                                  : matrix_text(*matrix, context.style()));
  return {};
}

// SET.BINDING, SET.BINDING[I] or arg.N.
bool is_buffer_name(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos || dot == 0) return false;
  const std::string_view set = text.substr(0, dot);
  std::string_view binding = text.substr(dot + 1);
  if (binding.ends_with(']')) binding = binding.substr(0, binding.find('['));
  return (set == "arg" || as_number(set)) && as_number(binding);
}

Result<void> examine(Context& context, std::string_view arguments) {
  const std::string_view count = take_format(arguments);
  json request = json::object();
  std::uint64_t size = 64;
  if (!count.empty()) {
    const auto number = parse_number(count, "the number of bytes");
    if (!number) return tl::unexpected(number.error());
    size = *number;
  }
  const auto [first, rest] = split_word(arguments);
  if (first.empty())
    return bad_input("write x SET.BINDING [OFFSET], x NAME [OFFSET] or x EXPRESSION");
  // An expression is not followed by a number, but the name of a resource may be.
  if (is_buffer_name(first) || as_number(rest)) {
    request["buffer"] = first;
    if (!rest.empty()) {
      const auto offset = parse_number(rest, "the offset");
      if (!offset) return tl::unexpected(offset.error());
      request["offset"] = *offset;
    }
  } else {
    request["expression"] = arguments;
    request["frame"] = context.frame;
  }
  request["size"] = size;
  const auto memory = context.ask("read_memory", std::move(request));
  if (!memory) return tl::unexpected(memory.error());
  context.out() << memory_text(*memory);
  return {};
}

// The place of the = of an assignment.
std::size_t find_assignment(std::string_view text) {
  constexpr std::string_view operators = "=<>!";
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '=') continue;
    const bool after = i > 0 && operators.find(text[i - 1]) != std::string_view::npos;
    const bool before = i + 1 < text.size() && text[i + 1] == '=';
    if (!after && !before) return i;
  }
  return std::string_view::npos;
}

Result<void> assign(Context& context, std::string_view arguments) {
  const std::size_t equals = find_assignment(arguments);
  if (equals == std::string_view::npos) return bad_input("write set EXPRESSION = VALUE");
  const std::string_view left = trimmed(arguments.substr(0, equals));
  const std::string_view right = trimmed(arguments.substr(equals + 1));
  const auto value =
      context.ask("assign", {{"expression", left}, {"value", right}, {"frame", context.frame}});
  if (!value) return tl::unexpected(value.error());
  context.out() << fmt::format("{} = {}\n", left, value_text(*value));
  return {};
}

Result<void> display(Context& context, std::string_view arguments) {
  if (!arguments.empty()) {
    const auto value =
        context.ask("evaluate", {{"expression", arguments}, {"frame", context.frame}});
    if (!value) return tl::unexpected(value.error());
    context.displays().push_back({context.next_id(), std::string(arguments)});
    context.out() << fmt::format("{}: {} = {}\n", context.displays().back().id, arguments,
                                 enclosed_text(*value));
    return {};
  }
  for (const Display& one : context.displays()) {
    const auto value =
        context.ask("evaluate", {{"expression", one.expression}, {"frame", context.frame}});
    context.out() << fmt::format("{}: {} = {}\n", one.id, one.expression,
                                 value ? enclosed_text(*value) : value.error().message);
  }
  return {};
}

Result<void> undisplay(Context& context, std::string_view arguments) {
  if (arguments.empty()) {
    context.displays().clear();
    return {};
  }
  const auto id = parse_number(arguments, "the number of a display");
  if (!id) return tl::unexpected(id.error());
  const auto erased = std::erase_if(context.displays(), [&](const Display& one) {
    return one.id == static_cast<std::int64_t>(*id);
  });
  if (erased == 0) return bad_input(fmt::format("no display {}: display lists them", *id));
  return {};
}

}  // namespace

void add_value_commands(std::vector<CommandRow>& rows) {
  rows.push_back(
      {value_group, "print", "p", "[/x|/v] EXPRESSION", "a value of the focused lane",
       "Variables, members, elements, results (%23) and operators. undef is an undefined\n"
       "value; ? marks one that another implementation may replace. print/v unfolds\n"
       "structures and arrays.\n"
       "  print sum\n  print numbers[i + 1]\n  print/x %23\n  print/v particles",
       print, true});
  rows.push_back(
      {value_group, "lanes", "", "[/v] [EXPRESSION, ...]", "values of all lanes as a table",
       "Without an expression: the variables in scope. In the row active, * is an active\n"
       "lane, . an inactive one and x one that has ended. undef is an undefined value; ?\n"
       "marks an implementation-dependent one. With the option --strict of spirv-run, ~\n"
       "marks a float that may differ between implementations because of its precision.\n"
       "lanes/v has a line for each lane, with its invocation and the interval.\n"
       "  lanes i, sum\n  lanes numbers[i]",
       print_lanes, true});
  rows.push_back({value_group, "x", "", "[/SIZE] SET.BINDING [OFFSET]", "bytes of memory",
                  "Or x/SIZE EXPRESSION. ?? is an undefined byte.\n  x/32 0.1 16\n  x/16 sums[2]",
                  examine, true});
  rows.push_back({value_group, "set", "", "EXPRESSION = VALUE",
                  "change a value of the focused lane", "Going back undoes it.\n  set i = 7",
                  assign, true});
  rows.push_back({value_group, "display", "", "[EXPRESSION]", "print a value at each stop", "",
                  display, true});
  rows.push_back({value_group, "undisplay", "", "[N]", "end displays", "", undisplay});
}

}  // namespace spirv_oracle
