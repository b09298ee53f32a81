// Commands that show the program.

#include <fmt/format.h>

#include <algorithm>

#include "debugger/fields.h"
#include "debugger/terminal/command_table.h"
#include "debugger/text/arguments.h"
#include "debugger/text/tables.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

constexpr std::string_view source_group = "Program";
constexpr std::uint64_t lines_around = 5;

Result<void> list(Context& context, std::string_view argument) {
  const auto here = context.place();
  if (!here) return tl::unexpected(here.error());
  std::string file = text_field(*here, "file");
  const auto current =
      static_cast<std::uint64_t>(std::max<std::int64_t>(integer_field_or(*here, "line", 1), 1));
  const std::string current_file = file;
  std::uint64_t middle = current;
  if (const auto place = as_file_line(argument)) {
    file = place->file;
    middle = place->line;
  } else if (!argument.empty()) {
    const auto line = parse_number(argument, "the line");
    if (!line) return tl::unexpected(line.error());
    middle = *line;
  }
  const std::vector<std::string>& lines = context.source_lines(file);
  if (lines.empty())
    return bad_input(file.empty() ? "the module has no source: disassemble shows its instructions"
                                  : fmt::format("the program has no source file '{}': info sources "
                                                "lists them",
                                                file));
  if (middle > lines.size()) return bad_input(fmt::format("{} has {} lines", file, lines.size()));
  const std::uint64_t first = middle > lines_around ? middle - lines_around : 1;
  const std::uint64_t last = std::min<std::uint64_t>(lines.size(), middle + lines_around);
  for (std::uint64_t line = first; line <= last; ++line) {
    const bool is_current = line == current && file == current_file;
    const std::string text =
        fmt::format("{}{} {:>4} | {}", is_current ? "=>" : "  ",
                    context.has_stop_point(file, line) ? '*' : ' ', line, lines[line - 1]);
    context.out() << (is_current ? painted(context.style(), Emphasis::strong, text) : text) << '\n';
  }
  return {};
}

Result<void> disassemble(Context& context, std::string_view argument) {
  json request{{"before", lines_around}, {"count", 2 * lines_around + 1}};
  if (!argument.empty()) {
    const auto count = parse_number(argument, "the number of instructions");
    if (!count) return tl::unexpected(count.error());
    request["count"] = *count;
    request["before"] = *count / 2;
  }
  const auto instructions = context.ask_list("disassemble", std::move(request));
  if (!instructions) return tl::unexpected(instructions.error());
  context.out() << disassembly_text(*instructions, context.style(),
                                    [&context](const std::string& file, std::int64_t line) {
                                      return context.source_line(file, line);
                                    });
  return {};
}

}  // namespace

void add_source_commands(std::vector<CommandRow>& rows) {
  rows.push_back({source_group, "list", "l", "[[FILE:]LINE]", "source lines",
                  "=> marks the current line, * lines with a breakpoint.", list});
  rows.push_back(
      {source_group, "disassemble", "dis", "[COUNT]", "instructions around the current one",
       "A source line precedes its instructions. The number before an instruction is its word:\n"
       "break word:N stops there.",
       disassemble});
}

}  // namespace spirv_oracle
