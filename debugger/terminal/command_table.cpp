#include "debugger/terminal/command_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "debugger/text/arguments.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

constexpr std::size_t help_column = 27;

std::vector<CommandRow> make_table() {
  std::vector<CommandRow> rows;
  add_motion_commands(rows);
  add_stop_commands(rows);
  add_focus_commands(rows);
  add_value_commands(rows);
  add_history_commands(rows);
  add_source_commands(rows);
  add_info_commands(rows);
  add_other_commands(rows);
  return rows;
}

bool has_name(const CommandRow& row, std::string_view name) {
  const auto short_names = words_of(row.short_name);
  return row.name == name || std::ranges::find(short_names, name) != short_names.end();
}

Result<const CommandRow*> find_beginning(std::string_view name) {
  std::vector<const CommandRow*> found;
  for (const CommandRow& row : command_table())
    if (row.name.starts_with(name)) found.push_back(&row);
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    std::vector<std::string_view> names;
    for (const CommandRow& row : command_table()) names.push_back(row.name);
    const std::string_view guess = nearest(name, names);
    if (!guess.empty())
      return bad_input(fmt::format("unknown command '{}': did you mean {}?", name, guess));
    return bad_input(fmt::format("unknown command '{}': help lists the commands", name));
  }
  std::string all;
  for (const CommandRow* row : found)
    all += fmt::format("{}{}", all.empty() ? "" : ", ", row->name);
  return bad_input(fmt::format("'{}' is ambiguous: {}", name, all));
}

std::string invocation(const CommandRow& row) {
  return fmt::format("{}{}{}", row.name, row.form.empty() ? "" : " ", row.form);
}

}  // namespace

const std::vector<CommandRow>& command_table() {
  static const std::vector<CommandRow> table = make_table();
  return table;
}

Result<const CommandRow*> find_command(std::string_view name) {
  const auto& rows = command_table();
  const auto row =
      std::ranges::find_if(rows, [&](const CommandRow& one) { return has_name(one, name); });
  if (row != rows.end()) return &*row;
  return find_beginning(name);
}

Result<void> execute_line(Context& context, std::string_view line) {
  line = trimmed(line);
  if (line.empty() || line.starts_with('#')) return {};
  // gdb's print/x and x/8 belong to the command.
  const std::size_t end = std::min(line.find_first_of(" \t/"), line.size());
  const auto row = find_command(line.substr(0, end));
  if (!row) return tl::unexpected(row.error());
  return (*row)->execute(context, trimmed(line.substr(end)));
}

std::string command_list_text() {
  std::string text;
  std::string_view group;
  for (const CommandRow& row : command_table()) {
    if (row.group != group) text += fmt::format("{}{}:\n", text.empty() ? "" : "\n", row.group);
    group = row.group;
    const std::string words = fmt::format("  {}", invocation(row));
    text += words.size() + 1 < help_column ? left_aligned(words, help_column)
                                           : words + '\n' + std::string(help_column, ' ');
    text += fmt::format("{}\n", row.help);
  }
  return text +
         "\nhelp COMMAND explains a command. You can abbreviate a name if it is unambiguous.\n";
}

std::string command_help_text(const CommandRow& row) {
  std::string text = invocation(row) + '\n';
  if (!row.short_name.empty()) text += fmt::format("short: {}\n", row.short_name);
  text += fmt::format("\n{}\n", row.help);
  if (!row.more.empty()) text += fmt::format("{}\n", row.more);
  return text;
}

}  // namespace spirv_oracle
