#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "debugger/command.h"
#include "support/guarded_command.h"
#include "support/large_stack.h"

namespace {

std::size_t terminal_width() {
  winsize size{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40;
  return known ? size.ws_col : 80;
}

int run(const std::vector<std::string>& arguments) {
  return spirv_oracle::guarded_command("spirv-debug", [&] {
    const bool terminal = isatty(STDOUT_FILENO) != 0;
    const bool color = terminal && std::getenv("NO_COLOR") == nullptr;
    return spirv_oracle::spirv_debug(arguments,
                                     {{std::cout, std::cerr, color, isatty(STDERR_FILENO) != 0},
                                      std::cin,
                                      terminal && isatty(STDIN_FILENO) != 0,
                                      &terminal_width});
  });
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  return spirv_oracle::run_with_large_stack(
      {STDERR_FILENO, "spirv-debug: error: the input nests deeper than the stack allows\n"},
      [&] { return run(arguments); });
}
