#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "builtins/register_all.h"
#include "cli/large_stack.h"
#include "cli/run.h"
#include "cli/run_options.h"

namespace {

using spirv_oracle::Status;

// Where memory runs out in code that must not throw, which is in libraries, too.
[[noreturn]] void end_without_memory() {
  try {
    if (const std::exception_ptr fault = std::current_exception()) std::rethrow_exception(fault);
  } catch (const std::bad_alloc&) {
    constexpr std::string_view message = "spirv-run: out of memory\n";
    [[maybe_unused]] const auto written = write(STDERR_FILENO, message.data(), message.size());
    _exit(static_cast<int>(Status::limit));
  } catch (...) {
  }
  std::abort();
}

int run(const std::vector<std::string>& arguments) {
  try {
    const bool terminal = isatty(STDERR_FILENO) != 0;
    const bool colour = terminal && std::getenv("NO_COLOR") == nullptr;
    const int status = spirv_oracle::spirv_run(arguments, spirv_oracle::default_registry(),
                                               {std::cout, std::cerr, colour, terminal});
    if (std::cout.flush()) return status;
    std::cerr << "spirv-run: error: cannot write to standard output\n";
    return static_cast<int>(Status::bad_input);
  } catch (const std::bad_alloc&) {
    std::cerr << "spirv-run: out of memory\n";
    return static_cast<int>(Status::limit);
  } catch (const std::exception& error) {
    std::cerr << "spirv-run: internal error (a fault of this program, please report it): "
              << error.what() << '\n';
    return static_cast<int>(Status::bad_input);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::set_terminate(end_without_memory);
  std::ios::sync_with_stdio(false);
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const spirv_oracle::Error too_deep{Status::limit, "the input nests deeper than the stack allows"};
  const bool json = spirv_oracle::wants_json(arguments);
  return spirv_oracle::run_with_large_stack(
      {json ? STDOUT_FILENO : STDERR_FILENO, spirv_oracle::error_text(too_deep, json)},
      [&] { return run(arguments); });
}
