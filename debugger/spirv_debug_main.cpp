#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "cli/large_stack.h"
#include "debugger/command.h"

namespace {

using spirv_oracle::Status;

std::size_t terminal_width() {
  winsize size{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40;
  return known ? size.ws_col : 80;
}

int run(const std::vector<std::string>& arguments) {
  try {
    const bool terminal = isatty(STDOUT_FILENO) != 0;
    const bool colour = terminal && std::getenv("NO_COLOR") == nullptr;
    const int status = spirv_oracle::spirv_debug(
        arguments, {{std::cout, std::cerr, colour, isatty(STDERR_FILENO) != 0},
                    std::cin,
                    terminal && isatty(STDIN_FILENO) != 0,
                    terminal_width()});
    if (std::cout.flush()) return status;
    std::cerr << "spirv-debug: error: cannot write to standard output\n";
    return static_cast<int>(Status::bad_input);
  } catch (const std::bad_alloc&) {
    std::cerr << "spirv-debug: out of memory\n";
    return static_cast<int>(Status::limit);
  } catch (const std::exception& error) {
    std::cerr << "spirv-debug: internal error (a fault of this program, please report it): "
              << error.what() << '\n';
    return static_cast<int>(Status::bad_input);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  return spirv_oracle::run_with_large_stack(
      {STDERR_FILENO, "spirv-debug: error: the input nests deeper than the stack allows\n"},
      [&] { return run(arguments); });
}
