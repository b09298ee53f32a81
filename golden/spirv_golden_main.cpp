#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "builtins/register_all.h"
#include "cli/run_options.h"
#include "golden/command.h"
#include "support/guarded_command.h"
#include "support/large_stack.h"
#include "support/line_wrapping.h"

namespace {

int run(const std::vector<std::string>& arguments) {
  return spirv_oracle::guarded_command("spirv-golden", [&] {
    std::optional<spirv_oracle::TerminalWrapping> wrapped_results;
    if (!spirv_oracle::wants_json(arguments)) wrapped_results.emplace(std::cout, STDOUT_FILENO);
    const spirv_oracle::TerminalWrapping wrapped_diagnostics(std::cerr, STDERR_FILENO);
    const bool terminal = isatty(STDERR_FILENO) != 0;
    const bool color = terminal && std::getenv("NO_COLOR") == nullptr;
    return spirv_oracle::golden::spirv_golden(arguments, spirv_oracle::default_registry(),
                                              {std::cout, std::cerr, color, terminal});
  });
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  return spirv_oracle::run_with_large_stack(
      {STDERR_FILENO, "spirv-golden: error: the input nests deeper than the stack allows\n"},
      [&] { return run(arguments); });
}
