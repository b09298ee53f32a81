// --check-portability of a script.
#pragma once

#include "amber/outcome.h"
#include "amber/script/model.h"
#include "cli/run_options.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle::amber {

// Runs the script, then runs it again as other implementations may: with other subgroup sizes, reconvergence, orders of
// execution and, if it draws, rasterization. The outcome is that of the first run, with a report and a finding for each
// expectation that holds only in some runs. Such an expectation, and undefined behavior or an error that the first run does
// not have, lead to Status::undefined_behavior.
Outcome check_portability(const Script& script, const InstructionRegistry& registry,
                          const RunOptions& options);

}  // namespace spirv_oracle::amber
