#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "builtins/register_all.h"
#include "cli/run_options.h"
#include "spirv_run/run.h"
#include "support/guarded_command.h"
#include "support/large_stack.h"
#include "support/line_wrapping.h"

namespace {

using spirv_oracle::Status;

// Memory can also run out in code that must not throw, including libraries.
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

// Whether standard output may be read by a program.
bool prints_code(const std::vector<std::string>& arguments) {
  return spirv_oracle::wants_json(arguments) ||
         std::ranges::any_of(arguments, [](const std::string& argument) {
           return argument == "--disassemble" || argument == "--dump-ir";
         });
}

int run(const std::vector<std::string>& arguments) {
  return spirv_oracle::guarded_command("spirv-run", [&] {
    std::optional<spirv_oracle::TerminalWrapping> wrapped_results;
    if (!prints_code(arguments)) wrapped_results.emplace(std::cout, STDOUT_FILENO);
    const spirv_oracle::TerminalWrapping wrapped_diagnostics(std::cerr, STDERR_FILENO);
    const bool terminal = isatty(STDERR_FILENO) != 0;
    const bool color = terminal && std::getenv("NO_COLOR") == nullptr;
    return spirv_oracle::spirv_run(arguments, spirv_oracle::default_registry(),
                                   {std::cout, std::cerr, color, terminal});
  });
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
