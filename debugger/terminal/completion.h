// Completion of commands and names by the Tab key.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "debugger/terminal/context.h"

namespace spirv_oracle {

// The beginning of the last word of the line, which completions replace.
std::string_view last_word(std::string_view line);

// Whether the last word of the line is its first, the name of a command.
bool is_command_name(std::string_view line);

// The words that the last word of the line may become, sorted.
std::vector<std::string> completions(Context& context, std::string_view line);

}  // namespace spirv_oracle
