// A trace of an execution in the Trace Event Format, for Perfetto.
#pragma once

#include <string>

#include "interpreter/dispatch.h"
#include "interpreter/execution_trace.h"

namespace spirv_oracle {

// A workgroup is a process of the trace, a subgroup a thread, and an execution takes a microsecond. `groups`: the number of
// workgroups. Errors: bad_input when the file cannot be written.
Result<void> write_chrome_trace(const Module& module, const InstructionRegistry& registry,
                                const ExecutionTrace& trace, const Dim3& groups,
                                const std::string& file);

}  // namespace spirv_oracle
