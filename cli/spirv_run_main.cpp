#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "builtins/register_all.h"
#include "cli/run.h"

int main(int argc, char** argv) {
  try {
    std::ios::sync_with_stdio(false);
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const bool terminal = isatty(STDERR_FILENO) != 0;
    const bool colour = terminal && std::getenv("NO_COLOR") == nullptr;
    const int status = spirv_oracle::spirv_run(arguments, spirv_oracle::default_registry(),
                                               {std::cout, std::cerr, colour, terminal});
    if (std::cout.flush()) return status;
    std::cerr << "spirv-run: error: cannot write to standard output\n";
    return static_cast<int>(spirv_oracle::Status::bad_input);
  } catch (const std::bad_alloc&) {
    std::cerr << "spirv-run: out of memory\n";
    return static_cast<int>(spirv_oracle::Status::limit);
  } catch (const std::exception& error) {
    std::cerr << "spirv-run: internal error (a fault of this program, please report it): "
              << error.what() << '\n';
    return static_cast<int>(spirv_oracle::Status::bad_input);
  }
}
