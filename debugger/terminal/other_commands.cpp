// Commands about the debugger itself.

#include "debugger/terminal/command_file.h"
#include "debugger/terminal/command_table.h"
#include "debugger/text/arguments.h"

namespace spirv_oracle {
namespace {

constexpr std::string_view other_group = "The debugger";

Result<void> help(Context& context, std::string_view argument) {
  if (argument.empty()) {
    context.out() << command_list_text();
    return {};
  }
  const auto row = find_command(argument);
  if (!row) return tl::unexpected(row.error());
  context.out() << command_help_text(**row);
  return {};
}

Result<void> source(Context& context, std::string_view argument) {
  if (argument.empty()) return bad_input("no file is given: write source FILE");
  return execute_command_file(context, std::string(argument));
}

}  // namespace

void add_other_commands(std::vector<CommandRow>& rows) {
  rows.push_back({other_group, "help", "h", "[COMMAND]", "all commands, or one of them", "", help});
  rows.push_back({other_group, "source", "", "FILE", "execute the commands in a file",
                  "Stops at the first that fails. Lines that begin with # are comments.", source});
  rows.push_back(
      {other_group, "quit", "q exit", "", "end", "", [](Context& context, std::string_view) {
         context.quits = true;
         return Result<void>();
       }});
}

}  // namespace spirv_oracle
