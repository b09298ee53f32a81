// Commands from a file.
#pragma once

#include <string>

#include "debugger/terminal/context.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// Shows the line after the prompt, as if the user had typed it, and executes it.
Result<void> echo_and_execute(Context& context, const std::string& line);

// Shows and executes each line of the file. Stops at the first error, and adds the place to its message.
Result<void> execute_command_file(Context& context, const std::string& path);

inline constexpr const char* prompt = "(spirv-debug) ";

}  // namespace spirv_oracle
