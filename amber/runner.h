// Runs a script.
#pragma once

#include "amber/outcome.h"
#include "amber/script/model.h"
#include "amber/script/observers.h"
#include "cli/run_options.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::amber {

// Runs all commands; an expectation that fails does not end the run. The status is the worst one:
// limit, bad_input and unsupported end the run, and undefined behavior counts more than an
// expectation that fails.
Outcome run_script(const Script& script, const InstructionRegistry& registry,
                   const RunOptions& options, const ScriptObservers& observers = {});

}  // namespace spirv_oracle::amber
