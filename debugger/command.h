// The command spirv-debug.
#pragma once

#include <istream>
#include <string>
#include <vector>

#include "support/console.h"

namespace spirv_oracle {

struct DebugConsole : Console {
  std::istream& in;
  bool interactive = false;          // a user types at a terminal
  std::size_t (*width)() = nullptr;  // columns of the terminal, which may change
};

// Runs the command with its arguments (without the program's name); returns the exit status.
int spirv_debug(const std::vector<std::string>& arguments, const DebugConsole& console);

}  // namespace spirv_oracle
