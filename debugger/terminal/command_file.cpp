#include "debugger/terminal/command_file.h"

#include <fmt/format.h>

#include <fstream>

#include "debugger/terminal/command_table.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

constexpr int deepest_file = 16;

}  // namespace

Result<void> echo_and_execute(Context& context, const std::string& line) {
  if (trimmed(line).empty()) return {};
  context.out() << painted(context.style(), Emphasis::dim, prompt) << trimmed(line) << '\n';
  return execute_line(context, line);
}

Result<void> execute_command_file(Context& context, const std::string& path) {
  if (context.file_depth == deepest_file)
    return bad_input(fmt::format("{}: command files nest more than {} deep", path, deepest_file));
  std::ifstream file(path);
  if (!file) return bad_input(fmt::format("cannot read the commands in {}", path));
  ++context.file_depth;
  Result<void> done;
  std::string line;
  for (std::size_t number = 1; done && !context.quits && std::getline(file, line); ++number) {
    done = echo_and_execute(context, line);
    if (!done) done.error().message = fmt::format("{}:{}: {}", path, number, done.error().message);
  }
  --context.file_depth;
  return done;
}

}  // namespace spirv_oracle
