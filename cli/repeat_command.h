// The command that repeats a run of --check-portability or --check-arithmetic.
#pragma once

#include <string>
#include <vector>

#include "cli/freedom.h"

namespace spirv_oracle {

// The options of the choices that are not the `usual` ones: "--seed 3".
std::string options_of(const Freedom& freedom, const Freedom& usual = {});

// A command for a POSIX shell with these arguments, in which the choices of `freedom` replace the
// original ones.
std::string repeat_command(const std::vector<std::string>& arguments, const Freedom& freedom);

}  // namespace spirv_oracle
