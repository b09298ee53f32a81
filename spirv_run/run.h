// The command spirv-run.
#pragma once

#include <string>
#include <vector>

#include "interpreter/dispatch.h"
#include "support/console.h"

namespace spirv_oracle {

class DrawObserver;  // graphics/draw_observer.h

// Runs the command with its arguments (without the program's name); returns the exit status.
// `watch` and `draw_watch`: watch what it runs, for the debugger; null: nothing does.
int spirv_run(const std::vector<std::string>& arguments, const InstructionRegistry& registry,
              const Console& console, RecordObserver* watch = nullptr,
              DrawObserver* draw_watch = nullptr);

// The text that the command prints if it ends with an error: on standard error, or as JSON on
// standard output.
std::string error_text(const Error& error, bool json);

}  // namespace spirv_oracle
