#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "builtins/register_all.h"
#include "cli/guarded_command.h"
#include "cli/large_stack.h"
#include "golden/command.h"

namespace {

int run(const std::vector<std::string>& arguments) {
  return spirv_oracle::guarded_command("spirv-golden", [&] {
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
