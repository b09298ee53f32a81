// Records the execution of a dispatch, for --trace and --report.
#pragma once

#include "interpreter/deadline.h"
#include "interpreter/dispatch.h"
#include "interpreter/execution_trace.h"

namespace spirv_oracle {

// Runs a dispatch once more, after the run that gave its results, and records it. Prints nothing.
ExecutionTrace record_execution(const Module& module, const InstructionRegistry& registry,
                                Dispatch dispatch, Deadline deadline);

}  // namespace spirv_oracle
