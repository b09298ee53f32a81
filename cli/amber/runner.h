// Runs a script.
#pragma once

#include "cli/amber/model.h"
#include "cli/amber/outcome.h"
#include "cli/run_options.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::amber {

// Runs all commands; expectations that fail do not end the run. The status is that of the worst
// that happened: limit, bad_input and unsupported end it, undefined behavior counts more than an
// expectation that fails.
Outcome run_script(const Script& script, const InstructionRegistry& registry,
                   const RunOptions& options);

}  // namespace spirv_oracle::amber
