// What a log point prints.
#pragma once

#include <string>

#include "debugger/engine/program/paused_run.h"
#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

// The text in each of these lanes of the subgroup that executes, with values for {EXPRESSION}. Lanes with the same text share
// a line, which begins with their numbers.
std::string log_text(const std::string& form, const PausedRun& run, const Subgroup& subgroup,
                     const LaneMask& lanes);

}  // namespace spirv_oracle
