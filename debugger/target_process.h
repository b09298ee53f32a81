// The process in which the program runs that is debugged.
#pragma once

#include <string>
#include <vector>

#include "debugger/engine/target.h"
#include "debugger/engine/transport/channel.h"

namespace spirv_oracle {

// Runs spirv-run with the arguments and a debugger inside, which `client` talks to. Does not return.
[[noreturn]] void run_target(Channel client, const std::vector<std::string>& arguments,
                             const DebugTargetOptions& options);

}  // namespace spirv_oracle
