// The command that repeats a run of --check-portability or --check-arithmetic.
#pragma once

#include <string>
#include <vector>

#include "cli/portability.h"

namespace spirv_oracle {

// A command for a POSIX shell: the one with these arguments, with the choices of `freedom` in the place of its own.
std::string repeat_command(const std::vector<std::string>& arguments, const Freedom& freedom);

}  // namespace spirv_oracle
