// The command spirv-golden.
#pragma once

#include <string>
#include <vector>

#include "interpreter/dispatch.h"
#include "support/console.h"

namespace spirv_oracle::golden {

// Runs the command with its arguments (without the program's name) and returns the exit status.
int spirv_golden(const std::vector<std::string>& arguments, const InstructionRegistry& registry,
                 const Console& console);

}  // namespace spirv_oracle::golden
