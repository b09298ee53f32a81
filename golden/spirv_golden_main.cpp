#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "builtins/register_all.h"
#include "cli/large_stack.h"
#include "golden/command.h"

namespace {

using spirv_oracle::Status;

int run(const std::vector<std::string>& arguments) {
  try {
    const bool terminal = isatty(STDERR_FILENO) != 0;
    const bool colour = terminal && std::getenv("NO_COLOR") == nullptr;
    const int status = spirv_oracle::golden::spirv_golden(
        arguments, spirv_oracle::default_registry(), {std::cout, std::cerr, colour, terminal});
    if (std::cout.flush()) return status;
    std::cerr << "spirv-golden: error: cannot write to standard output\n";
    return static_cast<int>(Status::bad_input);
  } catch (const std::exception& error) {
    std::cerr << "spirv-golden: internal error (a fault of this program, please report it): "
              << error.what() << '\n';
    return static_cast<int>(Status::bad_input);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  return spirv_oracle::run_with_large_stack(
      {STDERR_FILENO, "spirv-golden: error: the input nests deeper than the stack allows\n"},
      [&] { return run(arguments); });
}
