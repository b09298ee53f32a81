// Runs a script.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "amber/outcome.h"
#include "amber/script/model.h"
#include "cli/run_options.h"
#include "frontend/assembly.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::amber {

// A RUN, before it executes.
struct ScriptDispatch {
  const std::vector<std::uint32_t>& words;
  const Module& module;
  const AssemblyMap& assembly;
  const EntryPointInfo& entry;
  const Dispatch& dispatch;
};
// Errors end the script.
using DispatchObserver = std::function<Result<void>(const ScriptDispatch&)>;

// Runs all commands; an expectation that fails does not end the run. The status is the worst one:
// limit, bad_input and unsupported end the run, and undefined behavior counts more than an
// expectation that fails.
Outcome run_script(const Script& script, const InstructionRegistry& registry,
                   const RunOptions& options, const DispatchObserver& observer = nullptr);

}  // namespace spirv_oracle::amber
