// What a dispatch executes, for --trace and --report.
#pragma once

#include "interpreter/deadline.h"
#include "interpreter/dispatch.h"
#include "interpreter/execution_trace.h"

namespace spirv_oracle {

// Runs the dispatch, which has been run before for its results, once more and records it. Prints nothing.
ExecutionTrace record_execution(const Module& module, const InstructionRegistry& registry,
                                Dispatch dispatch, Deadline deadline);

}  // namespace spirv_oracle
