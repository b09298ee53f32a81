// The terminal: reads commands and executes them.
#pragma once

#include <cstddef>
#include <ostream>

#include "debugger/options.h"
#include "debugger/target.h"
#include "debugger/text/style.h"

namespace spirv_oracle {

struct TerminalStreams {
  std::istream& in;  // the commands, unless the user types them at a terminal
  std::ostream& out;
  std::ostream& err;
  TextStyle style;                   // of out
  bool interactive = false;          // the user types at a terminal
  std::size_t (*width)() = nullptr;  // columns of the terminal now; null: they do not change
};

// Executes the commands of the options and those of the user; returns the exit status.
Status run_terminal(Target& target, const DebugOptions& options, const TerminalStreams& streams);

}  // namespace spirv_oracle
