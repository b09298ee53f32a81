// The commands of the terminal as a table: each is one row, from which look-up, completion and help derive.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "debugger/terminal/context.h"
#include "interpreter/result.h"

namespace spirv_oracle {

struct CommandRow {
  std::string_view group;  // heading in the help; the rows of a group are contiguous
  std::string_view name;
  std::string_view short_name;  // "": none; further ones are separated by spaces
  std::string_view form;        // of the arguments, as the help shows it
  std::string_view help;        // one line
  std::string_view more;        // further lines of `help COMMAND`, with examples
  Result<void> (*execute)(Context& context, std::string_view arguments) = nullptr;
  bool takes_expression = false;  // for completion
};

// All commands, in the order of the help.
const std::vector<CommandRow>& command_table();

// The command with this name, short name or unambiguous beginning. Errors: bad_input, with a suggestion.
Result<const CommandRow*> find_command(std::string_view name);

// Executes one line; an empty one and a comment (#) do nothing.
Result<void> execute_line(Context& context, std::string_view line);

// The text of `help` and `help COMMAND`.
std::string command_list_text();
std::string command_help_text(const CommandRow& row);

// Each adds the commands of a group.
void add_motion_commands(std::vector<CommandRow>& rows);
void add_stop_commands(std::vector<CommandRow>& rows);
void add_focus_commands(std::vector<CommandRow>& rows);
void add_value_commands(std::vector<CommandRow>& rows);
void add_history_commands(std::vector<CommandRow>& rows);
void add_source_commands(std::vector<CommandRow>& rows);
void add_info_commands(std::vector<CommandRow>& rows);
void add_other_commands(std::vector<CommandRow>& rows);

}  // namespace spirv_oracle
